#include "lecture/questions/shared.h"

#include "core/check.h"
#include "lecture/format.h"

namespace tally {

std::string_view proved(std::initializer_list<Claim> claims) {
  std::string_view choice;
  for (const Claim& claim : claims) {
    if (!claim.proved) continue;
    check(choice.empty(), [&] {
      return "[question] the execution proves two choices: " + std::string(choice) + " and " +
             std::string(claim.choice);
    });
    choice = claim.choice;
  }
  check(!choice.empty(), [&] {
    std::string ids;
    for (const Claim& claim : claims) ids += " " + std::string(claim.choice);
    return "[question] the execution proves none of the choices" + ids;
  });
  return choice;
}

std::string factor_text(Bytes value, Bytes of) {
  return fixed(static_cast<double>(value.count) / static_cast<double>(of.count), 2);
}

}  // namespace tally
