// The host's memory behind storages.
#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/format_text.h"
#include "tensor/allocator.h"

namespace tally {
namespace {

// wasm's memory is never given back, so that its malloc is such a store already; a sanitizer wants
// to see every block go.
#if defined(__EMSCRIPTEN__) || defined(TALLY_SANITIZED)
constexpr std::size_t most_kept = 0;
#else
constexpr std::size_t most_kept = std::size_t{256} << 20;
#endif
constexpr std::size_t least_kept = std::size_t{64} << 10;

/// Freed blocks, the latest last.
class Kept {
 public:
  /// A block of that size, or null.
  void* take(std::size_t size) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = blocks_.size(); i-- > 0;) {
      if (blocks_[i].size != size) continue;
      void* const data = blocks_[i].data;
      blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(i));
      bytes_ -= size;
      return data;
    }
    return nullptr;
  }

  void put(void* data, std::size_t size) {
    const std::lock_guard lock(mutex_);
    blocks_.push_back({data, size});
    bytes_ += size;
    shrink(most_kept);
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    shrink(0);
  }

 private:
  struct Block {
    void* data;
    std::size_t size;
  };

  /// The oldest go first.
  void shrink(std::size_t to) {
    std::size_t gone = 0;
    for (; bytes_ > to; ++gone) {
      std::free(blocks_[gone].data);
      bytes_ -= blocks_[gone].size;
    }
    blocks_.erase(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(gone));
  }

  std::mutex mutex_;
  std::vector<Block> blocks_;
  std::size_t bytes_ = 0;
};

/// Shared by all threads, so that none takes blocks with it. Leaked: see allocator().
Kept& kept() {
  static auto& instance = *new Kept;
  return instance;
}

constexpr std::size_t alignment = 64;
std::size_t rounded(Bytes size) {
  return (static_cast<std::size_t>(size.count) + alignment - 1) / alignment * alignment;
}
bool is_kept(std::size_t size) { return size >= least_kept && size <= most_kept; }

}  // namespace

std::byte* Allocator::allocate(Bytes size) {
  const std::size_t wanted = rounded(size);
  void* data = is_kept(wanted) ? kept().take(wanted) : nullptr;
  if (!data) data = std::aligned_alloc(alignment, wanted);
  if (!data && most_kept > 0) {
    kept().clear();
    data = std::aligned_alloc(alignment, wanted);
  }
  check(data != nullptr, [&] {
    return format_text(
        "[allocate] the system has no {} bytes left; use a smaller size or the meta device",
        size.count);
  });
  return static_cast<std::byte*>(data);
}

void Allocator::deallocate(std::byte* data, Bytes size) {
  if (is_kept(rounded(size)))
    kept().put(data, rounded(size));
  else
    std::free(data);
}

}  // namespace tally
