// What a lesson shows, as plain data: a sentence, notes, tables, plots and a timeline. The page,
// the window, the command line and the tests all read this; none of them computes a number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lecture/parameter.h"
#include "lecture/unit.h"

namespace tally {

/// A cell: `text` is what is shown (formatted once, here); `value` is the raw number for JSON,
/// sorting and tests (monostate for words). `formula` is how the number comes about, with the
/// numbers put in: "(L + 1) × B × D × 4 B = (4 + 1) × 32 × 512 × 4 B = 327,680 B"; empty where
/// there is none.
struct Cell {
  std::variant<std::monostate, std::int64_t, double> value;
  std::string text;
  std::string formula = {};
};

struct Column {
  std::string key;    // stable across languages: "saved_bytes"
  std::string label;  // with its unit: "saved (B)"
  Unit unit = Unit::none;
};

struct Table {
  std::string id;  // stable: "recipes"
  std::string caption;
  std::vector<Column> columns = {};
  std::vector<std::vector<Cell>> rows = {};
  std::vector<std::string> row_ids =
      {};  // stable ids of rows where a test or a link needs them; may be empty
  std::int64_t marked_row = -1;  // the row of the reader's own setting, or -1
  std::string source = {};  // where the numbers and their formulas come from: what was executed, a
                            // paper, a file of PyTorch
};

/// Where a colour comes from: a memory category's id ("parameter", "gradient", "optimizer_state",
/// "master_weight", "activation", "activation_gradient", "input", "temporary", "cast_copy",
/// "rng_state", "buffer", "other") or a role: "measured", "formula", "yours", "limit", "muted".
using ColorKey = std::string;

struct Axis {
  std::string label;
  Unit unit = Unit::none;
  Scale scale = Scale::linear;
  std::vector<std::string> categories =
      {};  // names of discrete positions 0, 1, ... (bars); empty otherwise
};

enum class SeriesKind : std::uint8_t { bars, line, points, area };

/// Bars at the same x stack in the order of the series; so do areas.
struct Series {
  std::string id;
  std::string label;
  ColorKey color;
  SeriesKind kind = SeriesKind::line;
  std::vector<double> x = {};
  std::vector<double> y = {};
};

/// A labelled line across a plot: a limit, the reader's value, an instant.
struct Mark {
  enum class Along : std::uint8_t { x, y } along = Along::y;
  double at = 0;
  std::string label;
  ColorKey color;
};

struct Plot {
  std::string id;
  std::string caption;
  Axis x = {}, y = {};
  std::vector<Series> series = {};
  std::vector<Mark> marks = {};
};

/// Live bytes over the recorded events of a run, in bands by category; drawn as stacked areas.
struct Timeline {
  std::string id;
  std::string caption;
  Axis x, y;  // x: events; y: bytes
  struct Band {
    std::string id;  // a category, or a part of one ("activation.saved")
    std::string label;
    ColorKey color;
    std::vector<double> bytes;  // one per sample
  };
  std::vector<double> x_at = {};  // the event ordinal of each sample, increasing
  std::vector<Band> bands = {};
  struct Phase {
    std::string label;
    double begin, end;
  };
  std::vector<Phase> phases = {};
  double peak_at = 0;     // where the sum of the bands is greatest
  double peak_bytes = 0;  // that sum
  std::string peak_label;
  double live_peak_bytes = 0;  // the most alive at once, with what no band shows

  /// A storage that lived during the recording: live at x when from <= x < to. One whose category
  /// changed is listed once for each, so that at every sample the storages of a category add up to
  /// its bands.
  struct Storage {
    ColorKey category;
    std::string label;  // what it is ("layers.0.weight"), else the op that allocated it ("mm")
    std::string shape;  // of the first tensor over it: "(32, 512)"; empty when unknown
    double bytes = 0;
    double from = 0, to = 0;
    /// A backward node that keeps it ("ReluBackward0", "result"), while from <= x < to.
    struct Hold {
      std::string node, slot;
      double from = 0, to = 0;
    };
    std::vector<Hold> holds = {};
  };
  std::vector<Storage> storages = {};  // in the order of allocation; empty when they are too many
};

/// The same in PyTorch: a program of a few lines with the reader's values put in, and the integers
/// that it prints, one after another, by our engine.
struct Script {
  std::string code;
  std::vector<std::int64_t> prints = {};
};

struct Presentation {
  std::string sentence;  // the result in one sentence
  std::vector<std::string> notes =
      {};  // conditions of validity, device and size ("accounted on meta")
  std::vector<Plot> plots = {};
  std::optional<Timeline> timeline = {};
  std::vector<Table> tables = {};
  std::optional<Script> pytorch = {};
};

}  // namespace tally
