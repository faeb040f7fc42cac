#include "rnem/core/error.h"

namespace rnem::detail {

void check_failed(const char* condition, const char* file, int line, const std::string& why) {
  throw std::logic_error(fmt::format("{}:{}: check failed: {} ({})", file, line, condition, why));
}

}  // namespace rnem::detail
