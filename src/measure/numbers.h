// The results of the lecture's experiments as numbers that two engines are compared by, and what of
// a run is measured at scale.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.h"

namespace tally {

struct AccumulationResult;
struct ActivationResult;
struct BudgetResult;
struct CheckpointingResult;
struct LeversResult;
struct OptimizerStateResult;
struct RecipesResult;

namespace measure {

/// One whole number of a result.
struct Number {
  // Where it stands in the lesson, as prose names it: table, row and column,
  // "points/L8_B32/saved_bytes"; or, where it stands nowhere, a name of its own.
  std::string id;
  std::string_view unit;  // as in a report: "bytes", "flops", ...
  std::int64_t value = 0;
};

/// The same where a plot of the lesson draws it, in the units of its axes; a stack of bars as its
/// "sum".
struct Point {
  std::string_view plot, series;
  double x = 0, value = 0;
};

/// The numbers of a result in one order, whichever engine gave it. `headline` of them, the first,
/// are those that the lecture prints.
struct Numbers {
  std::vector<Number> all;
  std::vector<Point> points;
  std::size_t headline = 0;

  void add(std::string id, Bytes value) { all.push_back({std::move(id), "bytes", value.count}); }
  void add(std::string id, Flops value) { all.push_back({std::move(id), "flops", value.count}); }
  void add(std::string id, std::int64_t value, std::string_view unit) {
    all.push_back({std::move(id), unit, value});
  }
  void end_headline() { headline = all.size(); }
};

Numbers numbers_of(const RecipesResult& result);
Numbers numbers_of(const OptimizerStateResult& result);
Numbers numbers_of(const ActivationResult& result);
Numbers numbers_of(const AccumulationResult& result);
Numbers numbers_of(const CheckpointingResult& result);
Numbers numbers_of(const BudgetResult& result);
Numbers numbers_of(const LeversResult& result);

}  // namespace measure
}  // namespace tally
