#include "rnem/runtime/ranks.h"

#include "rnem/core/error.h"
#include "rnem/core/version.h"
#include "rnem/runtime/host.h"

namespace rnem::runtime {
namespace {

// what decides the bits of a computation
std::string program_text() {
  const Machine machine = this_machine();
  return fmt::format("rnem {}, LibTorch {}, {}", kVersion, machine.libtorch,
                     machine.instruction_set);
}

}  // namespace

Ranks::Ranks(const RankPlace& place, const std::string& config, const RankLimits& limits)
    : rank_(place.rank), size_(place.size) {
  if (alone()) return;
  roll_ = std::make_shared<RollCall>(
      place, RankClaims{place.rank, place.size, program_text(), config}, limits.lost, limits.join);
  group_ = std::make_unique<GlooGroup>(roll_, rank_, size_);
}

Ranks::~Ranks() = default;

Ranks::Sum Ranks::start_sum(const torch::Tensor& tensor) {
  if (alone()) return Sum();
  RNEM_CHECK(tensor.is_contiguous() && tensor.is_cpu(), "sums are of contiguous CPU tensors");
  // a ring: every part of 1/size goes round twice but for one step
  bytes_ += 2 * static_cast<std::int64_t>(tensor.nbytes()) * (size_ - 1) / size_;
  return Sum(group_->start_sum(tensor));
}

std::vector<double> Ranks::sum(const std::vector<double>& values) {
  if (alone()) return values;
  const torch::Tensor tensor = torch::tensor(values, torch::kFloat64);
  sum(tensor);
  return {tensor.data_ptr<double>(), tensor.data_ptr<double>() + tensor.numel()};
}

void Ranks::sum_as_bf16(const torch::Tensor& tensor) {
  if (alone()) return;
  const torch::NoGradGuard no_grad;
  const std::int64_t n = tensor.numel(), part = (n + size_ - 1) / size_;
  const auto as_bytes = [&](const torch::Tensor& x) { return x.contiguous().view(torch::kUInt8); };
  const auto as_floats = [&](const torch::Tensor& x) {
    return x.view(torch::kBFloat16).to(torch::kFloat32);
  };
  const torch::Tensor padded = torch::zeros({size_, part}, torch::kFloat32);
  padded.flatten().narrow(0, 0, n).copy_(tensor.flatten());
  const torch::Tensor given = as_bytes(padded.to(torch::kBFloat16));
  const torch::Tensor all = torch::empty_like(given);
  group_->start_exchange(given, all)->wait();
  // one row after another: the order of the sum is that of the ranks
  const torch::Tensor rows = as_floats(all);
  torch::Tensor total = rows[0].clone();
  for (std::int64_t r = 1; r < size_; ++r) total += rows[r];
  group_->start_gather(as_bytes(total.to(torch::kBFloat16)), all)->wait();
  tensor.flatten().copy_(as_floats(all).flatten().narrow(0, 0, n));
  bytes_ += 2 * static_cast<std::int64_t>(given.nbytes()) * (size_ - 1) / size_;
}

void Ranks::broadcast(const torch::Tensor& tensor) {
  if (alone()) return;
  const torch::NoGradGuard no_grad;
  torch::Tensor copy = tensor.detach().to(torch::kCPU).contiguous();
  group_->start_broadcast(copy)->wait();
  if (first()) bytes_ += static_cast<std::int64_t>(copy.nbytes()) * (size_ - 1);
  // onto itself where the copy is none: LibTorch did not see the engine write
  if (!first()) tensor.detach().copy_(copy);
}

std::string Ranks::broadcast(const std::string& text) {
  if (alone()) return text;
  const torch::Tensor length =
      torch::tensor({static_cast<double>(first() ? text.size() : 0)}, torch::kFloat64);
  broadcast(length);
  const auto size = static_cast<std::int64_t>(length.item<double>());
  const torch::Tensor bytes = torch::zeros({size}, torch::kUInt8);
  if (first()) std::copy(text.begin(), text.end(), bytes.data_ptr<std::uint8_t>());
  broadcast(bytes);
  return {bytes.data_ptr<std::uint8_t>(), bytes.data_ptr<std::uint8_t>() + size};
}

void Ranks::beat() {
  if (alone()) return;
  roll_->check();
  roll_->beat();
}

void Ranks::check() const {
  if (!alone()) roll_->check();
}

void Ranks::leave(const std::string& why) {
  if (!alone()) roll_->leave(why);
}

RankShare share_of(std::int64_t count, const Ranks& ranks) {
  const std::int64_t first = count * ranks.rank() / ranks.size();
  return {first, count * (ranks.rank() + 1) / ranks.size() - first};
}

}  // namespace rnem::runtime
