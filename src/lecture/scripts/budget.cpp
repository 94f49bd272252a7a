// Lesson 6 in PyTorch: bytes of a model's states, with every tensor on the meta device, and the
// GPUs that hold them, in whole numbers.
#include "experiments/budget.h"

#include "lecture/scripts.h"
#include "lecture/scripts/code.h"
#include "lecture/strings.h"

namespace tally {

Script pytorch(const BudgetResult& result, const Language& language) {
  const ScriptStrings& words = language.strings->scripts;
  const BudgetSettings& s = result.settings;
  std::string whole, cut;
  for_each_kept(s.recipe, [&](MemoryCategory category, Dtype dtype) {
    std::string& list = is_sharded(s.sharding, category) ? cut : whole;
    list += (list.empty() ? "" : ", ") + std::string(dtype == Dtype::float32 ? "f" : "b");
  });
  Code code;
  code.line("import torch");
  code.line("f, b = torch.float32, torch.bfloat16");
  code.line("whole, cut = [", whole, "], [", cut, "]  # ", words.whole_and_cut);
  code.line("def size(n, kept):");
  code.line("    return sum(torch.empty(n, dtype=t, device=\"meta\").nbytes for t in kept)");
  Script script;
  std::string sizes;
  const auto point = [&](const BudgetPoint& at) {
    sizes += (sizes.empty() ? "" : ", ") + Code::python(at.parameters);
    script.prints.push_back(at.whole.total().count);
    script.prints.push_back(at.gpus.value_or(0));
  };
  for (const BudgetPoint& at : result.round) point(at);
  code.line("for n in (", sizes, ",");
  sizes.clear();
  point(result.yours);
  code.line("          ", sizes, "):");
  code.line("    left = ", s.capacity.count, " - size(n, whole)");
  if (cut.empty()) {
    code.line("    print(size(n, whole), int(left >= 0))  # ", words.none_is_enough);
  } else {
    code.line("    share = left // size(1, cut)  # ", words.share);
    code.line("    print(size(n, whole + cut), -(-n // share) if share > 0 else 0)  # ",
              words.none_is_enough);
  }
  script.code = code.text();
  return script;
}

}  // namespace tally
