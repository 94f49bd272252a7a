// Reads the header of a safetensors file, and the index of a model in several of them: which
// tensors there are, and how many parameters they hold. The tensors' values are never read.
//
// The format: 8 bytes, the header's length n, little-endian; n bytes of JSON, one member per tensor
// {"dtype", "shape", "data_offsets": [begin, end]}, and "__metadata__"; then the tensors' bytes,
// without holes (github.com/huggingface/safetensors, README).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bytes.h"
#include "core/shape.h"
#include "formats/issue.h"

namespace tally {

struct StoredTensor {
  std::string name;
  std::string dtype;  // "BF16"
  Shape shape;
  std::int64_t begin = 0, end = 0;  // bytes after the header

  std::int64_t elements() const { return numel(shape); }
  Bytes bytes() const { return {end - begin}; }
};

/// The longest header that the format's own reader takes.
inline constexpr std::int64_t longest_safetensors_header = 100'000'000;

/// How many bytes of the file hold the header, the 8 before it included; an issue when the length
/// cannot be right. `beginning` has at least the first 8 bytes where the file has them.
std::optional<std::int64_t> safetensors_header_end(std::string_view beginning,
                                                   std::optional<std::int64_t> file_size,
                                                   FormatIssues& issues);

struct SafetensorsReading {
  std::vector<StoredTensor> tensors;  // in the order of their bytes; meaningless beside issues
  FormatIssues issues;
};

/// `beginning` is the file or its first bytes, header included. With `file_size` it is checked that
/// the tensors fill the file.
SafetensorsReading read_safetensors(std::string_view beginning,
                                    std::optional<std::int64_t> file_size = {});

/// model.safetensors.index.json: which file holds which tensor.
struct SafetensorsIndex {
  std::optional<std::int64_t> total_size;                       // of all tensors, in bytes
  std::vector<std::pair<std::string, std::string>> weight_map;  // tensor, file
  FormatIssues issues;

  std::vector<std::string> files() const;  // each once, sorted
};
SafetensorsIndex read_safetensors_index(std::string_view text);

/// The tensors of all files of an index. Issues where a file lacks a tensor that the index puts
/// there, holds another one, or the sizes do not add up. `headers` is in the order of `files()`.
SafetensorsReading merge_shards(const SafetensorsIndex& index,
                                const std::vector<SafetensorsReading>& headers);

}  // namespace tally
