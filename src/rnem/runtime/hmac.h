// SHA-256 (FIPS 180-4) and HMAC over it (RFC 2104): how two programs show each other that both know
// a secret, without saying it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace rnem::runtime {

using Digest = std::array<std::uint8_t, 32>;

Digest sha256(std::string_view message);
Digest hmac_sha256(std::string_view key, std::string_view message);

// Takes as long wherever they differ.
bool same_digest(std::string_view a, std::string_view b);

// Bytes nobody can guess, from the kernel.
std::string secret_bytes(std::size_t count);

std::string hex(std::string_view bytes);
inline std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace rnem::runtime
