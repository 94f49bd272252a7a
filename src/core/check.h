// Checks at the boundary of an op or an API. A failed check throws `Error`; in the release wasm,
// which has no exceptions, it prints its message and aborts.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace tally {

/// What a failed check throws. The message says the op in brackets, what was wrong, and both
/// shapes.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] void fail(std::string_view message);

/// `check(a == b, [&] { return format_text("[op] ..."); })`: the message is made only on failure.
template <class Message>
void check(bool condition, Message&& message) {
  if (condition) [[likely]]
    return;
  if constexpr (std::is_invocable_v<Message>)
    fail(message());
  else
    fail(message);
}

}  // namespace tally
