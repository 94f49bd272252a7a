// Lesson 7 in PyTorch: the optimizer's state and the FLOPs of one iteration, as it stands and with
// the levers that stock PyTorch pulls by itself, on the meta device.
#include "experiments/levers.h"

#include "lecture/format.h"
#include "lecture/scripts.h"
#include "lecture/scripts/code.h"
#include "lecture/scripts/optimizer.h"
#include "lecture/strings.h"

namespace tally {

Script pytorch(const LeversResult& result, const Language& language) {
  const ScriptStrings& words = language.strings->scripts;
  const LeversSettings& s = result.settings;
  const TrainingStepSettings batch = lever_step(s, Lever::batch),
                             parts = lever_step(s, Lever::accumulation);
  Code code;
  code.line("import torch");
  code.line("from torch import nn");
  code.line("from torch.utils.flop_counter import FlopCounterMode");
  code.line("def run(batch, parts, optimizer, **options):");
  code.line("    linear = [nn.Linear(", s.width, ", ", s.width,
            ", bias=False, device=\"meta\") for _ in range(", s.layers, ")]");
  code.line("    model = nn.Sequential(*[m for fc in linear for m in (fc, nn.ReLU())])");
  code.line("    optimizer = optimizer(model.parameters(), **options)");
  code.line("    with FlopCounterMode(display=False) as flops:");
  code.line("        for x in torch.randn(batch, ", s.width, ", device=\"meta\").chunk(parts):");
  code.line("            model(x).sum().backward()");
  code.line("    optimizer.step()  # ", words.lazy_state);
  code.line(
      "    state = [t for s in optimizer.state.values() for t in s.values() if t is not None]");
  code.line("    print(sum(t.nbytes for t in state), flops.get_total_flops())");
  code.line("for b, m in (", s.batch, ", 1), (", batch.batch, ", 1), (", parts.batch, ", ",
            parts.micro_batches, "): run(b, m, torch.optim.AdamW)");
  code.line("run(", s.batch, ", 1, ", optimizer_class(s.optimizer), optimizer_options(s.optimizer),
            ")");
  Script script{.code = code.text()};
  for (const LeverBytes& bytes :
       {result.runs.before, result.runs.at(Lever::batch), result.runs.at(Lever::accumulation),
        result.runs.at(Lever::optimizer)}) {
    script.prints.push_back(bytes.of(MemoryCategory::optimizer_state).count);
    script.prints.push_back(bytes.flops.count);
  }
  return script;
}

}  // namespace tally
