// The arguments of `tally account`, taken apart: on the command line and in the page, whose
// settings are the same options.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "account/training_config.h"
#include "core/bytes.h"
#include "lecture/language.h"
#include "lecture/real/file_reading.h"

namespace tally {

/// How attention is computed, named apart from the profile.
enum class AttentionChoice : std::uint8_t {
  eager,  // op by op
  math,   // scaled_dot_product_attention as PyTorch composes it (SDPBackend.MATH)
  flash,  // by CUDA's flash kernel
};
inline constexpr std::array<std::string_view, 3> attention_choice_ids{"eager", "math", "flash"};

/// What dropout keeps for backward, in the order of DropoutKernel: as wide as its input, of a step
/// on a CPU, or CUDA's byte an element.
inline constexpr std::array<std::string_view, 2> dropout_mask_ids{"cpu", "cuda"};

/// The GPU of --gpu: one by its name, or so many bytes.
struct AccountGpu {
  std::string_view id, name;  // "" where bytes were given
  Bytes capacity;             // what its driver reports
  std::optional<Bytes> marketed;
};

struct AccountOptions {
  TrainingConfig config;
  std::string name;                // of the model, as it was asked for
  std::vector<std::string> notes;  // what was assumed or not used of a config.json
  std::optional<AccountGpu> gpu;
  std::optional<AttentionChoice> attention;  // in the place of the profile's
  std::optional<NormForm> norm;              // the same
  std::string stored;                        // the file of --safetensors, or ""
  bool json = false;
  bool compare_kernels = false;
  bool explain = false;
  bool ledger = false;
  bool timeline = false;
  bool help = false;
  std::string problem;  // what is wrong, or ""

  // What options are read with.
  const Language* language = nullptr;
  ReadFile read_file;
};

/// What is wrong with a file that was brought is said in `language`.
AccountOptions read_account_options(const std::vector<std::string>& arguments,
                                    const Language& language, ReadFile read_file);

/// The help of `tally account`.
std::string account_help(const Language& language);

}  // namespace tally
