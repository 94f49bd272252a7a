// The account of the largest published model natively. run.mjs makes a row of what it prints.
#include "account/account.h"

#include <benchmark/benchmark.h>

#include <string_view>
#include <vector>

#include "models/presets.h"

namespace tally::bench {
namespace {

void account_row(benchmark::State& state) {
  TrainingConfig config;
  config.model = find_preset("llama-3.1-405b")->config;
  for (auto _ : state) benchmark::DoNotOptimize(account(config));
}

BENCHMARK(account_row)->Name("account/llama-3.1-405b")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tally::bench

int main(int count, char** arguments) {
  std::vector<char*> rest;
  // One account is small enough for a smoke test.
  for (int i = 0; i < count; ++i)
    if (std::string_view(arguments[i]) != "--smoke") rest.push_back(arguments[i]);
  count = static_cast<int>(rest.size());
  benchmark::Initialize(&count, rest.data());
  if (benchmark::ReportUnrecognizedArguments(count, rest.data())) return 2;
  return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
}
