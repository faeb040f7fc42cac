#include "rnem/runtime/recycling_memory.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>

namespace rnem::runtime {
namespace {

constexpr std::size_t kHeader = 64;  // keeps tensors aligned to cache lines
constexpr std::size_t kPage = 4096;
constexpr std::size_t kSmallest = 64 * 1024;  // below, the C library keeps its own lists
constexpr std::size_t kHugePage = 2 * 1024 * 1024;
constexpr std::size_t kSlack = 64 * 1024 * 1024;

struct Header {
  std::size_t size;  // of the whole block, header included
};

class RecyclingAllocator final : public c10::Allocator {
 public:
  c10::DataPtr allocate(std::size_t bytes) const override {
    void* data = bytes == 0 ? nullptr : take(bytes + kHeader);
    return {data, data, &release, c10::Device(c10::DeviceType::CPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &release; }

  MemoryUse use() const {
    const std::lock_guard lock(mutex_);
    return use_;
  }

 private:
  void* take(std::size_t size) const {
    void* block = size < kSmallest ? system_block(kHeader, round_up(size, kHeader))
                                   : pooled_block(round_up(size, kPage));
    return static_cast<char*>(block) + kHeader;
  }

  void* pooled_block(std::size_t size) const {
    const std::lock_guard lock(mutex_);
    // a block that fits with little to spare
    if (const auto it = free_.lower_bound(size); it != free_.end() && it->first <= size / 8 * 9) {
      void* block = it->second;
      use_.in_use += it->first;
      free_.erase(it);
      use_.peak = std::max(use_.peak, use_.in_use);
      return block;
    }
    // other sizes must go before the pool grows beyond what was ever needed at once
    use_.in_use += size;
    use_.peak = std::max(use_.peak, use_.in_use);
    while (!free_.empty() && use_.held + size > use_.peak + use_.peak / 16 + kSlack) {
      const auto largest = std::prev(free_.end());
      use_.held -= largest->first;
      std::free(largest->second);
      free_.erase(largest);
    }
    use_.held += size;
    ++use_.system_calls;
    return system_block(size >= kHugePage ? kHugePage : kPage, size);
  }

  static std::size_t round_up(std::size_t size, std::size_t unit) {
    return (size + unit - 1) / unit * unit;
  }

  static void* system_block(std::size_t alignment, std::size_t size) {
    void* block = nullptr;
    if (posix_memalign(&block, alignment, size) != 0) throw std::bad_alloc();
    if (size >= kHugePage) madvise(block, size, MADV_HUGEPAGE);  // a wish, not a need
    static_cast<Header*>(block)->size = size;
    return block;
  }

  static void release(void* data);

  mutable std::mutex mutex_;
  mutable std::multimap<std::size_t, void*> free_;
  mutable MemoryUse use_;
};

// never destroyed: tensors in static objects may outlive everything
RecyclingAllocator& allocator() {
  static auto* const instance = new RecyclingAllocator;
  return *instance;
}

void RecyclingAllocator::release(void* data) {
  if (data == nullptr) return;
  void* block = static_cast<char*>(data) - kHeader;
  const std::size_t size = static_cast<Header*>(block)->size;
  if (size < kSmallest) {
    std::free(block);
    return;
  }
  const RecyclingAllocator& pool = allocator();
  const std::lock_guard lock(pool.mutex_);
  pool.use_.in_use -= size;
  pool.free_.emplace(size, block);
}

}  // namespace

void use_recycling_memory() {
  static const bool once = [] {
    c10::SetCPUAllocator(&allocator());
    return true;
  }();
  static_cast<void>(once);
}

MemoryUse memory_use() { return allocator().use(); }

}  // namespace rnem::runtime
