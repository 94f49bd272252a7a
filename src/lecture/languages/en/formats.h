#pragma once

#include "lecture/strings/formats.h"

namespace tally::en {

inline constexpr FormatStrings formats{
    .not_utf8 = "it is no text in UTF-8: byte {got}",
    .not_json = "it is no JSON: reading stopped at byte {got}",
    .number_too_big = "the number before byte {got} is too big for any computer's float64",
    .too_deep = "it is nested deeper than 64 at byte {got}",
    .duplicate = "{field} stands twice in one object",
    .missing = "{field} is missing",
    .wrong_type = "{field}: got {got}, takes {takes}",
    .out_of_range = "{field}: {got} is out of range, takes {takes}",
    .unknown_value = "{field}: {got} is not known here, takes one of {takes}",
    .contradiction = "{field}: {got}",
    .not_modelled = "{field} is {got}: that is not modelled",
    .cut_off = "it is cut off: {got} bytes where there must be {takes}",
    .too_long = "it claims a header of {got} bytes; the format allows {takes}",
    .hole = "bytes from {got} on belong to no tensor",
    .the_file = "the file",
    .unknown_fields = "not known here and not used: {names}",
    .assumed = "{field} is left out; {value} is taken ({why})",
};

}  // namespace tally::en
