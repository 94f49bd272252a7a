// No index names a file outside its folder.
#include <string_view>

#include "formats/safetensors.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace tally;
  const SafetensorsIndex index =
      read_safetensors_index({reinterpret_cast<const char*>(data), size});
  for (const std::string& file : index.files())
    require(!file.empty() && file[0] != '.' && file.find_first_of("/\\") == std::string::npos);
  const std::vector<SafetensorsReading> headers(index.files().size());
  const SafetensorsReading merged = merge_shards(index, headers);
  require(merged.tensors.empty());
  // Empty files lack every tensor that the index puts there.
  require(index.weight_map.empty() || !merged.issues.empty());
  return 0;
}
