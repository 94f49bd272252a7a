// Lesson 1 in PyTorch: bytes per parameter and the largest model, with every number's tensor on the
// meta device; and a weight of 1 that takes small updates.
#include "experiments/recipes.h"

#include <cmath>

#include "lecture/format.h"
#include "lecture/scripts.h"
#include "lecture/scripts/code.h"
#include "lecture/strings.h"

namespace tally {
namespace {

/// A recipe's tensors as letters: ("bb", "fff") for bf16 parameters and gradients that are kept
/// whole, and fp32 states that are shared out.
std::string letters(const Recipe& recipe, Sharding sharding) {
  std::string whole, cut;
  for_each_kept(recipe, [&](MemoryCategory category, Dtype dtype) {
    (is_sharded(sharding, category) ? cut : whole) += dtype == Dtype::float32 ? 'f' : 'b';
  });
  return "(\"" + whole + "\", \"" + cut + "\")";
}

}  // namespace

Script pytorch(const RecipesResult& result, const Language& language) {
  const ScriptStrings& words = language.strings->scripts;
  const RecipesSettings& s = result.settings;
  std::string first, second;
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    std::string& list = i < recipes.size() / 2 ? first : second;
    list += (list.empty() ? "" : ", ") + letters(recipes[i], s.sharding);
  }
  Script script;
  Code code;
  code.line("import bisect, torch");
  code.line("types = {\"f\": torch.float32, \"b\": torch.bfloat16}");
  code.line("capacity, gpus = ", s.capacity.count, ", ", s.gpus);
  code.line("def size(n, kept):");
  code.line("    return sum(torch.empty(n, dtype=types[t], device=\"meta\").nbytes for t in kept)");
  code.line("for whole, cut in [  # ", words.whole_and_cut);
  code.line("        ", first, ",");
  code.line("        ", second, "]:");
  code.line("    def used(n): return size(n, whole) + size(-(-n // gpus), cut)  # ",
            words.fullest_gpu);
  code.line("    largest = bisect.bisect(range(1, capacity * gpus), capacity, key=used)");
  code.line("    print(size(1, whole + cut), largest)");
  code.line("bf16, master = torch.ones(1, dtype=torch.bfloat16), torch.ones(1)");
  code.line("update = ", typed(s.update));
  code.line("for _ in range(", s.updates, "): bf16, master = bf16 + update, master + update");
  code.line("print(round(bf16.item() * 10_000), round(master.item() * 10_000))");
  for (const RecipeRow& row : result.rows) {
    script.prints.push_back(row.per_parameter_in_all());
    script.prints.push_back(row.largest);
  }
  // Python's round goes to the even neighbour, as the default rounding of C++ does.
  for (const double weight : {result.curves.bf16.back(), result.curves.master.back()})
    script.prints.push_back(static_cast<std::int64_t>(std::nearbyint(weight * 1e4)));
  script.code = code.text();
  return script;
}

}  // namespace tally
