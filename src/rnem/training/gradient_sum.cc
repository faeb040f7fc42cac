#include "rnem/training/gradient_sum.h"

#include <algorithm>

#include "rnem/core/error.h"

namespace rnem::training {
namespace {

constexpr std::int64_t kBucket = 1 << 20;  // bytes: some ms at 1 Gbit/s, far above the latency

// The weights of dense layers, most of whose gradients are made after the backward pass.
bool is_late(const torch::Tensor& parameter) { return parameter.dim() == 2; }

}  // namespace

struct GradientSum::Bucket {
  std::vector<std::size_t> members;
  std::vector<std::int64_t> offsets;
  torch::Tensor numbers;  // the gradients one after another, then 1 for each that there is
  std::size_t missing = 0;
  runtime::Ranks::Sum sum;
};

GradientSum::GradientSum(const model::Parameters& parameters, runtime::Ranks& ranks, bool as_bf16)
    : ranks_(ranks), as_bf16_(as_bf16) {
  if (ranks.alone()) return;
  for (const auto& [name, parameter] : parameters.all()) parameters_.push_back(parameter);
  std::reverse(parameters_.begin(), parameters_.end());
  std::stable_partition(parameters_.begin(), parameters_.end(),
                        [](const torch::Tensor& p) { return !is_late(p); });
  std::int64_t length = 0;
  const auto close = [&] {
    if (buckets_.empty()) return;
    Bucket& bucket = *buckets_.back();
    bucket.numbers = torch::zeros(
        {length + static_cast<std::int64_t>(bucket.members.size())},
        parameters_[bucket.members.front()].options().device(torch::kCPU).requires_grad(false));
    length = 0;
  };
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const torch::Tensor& parameter = parameters_[i];
    const std::int64_t most = kBucket / static_cast<std::int64_t>(parameter.element_size());
    if (buckets_.empty() || (length > 0 && length + parameter.numel() > most)) {
      close();
      buckets_.push_back(std::make_unique<Bucket>());
    }
    buckets_.back()->members.push_back(i);
    buckets_.back()->offsets.push_back(length);
    length += parameter.numel();
    bucket_of_.push_back(buckets_.size() - 1);
    if (is_late(parameter)) late_[parameter.data_ptr()] = i;
    hooks_.push_back(std::make_unique<runtime::GradientHook>(parameter, [this, i] {
      if (begun_) take(i);
    }));
  }
  close();
}

GradientSum::~GradientSum() = default;

void GradientSum::begin() {
  taken_.assign(parameters_.size(), false);
  for (auto& bucket : buckets_) bucket->missing = bucket->members.size();
  sent_ = 0;
  begun_ = true;
}

void GradientSum::complete(const torch::Tensor& weight) {
  const auto found = late_.find(weight.data_ptr());
  if (found == late_.end()) return;
  RNEM_CHECK(!taken_[found->second], "gradients come from the backward pass or after it, not both");
  take(found->second);
}

void GradientSum::take(std::size_t parameter) {
  if (taken_[parameter]) return;
  const torch::NoGradGuard no_grad;
  taken_[parameter] = true;
  Bucket& bucket = *buckets_[bucket_of_[parameter]];
  const std::size_t member = parameter - bucket.members.front();
  const torch::Tensor& gradient = parameters_[parameter].grad();
  const std::int64_t count = parameters_[parameter].numel();
  const torch::Tensor place = bucket.numbers.narrow(0, bucket.offsets[member], count);
  const std::int64_t flags =
      bucket.numbers.numel() - static_cast<std::int64_t>(bucket.members.size());
  bucket.numbers[flags + static_cast<std::int64_t>(member)].fill_(gradient.defined() ? 1 : 0);
  if (gradient.defined()) {
    place.copy_(gradient.flatten());
  } else {
    place.zero_();
  }
  if (--bucket.missing == 0) send_complete();
}

void GradientSum::send_complete() {
  if (as_bf16_) return;
  for (; sent_ < buckets_.size() && buckets_[sent_]->missing == 0; ++sent_) {
    buckets_[sent_]->sum = ranks_.start_sum(buckets_[sent_]->numbers);
  }
}

void GradientSum::finish() {
  if (ranks_.alone()) return;
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < parameters_.size(); ++i) take(i);
  begun_ = false;
  for (auto& bucket : buckets_) {
    if (as_bf16_) ranks_.sum_as_bf16(bucket->numbers);
    bucket->sum.wait();
    const std::int64_t flags =
        bucket->numbers.numel() - static_cast<std::int64_t>(bucket->members.size());
    for (std::size_t m = 0; m < bucket->members.size(); ++m) {
      torch::Tensor& parameter = parameters_[bucket->members[m]];
      const auto flag = flags + static_cast<std::int64_t>(m);
      if (bucket->numbers[flag].item<double>() == 0) continue;
      const torch::Tensor total =
          bucket->numbers.narrow(0, bucket->offsets[m], parameter.numel()).view(parameter.sizes());
      if (!parameter.grad().defined()) parameter.mutable_grad() = torch::empty_like(parameter);
      parameter.mutable_grad().copy_(total);
    }
  }
}

}  // namespace rnem::training
