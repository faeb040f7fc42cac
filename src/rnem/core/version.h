#pragma once

namespace rnem {
inline constexpr const char* kVersion = "0.1.0";
}
