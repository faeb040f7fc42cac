#include "rnem/experiments/base64.h"

#include <cstdint>

namespace rnem::experiments {

std::string base64(std::string_view bytes) {
  constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    // three bytes, those beyond the end 0, as four letters of six bits
    std::uint32_t group = 0;
    for (std::size_t j = i; j < i + 3; ++j) {
      group = group << 8 | (j < bytes.size() ? static_cast<std::uint8_t>(bytes[j]) : 0U);
    }
    const std::size_t letters = bytes.size() - i < 3 ? bytes.size() - i + 1 : 4;
    for (std::size_t j = 0; j < 4; ++j) {
      text += j < letters ? kLetters[group >> (18 - 6 * j) & 63U] : '=';
    }
  }
  return text;
}

}  // namespace rnem::experiments
