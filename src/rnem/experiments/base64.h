// Bytes as text, for pictures inside a page.
#pragma once

#include <string>
#include <string_view>

namespace rnem::experiments {

std::string base64(std::string_view bytes);  // RFC 4648, with padding

}  // namespace rnem::experiments
