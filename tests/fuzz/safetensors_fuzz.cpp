// Any bytes are a header whose tensors fill the file, or have issues.
#include <string_view>

#include "formats/stored_parameters.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace tally;
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  read_safetensors(file, static_cast<std::int64_t>(size));  // the tensors' bytes are there as well
  const SafetensorsReading reading = read_safetensors(file);
  if (!reading.issues.empty()) return 0;
  std::int64_t at = 0;
  for (const StoredTensor& tensor : reading.tensors) {
    require(tensor.begin == at && tensor.end >= at && tensor.elements() >= 0);
    at = tensor.end;
  }
  const StoredParameters count = count_parameters(reading.tensors);
  require(count.bytes.count == at && count.parameters >= 0 && count.beside <= count.bytes);
  std::int64_t sum = 0;
  for (const auto& weight : count.weights) sum += weight.parameters;
  require(sum == count.parameters);
  return 0;
}
