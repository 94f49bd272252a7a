#pragma once

#include "lecture/strings/accumulation.h"

namespace tally::en {

inline constexpr AccumulationStrings accumulation{
    .title = "Gradient accumulation: time for activations",
};

}  // namespace tally::en
