// Questions beside lesson 3: what a forward pass keeps, and what it does not.
#include "engine/engine.h"
#include "experiments/activation_run.h"
#include "lecture/format.h"
#include "lecture/questions/shared.h"

namespace tally {
namespace {

constexpr std::string_view part = "activation";

/// Saved bytes of one forward pass, on meta.
Bytes saved(const ActivationSettings& settings) {
  return detail::measure_activation(Engine(Device::meta), settings).saved;
}

struct EvalSavesMemory {
  static constexpr std::string_view id = "eval_saves_memory", lesson = part;
  static constexpr auto words = &QuestionStrings::eval_saves_memory;
  static constexpr std::array<std::string_view, 4> choices{"eval", "no_grad", "either", "neither"};

  static Finding run(Progress&) {
    const Bytes train = saved({}), eval = saved({.mode = ForwardMode::eval}),
                no_grad = saved({.mode = ForwardMode::no_grad});
    const bool by_eval = eval < train, by_no_grad = no_grad < train;
    return {proved({{"eval", by_eval && !by_no_grad},
                    {"no_grad", by_no_grad && !by_eval},
                    {"either", by_eval && by_no_grad},
                    {"neither", !by_eval && !by_no_grad}}),
            {{"train", bytes_text(train)},
             {"eval", bytes_text(eval)},
             {"no_grad", bytes_text(no_grad)}}};
  }
};

struct EveryOutputIsKept {
  static constexpr std::string_view id = "every_output_is_kept", lesson = part;
  static constexpr auto words = &QuestionStrings::every_output_is_kept;
  static constexpr std::array<std::string_view, 4> choices{"8", "9", "16", "17"};

  static Arguments setting() { return {{"layers", grouped(ActivationSettings{}.layers)}}; }

  static Finding run(Progress&) {
    const auto units = [](Activation function) {
      const ActivationSettings settings{.function = function};
      return saved(settings).count / activation_unit(settings).count;
    };
    const std::int64_t relu = units(Activation::relu);
    return {proved({{"8", relu == 8}, {"9", relu == 9}, {"16", relu == 16}, {"17", relu == 17}}),
            {{"layers", grouped(ActivationSettings{}.layers)},
             {"relu", grouped(relu)},
             {"gelu", grouped(units(Activation::gelu))}}};
  }
};

struct FreezingSaves {
  static constexpr std::string_view id = "freezing_saves", lesson = part;
  static constexpr auto words = &QuestionStrings::freezing_saves;
  static constexpr std::array<std::string_view, 4> choices{"first", "middle", "both", "neither"};
  static constexpr std::int64_t middle_layer = 4;

  static Arguments setting() { return {{"layers", grouped(ActivationSettings{}.layers)}}; }

  static Finding run(Progress&) {
    const Bytes all = saved({}), first = saved({.frozen_layers = {1}}),
                middle = saved({.frozen_layers = {middle_layer}});
    const bool by_first = first < all, by_middle = middle < all;
    return {proved({{"first", by_first && !by_middle},
                    {"middle", by_middle && !by_first},
                    {"both", by_first && by_middle},
                    {"neither", !by_first && !by_middle}}),
            {{"all", bytes_text(all)},
             {"first", bytes_text(first)},
             {"middle", bytes_text(middle)},
             {"layer", grouped(middle_layer)}}};
  }
};

struct DoublingDoubles {
  static constexpr std::string_view id = "doubling_doubles", lesson = part;
  static constexpr auto words = &QuestionStrings::doubling_doubles;
  static constexpr std::array<std::string_view, 4> choices{"layers", "batch", "both", "neither"};

  static Finding run(Progress&) {
    const Bytes start = saved({.layers = 4}), deeper = saved({.layers = 8}),
                larger = saved({.layers = 8, .batch = 64}),
                deepest = saved({.layers = 16, .batch = 64});
    const bool by_layers = deeper == 2 * start, by_batch = larger == 2 * deeper;
    return {proved({{"layers", by_layers && !by_batch},
                    {"batch", by_batch && !by_layers},
                    {"both", by_layers && by_batch},
                    {"neither", !by_layers && !by_batch}}),
            {{"batch", factor_text(larger, deeper)},
             {"layers", factor_text(deeper, start)},
             {"more_layers", factor_text(deepest, larger)}}};
  }
};

}  // namespace

extern const Question eval_saves_memory, every_output_is_kept, freezing_saves, doubling_doubles;
const Question eval_saves_memory = question<EvalSavesMemory>();
const Question every_output_is_kept = question<EveryOutputIsKept>();
const Question freezing_saves = question<FreezingSaves>();
const Question doubling_doubles = question<DoublingDoubles>();

}  // namespace tally
