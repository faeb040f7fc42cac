#include "rnem/experiments/remaining_time.h"

namespace rnem::experiments {
namespace {

// component-steps a second on one core
constexpr double kTraining = 550, kInference = 1500;

}  // namespace

RemainingTime::RemainingTime(const std::filesystem::path& folder, const std::vector<Part>& parts) {
  for (const Part& part : parts) finished(folder, part);
}

void RemainingTime::finished(const std::filesystem::path& folder, const Part& part) {
  const auto record = read_record(folder, part.name);
  if (record.is_null() || part.work == 0) return;
  Sum& sum = by_kind_[part.kind];
  sum.work += part.work;
  sum.core_seconds += record["seconds"].get<double>() * record["threads"].get<double>();
}

double RemainingTime::seconds(const Part& part) const {
  const auto known = by_kind_.find(part.kind);
  if (known != by_kind_.end() && known->second.core_seconds > 0) {
    return part.work * known->second.core_seconds / known->second.work;
  }
  return part.work / (part.kind == "train" ? kTraining : kInference);
}

}  // namespace rnem::experiments
