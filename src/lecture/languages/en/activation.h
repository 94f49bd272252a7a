#pragma once

#include "lecture/strings/activation.h"

namespace tally::en {

inline constexpr ActivationStrings activation{
    .title = "Activations grow with batch and depth",
};

}  // namespace tally::en
