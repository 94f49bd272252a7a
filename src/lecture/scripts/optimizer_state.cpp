// Lesson 2 in PyTorch: the bytes of the optimizer's state before and after step().
#include "lecture/format.h"
#include "lecture/scripts.h"
#include "lecture/scripts/code.h"
#include "lecture/scripts/optimizer.h"
#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally {

std::string optimizer_class(const OptimizerChoice& optimizer) {
  std::string name;
  visit_optimizer(optimizer.rule, [&]<class Rule>() { name = Rule::title; });
  return "torch.optim." + name;
}

std::string optimizer_options(const OptimizerChoice& optimizer) {
  std::string options;
  if (optimizer.momentum != 0) options += ", momentum=" + typed(optimizer.momentum);
  if (optimizer.nesterov) options += ", nesterov=True";
  return options;
}

Script pytorch(const OptimizerStateResult& result, const Language& language) {
  const ScriptStrings& words = language.strings->scripts;
  const OptimizerStateSettings& s = result.settings;
  const std::string_view device = result.computed ? "" : ", device=\"meta\"";
  Code code;
  code.line("import torch");
  code.line("from torch import nn");
  code.line("linear = [nn.Linear(", s.width, ", ", s.width, ", bias=False", device,
            ") for _ in range(", s.layers, ")]");
  code.line("model = nn.Sequential(*[m for fc in linear for m in (fc, nn.ReLU())])");
  code.line("optimizer = ", optimizer_class(s.optimizer), "(model.parameters()",
            optimizer_options(s.optimizer), ")");
  code.line("def state():  # ", words.state_bytes);
  code.line(
      "    tensors = [t for s in optimizer.state.values() for t in s.values() if t is not None]");
  code.line("    return sum(t.nbytes for t in tensors)");
  code.line(
      "print(sum(fc.weight.numel() for fc in linear), sum(fc.weight.nbytes for fc in linear))");
  code.line("print(state())  # ", words.before_first_step);
  Script script{.code = {},
                .prints = {result.parameters, result.parameter_bytes.count,
                           result.state_after.front().count}};
  if (s.steps > 0) {
    code.line("for _ in range(", s.steps, "):");
    code.line("    optimizer.zero_grad()");
    code.line("    model(torch.randn(", s.batch, ", ", s.width, device, ")).sum().backward()");
    code.line("    optimizer.step()");
    code.line("print(state())  # ",
              fill(words.after_steps, {{"steps", quantity(s.steps, Unit::steps, language)}}));
    script.prints.push_back(result.state_after[static_cast<std::size_t>(s.steps)].count);
  }
  script.code = code.text();
  return script;
}

}  // namespace tally
