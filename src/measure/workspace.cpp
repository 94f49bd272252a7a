#include "engine/engine.h"
#include "measure/configuration.h"
#include "measure/measure.h"
#include "measure/torch_engine.h"
#include "measure/vocabulary.h"
// The templates after the ops that they call.
#include "measure/scale_step.h"

namespace tally::measure {

void measure_workspace(Measurement& report, const OnProgress& progress) {
  if (report.device != "cuda") return;
  run_configuration(report, progress, {.id = "workspace", .settings = {}},
                    [](MeasuredConfiguration& filled) {
                      const TorchEngine engine(at::Device(at::kCUDA), TorchEngine::Values::torchs);
                      // Forward on this thread and backward on autograd's: each has a handle.
                      for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16})
                        ScaleStep<TorchEngine>(engine, {1, 256, 256, dtype}).run();
                      engine.seconds();
                      add_measured(filled, "workspace", tracker().set_aside());
                    });
}

}  // namespace tally::measure
