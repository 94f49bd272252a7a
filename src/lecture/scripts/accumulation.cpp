// Lesson 4 in PyTorch: what the whole batch saves, and what each micro-batch does.
#include "experiments/accumulation.h"

#include "lecture/scripts.h"
#include "lecture/scripts/code.h"
#include "lecture/strings.h"

namespace tally {

Script pytorch(const AccumulationResult& result, const Language& language) {
  const ScriptStrings& words = language.strings->scripts;
  const AccumulationSettings& s = result.settings;
  Code code;
  code.line("from torch import nn, randn");
  code.line("from torch.autograd.graph import saved_tensors_hooks");
  code.line("linear = [nn.Linear(", s.width, ", ", s.width, ", bias=False) for _ in range(",
            s.layers, ")]");
  code.line("model = nn.Sequential(*[m for fc in linear for m in (fc, nn.ReLU())])");
  code.line("x, y = randn(", s.batch, ", ", s.width, "), randn(", s.batch, ", ", s.width, ")");
  code.line("for parts in (1, ", s.micro_batches, "):");
  if (s.zero_grad) code.line("    model.zero_grad()");
  code.line("    for a, b in zip(x.chunk(parts), y.chunk(parts)):");
  code.line("        kept = []");
  code.line("        with saved_tensors_hooks(lambda t: kept.append(t) or t, lambda t: t):");
  code.line("            loss = (model(a) - b).pow(2).mean()");
  code.line("        ", !s.divide_loss ? "loss.backward()"
                        : s.weighted   ? "(loss * (len(a) / len(x))).backward()"
                                       : "(loss / parts).backward()");
  code.line("        # ", words.transposed_weights);
  code.line(
      "        print(sum({t.data_ptr(): t.nbytes for t in kept if t.is_contiguous()}.values()))");
  code.line("print(sum(fc.weight.grad.nbytes for fc in linear))");
  Script script{.code = code.text(), .prints = {result.saved_large.count}};
  for (const Bytes saved : result.saved_parts) script.prints.push_back(saved.count);
  script.prints.push_back(result.gradients.count);
  return script;
}

}  // namespace tally
