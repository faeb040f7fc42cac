#include "rnem/cli/report_file.h"

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem::cli {

nlohmann::ordered_json read_report(const std::string& path, const char* command,
                                   std::initializer_list<const char*> keys) {
  nlohmann::ordered_json report;
  try {
    report = nlohmann::ordered_json::parse(read_file(path));
  } catch (const nlohmann::json::exception&) {
    fail_input("{}: not JSON, expected what '{} --json' writes", path, command);
  }
  for (const char* key : keys) {
    if (!report.is_object() || !report.contains(key)) {
      fail_input("{}: key '{}' is missing, expected what '{} --json' writes", path, key, command);
    }
  }
  return report;
}

}  // namespace rnem::cli
