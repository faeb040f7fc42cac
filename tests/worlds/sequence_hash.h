// A number that changes when any byte of a sequence changes.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "rnem/sequence.h"

namespace rnem::worlds {

// FNV-1a over all arrays and their lengths.
class SequenceHash {
 public:
  void add(const Sequence& s) {
    add_bytes(&s.frames, sizeof s.frames);
    add_bytes(&s.objects, sizeof s.objects);
    for (const auto* array : {&s.features, &s.groups, &s.collisions, &s.events, &s.actions}) {
      add_array(*array);
    }
    for (const auto* array : {&s.positions, &s.velocities, &s.radii, &s.masses, &s.curtain}) {
      add_array(*array);
    }
  }

  std::uint64_t value() const { return hash_; }

 private:
  template <class T>
  void add_array(const std::vector<T>& array) {
    const std::uint64_t size = array.size();
    add_bytes(&size, sizeof size);
    add_bytes(array.data(), array.size() * sizeof(T));
  }

  void add_bytes(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash_ = (hash_ ^ bytes[i]) * 0x100000001b3ULL;
  }

  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

inline std::uint64_t hash_of(const Sequence& sequence) {
  SequenceHash hash;
  hash.add(sequence);
  return hash.value();
}

}  // namespace rnem::worlds
