#include "lecture/real/gpu_option.h"

#include <cmath>
#include <utility>

#include "experiments/gpus.h"
#include "lecture/number.h"

namespace tally {

std::optional<AccountGpu> find_gpu(std::string_view text) {
  for (const Gpu& row : gpu_table)
    if (row.id == text) return AccountGpu{row.id, row.name, row.reported, row.marketed};
  double unit = 1;
  for (const auto& [suffix, bytes] : {std::pair<std::string_view, double>{"GiB", 0x1p30},
                                      std::pair<std::string_view, double>{"GB", 1e9}})
    if (text.ends_with(suffix)) {
      unit = bytes;
      text.remove_suffix(suffix.size());
      break;
    }
  double value = 0;
  if (read_real(text, value) != NumberProblem::none) return std::nullopt;
  // Up to a petabyte, of whole bytes: every one is a float64.
  const double bytes = value * unit;
  if (!(bytes >= 1) || bytes > 1e15 || (unit == 1 && value != std::floor(value)))
    return std::nullopt;
  return AccountGpu{{}, {}, {std::llround(bytes)}, {}};
}

std::string gpu_names() {
  std::string names;
  for (const Gpu& row : gpu_table) names += (names.empty() ? "" : ", ") + std::string(row.id);
  return names;
}

}  // namespace tally
