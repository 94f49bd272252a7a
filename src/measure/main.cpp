// The program `tally_measure`: what ./scripts/measure runs. Writes a report, which `tally report`
// shows.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "lecture/strings/report.h"
#include "lecture/text.h"
#include "measure/device.h"
#include "measure/measure.h"
#include "measure/torch_engine.h"

namespace tally::measure {
namespace {

constexpr int success = 0, failure = 1, bad_usage = 2;

void say(const std::string& text) { std::fprintf(stderr, "tally_measure: %s\n", text.c_str()); }

struct Request {
  std::string kind = "lecture", device, file;
  const Language* language = &languages().front();
};

/// False, with a sentence, where the command line asks for something that is not there.
bool read(int argc, char** argv, Request& request) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument(argv[i]);
    if (argument == "lecture" || argument == "models" || argument == "scale") {
      request.kind = argument;
      continue;
    }
    const std::string value = i + 1 < argc ? argv[++i] : "";
    if (argument == "--device" && (value == "cpu" || value == "cuda")) {
      request.device = value;
    } else if (argument == "--json" && !value.empty()) {
      request.file = value;
    } else if (argument == "--lang" && find_language(value)) {
      request.language = find_language(value);
    } else {
      say("usage: tally_measure [lecture|models|scale] [--device cpu|cuda] [--lang zh|en] --json "
          "FILE");
      return false;
    }
  }
  if (!request.file.empty()) return true;
  say("--json FILE is missing: where the report is written to");
  return false;
}

/// Beside the file and then in its place, which is whole at any time.
bool write(const Measurement& report, const std::string& file) {
  const std::string beside = file + ".part";
  std::ofstream out(beside, std::ios::trunc);
  out << to_json(report);
  out.close();
  if (out && std::rename(beside.c_str(), file.c_str()) == 0) return true;
  say(file + " cannot be written: " + std::strerror(errno));
  return false;
}

/// Says why there is no GPU to measure, where one was asked for or is there. False where one was
/// asked for.
bool without_gpu(const Request& request, const ReportStrings& words) {
  const bool is_asked_for = request.device == "cuda";
  const std::optional<UnusedGpu> unused = unused_gpu();
  if (!unused) {
    if (is_asked_for) say(std::string(words.no_gpu));
    return !is_asked_for;
  }
  const auto& problem = unused->problem;
  const Str& why = !problem                      ? words.built_for_cpus
                   : problem->id == "old_driver" ? words.old_driver
                                                 : words.failed;
  say(fill(is_asked_for ? words.unusable_gpu : words.unused_gpu,
           {{"driver", unused->driver.empty() ? "?" : unused->driver},
            {"libtorch", libtorch_version()},
            {"reason", fill(why, {{"detail", problem ? problem->detail : ""}})}}));
  return !is_asked_for;
}

int run(const Request& request) {
  const ReportStrings& words = report_strings(request.language->tag);
  if (request.kind == "models" && request.device == "cuda") {
    say(std::string(words.models_on_cpu));
    return failure;
  }
  const bool cuda =
      request.kind != "models" && (request.device.empty() ? has_cuda() : request.device == "cuda");
  const bool is_for_gpu = request.kind != "models" && request.device != "cpu";
  if (is_for_gpu && !has_cuda() && !without_gpu(request, words)) return failure;
  Measurement report = begin_report(request.kind, cuda);
  bool written = write(report, request.file);
  // Written after each configuration: what was measured so far stays, whatever ends the program.
  const OnProgress progress = [&](const Measurement& so_far, const std::string& next) {
    written = written && write(so_far, request.file);
    say(fill(words.measuring, {{"what", next}}));
  };
  if (!written) return failure;
  if (request.kind == "scale")
    measure_scale(report, progress);
  else if (request.kind == "models")
    measure_models(report, progress);
  else
    measure_lecture(report, progress);
  if (!written || !write(report, request.file)) return failure;
  for (const MeasuredConfiguration& each : report.configurations)
    if (each.problem) return failure;
  return success;
}

}  // namespace
}  // namespace tally::measure

int main(int argc, char** argv) {
  using namespace tally::measure;
  try {
    Request request;
    return read(argc, argv, request) ? run(request) : bad_usage;
  } catch (const std::exception& error) {
    say(problem_of(error).detail);
    return failure;
  }
}
