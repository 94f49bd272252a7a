// What ImGui formats in the page: names of its windows. Knows %s, %d, %u and %x with zeros in
// front; any other conversion stands as it is.
#include <imgui_internal.h>

#include <algorithm>
#include <cstdarg>
#include <cstring>

namespace {

class Buffer {
 public:
  Buffer(char* bytes, std::size_t size) : bytes_(bytes), size_(size) {}
  void add(char c) {
    if (length_ + 1 < size_) bytes_[length_++] = c;
  }
  void add(const char* text) {
    while (*text) add(*text++);
  }
  void add(unsigned value, unsigned base, int width) {
    char digits[16];
    int count = 0;
    do digits[count++] = "0123456789ABCDEF"[value % base];
    while ((value /= base));
    for (int i = count; i < width; ++i) add('0');
    while (count > 0) add(digits[--count]);
  }
  int end() {
    if (size_ > 0) bytes_[length_] = '\0';
    return static_cast<int>(length_);
  }

 private:
  char* bytes_;
  std::size_t size_;
  std::size_t length_ = 0;
};

}  // namespace

int ImFormatStringV(char* bytes, std::size_t size, const char* format, va_list arguments) {
  Buffer buffer(bytes, size);
  while (*format) {
    if (*format != '%') {
      buffer.add(*format++);
      continue;
    }
    const char* at = format + 1;
    int width = 0;
    while (*at >= '0' && *at <= '9') width = width * 10 + (*at++ - '0');
    if (*at == 's') {
      buffer.add(va_arg(arguments, const char*));
    } else if (*at == 'd') {
      const int value = va_arg(arguments, int);
      if (value < 0) buffer.add('-');
      buffer.add(value < 0 ? 0u - static_cast<unsigned>(value) : static_cast<unsigned>(value), 10,
                 width);
    } else if (*at == 'u' || *at == 'x' || *at == 'X') {
      buffer.add(va_arg(arguments, unsigned), *at == 'u' ? 10 : 16, width);
    } else {
      buffer.add('%');
      at = format;
    }
    format = at + 1;
  }
  return buffer.end();
}

int ImFormatString(char* bytes, std::size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = ImFormatStringV(bytes, size, format, arguments);
  va_end(arguments);
  return length;
}

int imgui_scan(const char* text, const char* format, ...) {
  for (; *format && *format != '%'; ++format)
    if (*text++ != *format) return 0;
  if (std::strcmp(format, "%d") != 0 || *text < '0' || *text > '9') return 0;
  va_list arguments;
  va_start(arguments, format);
  int& value = *va_arg(arguments, int*);
  va_end(arguments);
  for (value = 0; *text >= '0' && *text <= '9'; ++text) value = value * 10 + (*text - '0');
  return 1;
}
