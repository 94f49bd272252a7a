# cmake -DOUT=x.cpp -DFILE=published.json -P published.cmake: the cases as a string of the program.
file(READ ${FILE} text)
file(WRITE ${OUT} "#include \"cli/cases.h\"\n
namespace tally::cli {
namespace {
constexpr std::string_view text = R\"__(${text})__\";
}\n
std::string_view published_cases() { return text; }\n
}  // namespace tally::cli\n")
