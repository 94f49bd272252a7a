// Lesson 5 in PyTorch: the most that checkpoints hold at once, and FLOPs by FlopCounterMode. On the
// meta device the FLOPs alone.
#include "experiments/checkpointing.h"

#include <algorithm>
#include <string>

#include "lecture/scripts.h"
#include "lecture/scripts/code.h"
#include "lecture/strings.h"

namespace tally {
namespace {

/// What PyTorch computes on the CPU within seconds, in a laptop's memory.
constexpr Flops cpu_flops{200'000'000'000};
constexpr Bytes cpu_bytes{1'000'000'000};

/// A layer, in two parts where it is wide: the first ends a line.
std::pair<std::string, std::string> layer(const CheckpointingSettings& s) {
  const std::string width = Code::python(s.width), inside = Code::python(4 * s.width);
  if (s.block == BlockKind::toy)
    return {"nn.Linear(" + width + ", " + width + ", bias=False), nn.ReLU())", ""};
  return {"nn.Linear(" + width + ", " + inside + ", bias=False), nn.GELU(),",
          "nn.Linear(" + inside + ", " + width + ", bias=False)) "};
}

}  // namespace

std::optional<Script> pytorch(const CheckpointingResult& result, const Language& language) {
  const ScriptStrings& words = language.strings->scripts;
  const CheckpointingSettings& s = result.settings;
  const CheckpointingRun& run = result.chosen;
  const std::int64_t weights = s.layers * s.width * s.width * (s.block == BlockKind::toy ? 1 : 8);
  const bool on_cpu =
      run.total <= cpu_flops && Bytes{8 * weights} + result.plain.saved_peak <= cpu_bytes;
  const auto [first, second] = layer(s);
  Code code;
  code.line(on_cpu ? "import gc, " : "import ",
            "torch.utils.checkpoint as cp, torch.utils.flop_counter as fc");
  code.line("from torch import ", on_cpu ? "" : "device, ", "nn, randn",
            s.keep_gradients ? ", zeros_like" : "");
  const std::string indent = on_cpu ? "" : "    ";
  if (!on_cpu) code.line("with device(\"meta\"):  # ", words.no_values);
  code.line(indent, "parts = [nn.Sequential(*[nn.Sequential(", first);
  code.line(indent, "    ", second, "for _ in range(n)]) for n in ", Code::list(run.segments), "]");
  code.line(indent, on_cpu ? "h, most, kw = " : "h, kw = ", "randn(", s.batch, ", ", s.width, "), ",
            on_cpu ? "[], " : "", "dict(use_reentrant=False",
            s.preserve_rng_state ? "" : ", preserve_rng_state=False", ")");
  if (s.keep_gradients)
    code.line("for p in nn.ModuleList(parts).parameters(): p.grad = zeros_like(p)");
  if (on_cpu) {
    code.line("def held(grads, _):  # ", words.held);
    code.line("    frames = [f for f in gc.get_objects() if type(f) is cp._CheckpointFrame]");
    code.line("    ts = [t for f in frames for d in f.recomputed.values() for t in d.values()]");
    // What the node has just taken out for itself is as large as its gradient.
    code.line(
        "    ts += [grads[0], *(t for f in frames for t in f.input_saver.grad_fn.saved_tensors)]");
    code.line(
        "    most.append(sum({t.data_ptr(): t.nbytes for t in ts if t.is_contiguous()}.values()))");
  }
  code.line("with fc.FlopCounterMode(display=False) as flops, cp.set_checkpoint_early_stop(",
            Code::boolean(s.early_stop), "):");
  if (on_cpu)
    code.line(
        "    for part in parts: (h := cp.checkpoint(part, h, **kw)).grad_fn.register_hook(held)");
  else
    code.line("    for part in parts: h = cp.checkpoint(part, h, **kw)");
  code.line("    h.sum().backward()");
  Script script{.code = {}, .prints = {run.total.count}};
  if (on_cpu) {
    code.line("print(max(most), max(most) // h.nbytes, flops.get_total_flops())");
    script.prints = {run.saved_peak.count, run.saved_peak.count / result.unit.count,
                     run.total.count};
  } else {
    code.line("print(flops.get_total_flops())");
  }
  if (!code.fits()) return std::nullopt;
  script.code = code.text();
  return script;
}

}  // namespace tally
