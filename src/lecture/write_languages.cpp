// Writes each language as files for the pages: write_languages FOLDER makes FOLDER/0-zh.txt,
// FOLDER/1-en.txt, ... for the lecture, and FOLDER/real/0-zh.txt, ... for real models.
#include <cstdio>
#include <string>

#include "lecture/language_file.h"

namespace {

bool write(const std::string& name, const std::string& file) {
  std::FILE* out = std::fopen(name.c_str(), "wb");
  if (!out || std::fwrite(file.data(), 1, file.size(), out) != file.size()) return false;
  return std::fclose(out) == 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::string folder = arguments[1];
  int number = 0;
  for (const tally::Language& language : tally::languages()) {
    const std::string name = std::to_string(number++) + "-" + std::string(language.tag) + ".txt";
    if (!write(folder + "/" + name, language_file(language, tally::LanguagePart::lecture)) ||
        !write(folder + "/real/" + name, language_file(language, tally::LanguagePart::real)))
      return 1;
  }
  return 0;
}
