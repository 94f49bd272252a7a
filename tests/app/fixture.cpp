#include "tests/app/fixture.h"

#include <cmath>

namespace tally::app::fixture {
namespace {

TextMap both(std::string zh, std::string en) {
  return {{"zh", std::move(zh)}, {"en", std::move(en)}};
}

ParameterDescription number(std::string key, TextMap label, Unit unit, TextMap unit_label,
                            double min, double max, Scale scale, std::string usual) {
  ParameterDescription p;
  p.key = std::move(key);
  p.kind = ParameterKind::integer;
  p.label = std::move(label);
  p.help = both("这是一个参数的说明，说明它是什么。", "What this parameter is, in one sentence.");
  p.unit = unit;
  p.unit_label = std::move(unit_label);
  p.min = min;
  p.max = max;
  p.scale = scale;
  p.default_text = std::move(usual);
  p.limits = both("范围", "limits");
  return p;
}

ParameterDescription choice(std::string key, TextMap label,
                            std::vector<ChoiceDescription> choices) {
  ParameterDescription p =
      number(std::move(key), std::move(label), Unit::none, {}, 0, 0, Scale::linear, choices[0].id);
  p.kind = ParameterKind::choice;
  p.choices = std::move(choices);
  return p;
}

std::string pick(std::string_view language, const char* zh, const char* en) {
  return language == "zh" ? zh : en;
}

Plot stacked_bars(std::string_view l, double scale, bool long_names) {
  Plot plot;
  plot.id = long_names ? "long" : "bars";
  plot.caption = pick(l, "每个参数占多少字节", "Bytes per parameter by recipe");
  plot.x.categories =
      long_names ? std::vector<std::string>{pick(l, "fp32 参数、梯度与优化器状态",
                                                 "fp32 weights, gradients and moments"),
                                            pick(l, "bf16 参数，fp32 优化器状态",
                                                 "bf16 weights with fp32 moments"),
                                            pick(l, "bf16 参数，fp32 主参数与优化器状态",
                                                 "bf16 weights, fp32 master weights and moments"),
                                            pick(l, "自动混合精度", "autocast")}
                 : std::vector<std::string>{"fp32", "bf16", pick(l, "混合精度", "mixed"), "fp8"};
  plot.y = {pick(l, "每个参数的字节数", "bytes per parameter (B/param)"),
            Unit::bytes_per_parameter,
            Scale::linear,
            {}};
  const double parts[4][4] = {{4, 2, 2, 1}, {4, 2, 2, 2}, {0, 0, 4, 2}, {8, 8, 8, 4}};
  const char* zh[] = {"参数", "梯度", "主参数", "优化器状态"};
  const char* en[] = {"parameters", "gradients", "master weights", "optimizer state"};
  const char* colors[] = {"parameter", "gradient", "master_weight", "optimizer_state"};
  for (int i = 0; i < 4; ++i) {
    Series series{colors[i], pick(l, zh[i], en[i]), colors[i], SeriesKind::bars, {}, {}};
    for (int k = 0; k < 4; ++k) {
      series.x.push_back(k);
      series.y.push_back(parts[i][k] * scale);
    }
    plot.series.push_back(std::move(series));
  }
  plot.marks.push_back(
      {Mark::Along::y, 14, pick(l, "你的 GPU：14 B", "your card: 14 B/param"), "limit"});
  return plot;
}

Plot lines(std::string_view l, double scale) {
  Plot plot;
  plot.id = "lines";
  plot.caption = pick(l, "保存的激活值随层数增长", "Saved activations grow with depth");
  plot.x = {pick(l, "层数", "layers"), Unit::layers, Scale::linear, {}};
  plot.y = {pick(l, "保存的字节", "saved bytes"), Unit::bytes, Scale::linear, {}};
  Series formula{"formula", pick(l, "公式", "formula"), "formula", SeriesKind::line, {}, {}};
  Series measured{"measured", pick(l, "实测", "measured"), "measured", SeriesKind::points, {}, {}};
  for (int layers = 1; layers <= 16; ++layers) {
    formula.x.push_back(layers);
    formula.y.push_back((layers + 1) * 65536 * scale);
    if (layers % 2 == 0) {
      measured.x.push_back(layers);
      measured.y.push_back((layers + 1) * 65536 * scale);
    }
  }
  Series yours{"yours", pick(l, "你的设置", "your setting"),
               "yours", SeriesKind::points,
               {8},     {9 * 65536 * scale}};
  plot.series = {formula, measured, yours};
  plot.marks.push_back({Mark::Along::x, 8, pick(l, "你的设置", "your setting"), "yours"});
  return plot;
}

Plot logarithmic(std::string_view l, double scale) {
  Plot plot;
  plot.id = "log";
  plot.caption = pick(l, "训练所需的显存", "Memory needed to train");
  plot.x = {pick(l, "参数量", "parameters"), Unit::parameters, Scale::log10, {}};
  plot.y = {pick(l, "显存 (GB)", "memory (GB)"), Unit::gigabytes, Scale::log10, {}};
  Series line{"need", pick(l, "显存", "memory"), "measured", SeriesKind::line, {}, {}};
  for (double p = 1e6; p <= 1.0001e13; p *= std::sqrt(10.0)) {
    line.x.push_back(p);
    line.y.push_back(p * 16 / 1e9 * scale);
  }
  plot.series.push_back(line);
  for (const auto& [name, count] : {std::pair("GPT-2 124M", 124e6),
                                    {"GPT-2 XL 1.5B", 1.5e9},
                                    {"7B", 7e9},
                                    {"Llama 70B", 70e9},
                                    {"Llama 405B", 405e9}})
    plot.marks.push_back({Mark::Along::x, count, name, "muted"});
  plot.marks.push_back({Mark::Along::y, 80, "80 GB", "limit"});
  return plot;
}

Plot areas(std::string_view l, double scale) {
  Plot plot;
  plot.id = "areas";
  plot.caption = pick(l, "一步之内的显存", "Memory within a step, by depth");
  plot.x = {pick(l, "层数", "layers"), Unit::layers, Scale::log2, {}};
  plot.y = {pick(l, "字节", "bytes"), Unit::bytes, Scale::linear, {}};
  const char* ids[] = {
      "parameter", "gradient",  "optimizer_state", "activation", "activation_gradient",
      "input",     "temporary", "cast_copy",       "rng_state"};
  int i = 0;
  for (const char* id : ids) {
    Series series{id, id, id, SeriesKind::area, {}, {}};
    for (double x = 1; x <= 64; x *= 2) {
      series.x.push_back(x);
      series.y.push_back((x * (1 + 0.3 * std::sin(i + x)) + i) * 1e6 * scale);
    }
    plot.series.push_back(series);
    ++i;
  }
  return plot;
}

Timeline timeline(std::string_view l, double scale) {
  Timeline t;
  t.id = "timeline";
  t.caption = pick(l, "前向与反向中的存活字节", "Live bytes over forward and backward");
  t.x = {pick(l, "事件", "event"), Unit::events, Scale::linear, {}};
  t.y = {pick(l, "存活字节", "live bytes"), Unit::bytes, Scale::linear, {}};
  t.bands = {{"parameter", pick(l, "参数", "parameters"), "parameter", {}},
             {"activation", pick(l, "激活值", "activations"), "activation", {}},
             {"gradient", pick(l, "梯度", "gradients"), "gradient", {}},
             {"activation_gradient",
              pick(l, "激活值的梯度", "activation gradients"),
              "activation_gradient",
              {}},
             {"temporary", pick(l, "临时", "temporaries"), "temporary", {}}};
  const int layers = 16;
  for (int i = 0; i < 8 * layers; ++i) {
    const bool backward = i >= 2 * layers;
    const double done = backward ? (i - 2 * layers) / 6.0 : 0;
    t.x_at.push_back(i);
    t.bands[0].bytes.push_back(4e6 * scale);
    t.bands[1].bytes.push_back((backward ? std::max(0.0, layers - done) : i / 2.0 + 1) * 5e5 *
                               scale);
    t.bands[2].bytes.push_back(backward ? std::floor(done + 1) * 2.5e5 * scale : 0);
    t.bands[3].bytes.push_back(backward ? (i % 6 < 3 ? 1e6 : 5e5) * scale : 0);
    t.bands[4].bytes.push_back(i % 6 == 4 ? 4e5 * scale : 0);
    double sum = 0;
    for (const auto& band : t.bands) sum += band.bytes.back();
    if (sum > t.peak_bytes) {
      t.peak_bytes = sum;
      t.peak_at = i;
    }
  }
  t.phases = {{pick(l, "前向", "forward"), 0, 2.0 * layers},
              {pick(l, "反向", "backward"), 2.0 * layers, 8.0 * layers}};
  return t;
}

}  // namespace

Description description() {
  Description d;
  d.languages = {{"zh", "zh-Hans", "简体中文"}, {"en", "en", "English"}};
  d.ui = {{"zh",
           {{"reset", "重置"},
            {"reset_all", "全部重置"},
            {"back_to_start", "重置"},
            {"peak", "峰值"},
            {"stale", "参数无效"}}},
          {"en",
           {{"reset", "Reset"},
            {"reset_all", "Reset all"},
            {"back_to_start", "Back"},
            {"peak", "peak"},
            {"stale", "A value is not valid: this is the last good result"}}}};
  LessonDescription lesson;
  lesson.id = "everything";
  lesson.number = 1;
  lesson.title = both("全部", "Everything");
  lesson.parameters.push_back(number("layers", both("层数 L", "Layers L"), Unit::layers,
                                     both("层", "layers"), 1, 64, Scale::linear, "8"));
  lesson.parameters.push_back(number("batch", both("批大小 B", "Batch B"), Unit::samples,
                                     both("样本", "samples"), 1, 4096, Scale::log2, "32"));
  lesson.parameters.push_back(number("count", both("参数量", "Parameters"), Unit::parameters,
                                     both("参数", "parameters"), 1e6, 1e13, Scale::log10,
                                     "7000000000"));
  lesson.parameters.push_back(choice("optimizer", both("优化器", "Optimizer"),
                                     {{"adamw", both("AdamW", "AdamW")},
                                      {"sgd", both("SGD", "SGD")},
                                      {"momentum", both("SGD 与动量", "SGD with momentum")}}));
  std::vector<ChoiceDescription> cards;
  for (const char* card : {"H100 SXM 80 GB", "H200 141 GB", "A100 80 GB", "A100 40 GB",
                           "B200 180 GB", "L40S 48 GB", "RTX 4090 24 GB"})
    cards.push_back({card, both(card, card)});
  lesson.parameters.push_back(choice("gpu", both("GPU", "GPU"), cards));
  ParameterDescription flag = number(
      "early_stop", both("提前停止重计算", "Stop recomputation early, as PyTorch does by default"),
      Unit::none, {}, 0, 0, Scale::linear, "true");
  flag.kind = ParameterKind::flag;
  lesson.parameters.push_back(flag);
  ParameterDescription segments =
      number("segments", both("各段层数", "Layers of each segment"), Unit::layers,
             both("层", "layers"), 1, 16, Scale::linear, "4,4,4,4");
  segments.kind = ParameterKind::integers;
  lesson.parameters.push_back(segments);
  ParameterDescription step = number("steps", both("step()", "step()"), Unit::steps,
                                     both("步", "steps"), 0, 5, Scale::linear, "0");
  step.control = Control::button;
  lesson.parameters.push_back(step);
  d.lessons.push_back(lesson);
  return d;
}

RunResponse response(std::string_view language, double scale) {
  RunResponse r;
  r.lesson = "everything";
  r.language = language;
  r.values = {{"layers", "12"},          {"batch", "32"},       {"count", "7000000000"},
              {"optimizer", "sgd"},      {"gpu", "A100 80 GB"}, {"early_stop", "true"},
              {"segments", "6,4,3,2,1"}, {"steps", "2"}};
  r.presentation.emplace();
  r.presentation->sentence = pick(language, "一句话。", "One sentence.");
  r.presentation->plots = {stacked_bars(language, scale, false), lines(language, scale),
                           logarithmic(language, scale), areas(language, scale),
                           stacked_bars(language, scale, true)};
  r.presentation->timeline = timeline(language, scale);
  return r;
}

RunResponse bad_response(std::string_view language) {
  RunResponse r = response(language);
  r.presentation.reset();
  r.values[0].second = "999";
  r.issues.push_back({"layers", pick(language, "层数 L：参数无效",
                                     "Layers L: got \"999\", takes a whole number from 1 to 64.")});
  return r;
}

}  // namespace tally::app::fixture
