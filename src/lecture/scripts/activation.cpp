// Lesson 3 in PyTorch: what a forward pass saves, by saved_tensors_hooks.
#include "experiments/activation.h"

#include "core/format_text.h"
#include "lecture/scripts.h"
#include "lecture/scripts/code.h"
#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally {
namespace {

std::string_view module_of(Activation function) {
  switch (function) {
    case Activation::relu:
      return "nn.ReLU()";
    case Activation::gelu:
      return "nn.GELU()";
    case Activation::gelu_tanh:
      return "nn.GELU(\"tanh\")";
    case Activation::silu:
      return "nn.SiLU()";
    case Activation::sigmoid:
      return "nn.Sigmoid()";
    case Activation::tanh:
      return "nn.Tanh()";
  }
  return {};  // not reached: every enumerator returns
}

/// The line that freezes layers, by their numbers from 0, or by the bits of a number where those
/// are too many for a line; "" where none is frozen.
std::string freeze(const ActivationSettings& s) {
  std::vector<std::int64_t> layers;
  std::uint64_t bits = 0;
  for (std::int64_t layer = 1; layer <= s.layers; ++layer)
    if (s.is_frozen(layer)) {
      layers.push_back(layer - 1);
      bits |= std::uint64_t{1} << (layer - 1);
    }
  if (layers.empty()) return {};
  const auto frozen = static_cast<std::int64_t>(layers.size());
  std::string list = "range(" + Code::python(frozen) + ")";
  if (layers.back() + 1 != frozen) {
    list.clear();
    for (const std::int64_t layer : layers)
      list += (list.empty() ? "[" : ", ") + Code::python(layer);
    list += "]";
  }
  std::string line = "for i in " + list + ": linear[i].weight.requires_grad_(False)";
  if (line.size() <= script_columns) return line;
  return format_text("for i, m in enumerate(linear): m.weight.requires_grad_(not {} >> i & 1)",
                     hexadecimal(bits));
}

}  // namespace

Script pytorch(const ActivationResult& result, const Language& language) {
  const ScriptStrings& words = language.strings->scripts;
  const ActivationSettings& s = result.settings;
  Code code;
  code.line("import torch");
  code.line("from torch import nn");
  code.line("like = {\"device\": \"", result.yours.computed ? "cpu" : "meta",
            "\", \"dtype\": ", Code::dtype(s.dtype), "}");
  code.line("linear = [nn.Linear(", s.width, ", ", s.width, ", bias=False, **like) for _ in range(",
            s.layers, ")]");
  code.line("model = nn.Sequential(*[m for fc in linear for m in (fc, ", module_of(s.function),
            ")])", s.mode == ForwardMode::eval ? ".eval()" : "");
  if (const std::string line = freeze(s); !line.empty()) code.line(line);
  if (s.sequence == 1)
    code.line("x, saved = torch.randn(", s.batch, ", ", s.width, ", **like), {}");
  else
    code.line("x, saved = torch.randn(", s.batch, ", ", s.sequence, ", ", s.width, ", **like), {}");
  code.line("def pack(t):");
  code.line("    saved[t.untyped_storage()._cdata] = t.nbytes  # ", words.by_storage);
  code.line("    return t");
  code.line("with ", s.mode == ForwardMode::no_grad ? "torch.no_grad(), " : "",
            "torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):");
  code.line("    y = model(x)  # ", words.holds_graph);
  code.line("# ", words.parameters_do_not_count);
  code.line("for fc in linear: saved.pop(fc.weight.untyped_storage()._cdata, None)");
  code.line("print(sum(saved.values()), len(saved), sum(fc.weight.nbytes for fc in linear))");
  return {.code = code.text(),
          .prints = {result.yours.saved.count, static_cast<std::int64_t>(result.ledger.size()),
                     result.yours.parameters.count}};
}

}  // namespace tally
