# cmake -DOUT=x.cpp -DFILES="a;b" -P embed.cmake: the texts of files as C++ string constants, found by
# name with embedded_text() (embedded.h).
set(rows "")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND rows "    {\"${name}\", R\"__(${text})__\"},\n")
endforeach()
file(WRITE ${OUT} "#include \"app/embedded.h\"\n
namespace tally::app {
namespace {
struct Row {
  std::string_view name, text;
};
constexpr Row rows[] = {\n${rows}};
}  // namespace\n
std::string_view embedded_text(std::string_view name) {
  for (const Row& row : rows)
    if (row.name == name) return row.text;
  return {};
}\n
}  // namespace tally::app\n")
