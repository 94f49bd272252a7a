// What the parts of lesson 3 share.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/activation.h"
#include "lecture/parameter.h"
#include "lecture/presentation.h"
#include "lecture/strings.h"

namespace tally::activation {

inline constexpr std::array<Choice, 5> functions{{
    {"relu", [](const Strings&) -> Str { return "ReLU"; }},
    {"tanh", [](const Strings&) -> Str { return "tanh"; }},
    {"sigmoid", [](const Strings&) -> Str { return "sigmoid"; }},
    {"gelu", [](const Strings&) -> Str { return "GELU"; }},
    {"silu", [](const Strings&) -> Str { return "SiLU"; }},
}};

/// "ReLU".
std::string_view function_name(Activation function, const Language& language);

/// "= 8", "≈ 455.11": a number with two decimals, and whether that is all of it.
std::string equals(double value);

/// Where activations pass parameters: "= 512 × 8 / 9 ≈ 455.11".
std::string crossing_formula(const ActivationResult& result);

/// The lecture's points and the reader's; both sides of the crossing, where there is one; the
/// ledger.
std::vector<Table> tables(const ActivationResult& result, const Language& language);

}  // namespace tally::activation
