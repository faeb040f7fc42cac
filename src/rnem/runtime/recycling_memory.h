// Tensor memory that is used again instead of going back to the system.
//
// A training step allocates and frees gigabytes in blocks of megabytes. The C library maps and
// unmaps each of them, and the kernel then clears every page on first touch: a tenth of the time.
#pragma once

#include <cstddef>

namespace rnem::runtime {

// From now on CPU tensors come from a pool: freed blocks are kept for the next request of that
// size, and given back only when the pool would outgrow the largest amount ever in use. Large
// blocks ask for huge pages. Call once, early; calling again does nothing.
void use_recycling_memory();

// Bytes of tensors in blocks that the pool manages.
struct MemoryUse {
  std::size_t in_use = 0, peak = 0, held = 0;  // held: in use or waiting to be used again
  std::size_t system_calls = 0;                // blocks that had to come from the system
};
MemoryUse memory_use();

}  // namespace rnem::runtime
