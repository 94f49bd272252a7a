#pragma once

#include "lecture/strings/timeline.h"

namespace tally::en {

inline constexpr TimelineStrings timeline{
    .events_axis = "event",
    .saved = "{category} (saved for backward)",
    .in_flight = "{category} (in passing)",
    .peak = "peak {bytes}",
    .thinned =
        "The timeline shows {samples} instants out of {events} events; the instant of the peak is "
        "always among them.",
    .not_listed =
        "The run makes more than {limit} storages: too many to list at each instant. Fewer layers "
        "or micro-batches bring the list back.",
    .flat =
        "Stroke one: bands that lie flat. A network of {size} parameters ({layers} "
        "layers of width {width}) in mixed precision on one GPU: parameters, master weights, "
        "gradients and optimizer state are {states} from the first event to the last. The "
        "activations of one sample are too thin to see.",
    .state =
        "Stroke two: the state. Iteration 1 begins without it; its step() makes {state} for "
        "{optimizer}, and iteration 2 carries them from the start.",
    .no_state = "Stroke two: the state. {optimizer} makes none, so both iterations look alike.",
    .triangle =
        "Stroke three: the triangle. Layer by layer forward saves for backward, up to {saved}; "
        "backward uses it up in the opposite order.",
    .no_triangle = "Stroke three: the triangle, missing here. Nothing is saved for backward.",
    .moving =
        "What stays ({stays} when the picture begins) and the gradients are left out; they would "
        "dwarf it.",
    .whole =
        "Stroke six: the whole, at scale. {size} parameters ({layers} layers of width {width}), "
        "{tokens}, "
        "{recipe}, on one GPU: one step, once all states are there.",
    .whole_shared =
        "Stroke six: the whole, at scale. {size} parameters ({layers} layers of width {width}), "
        "{tokens}, "
        "{recipe}, {sharding}: one of {gpus} through one step, once all states are there.",
    .whole_never =
        "Stroke six: the whole, at scale. {size} parameters ({layers} layers of width {width}), "
        "{tokens}, "
        "{recipe}, {sharding}: no number of these GPUs holds it. This is what one GPU would need "
        "for "
        "one step, with nothing shared out.",
    .step_caption = "The step in the picture",
    .step_source =
        "Executed by this engine: the recording that the timeline shows, in the order of PyTorch "
        "2.6.",
    .begin_row = "live when it begins",
    .moving_row = "peak of what comes and goes",
    .peak_row = "peak of all live bytes",
};

}  // namespace tally::en
