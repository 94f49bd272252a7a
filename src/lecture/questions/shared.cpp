#include "lecture/questions/shared.h"

#include "lecture/format.h"

namespace tally {

std::string_view proved(std::initializer_list<Claim> claims) {
  std::string_view choice;
  for (const Claim& claim : claims) {
    if (!claim.proved) continue;
    if (!choice.empty()) return {};
    choice = claim.choice;
  }
  return choice;
}

std::string factor_text(Bytes value, Bytes of) {
  return fixed(static_cast<double>(value.count) / static_cast<double>(of.count), 2);
}

}  // namespace tally
