// Writes each language as a file for the page: write_languages FOLDER makes FOLDER/0-zh.txt,
// FOLDER/1-en.txt, ...
#include <cstdio>
#include <string>

#include "lecture/language_file.h"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  int number = 0;
  for (const tally::Language& language : tally::languages()) {
    const std::string name = std::string(arguments[1]) + "/" + std::to_string(number++) + "-" +
                             std::string(language.tag) + ".txt";
    const std::string file = tally::language_file(language);
    std::FILE* out = std::fopen(name.c_str(), "wb");
    if (!out || std::fwrite(file.data(), 1, file.size(), out) != file.size()) return 1;
    if (std::fclose(out) != 0) return 1;
  }
  return 0;
}
