#include "rnem/api/checked_input.h"

#include "rnem/core/error.h"

namespace rnem::api {
namespace {

using torch::Tensor;

Tensor zeros_and_ones(const Tensor& frames, const char* name, const std::string& expected) {
  Tensor numbers = frames.to(torch::kCPU, torch::kFloat32);
  // which of its signs a NaN has that comes out of a minimum depends on the instructions
  if (numbers.isnan().any().item<bool>()) fail_input("{}: {}, got NaN", name, expected);
  if (!((numbers == 0) | (numbers == 1)).all().item<bool>()) {
    fail_input("{}: {}, got values from {} to {}", name, expected, numbers.min().item<float>(),
               numbers.max().item<float>());
  }
  return numbers;
}

void check_binary(const model::ModelConfig& config) {
  if (!config.has_mask()) return;
  fail_input(
      "frames: expected a model of zeros and ones, this one has {} channels of {}: it is "
      "trained, evaluated and simulated on data, not watched frame by frame",
      config.channels, config.channels == 3 ? "colour" : "grey");
}

}  // namespace

Tensor checked_frames(const Tensor& frames, const model::ModelConfig& config) {
  check_binary(config);
  const std::string expected =
      fmt::format("expected [T,{0},{1}] or [B,T,{0},{1}] of zeros and ones with T > 1",
                  config.height, config.width);
  if (!frames.defined()) fail_input("frames: {}", expected);
  const Tensor all = frames.dim() == 3 ? frames.unsqueeze(0) : frames;
  if (all.dim() != 4 || all.size(0) < 1 || all.size(1) < 2 || all.size(2) != config.height ||
      all.size(3) != config.width) {
    fail_input("frames: {}, got {}", expected, c10::str(frames.sizes()));
  }
  return zeros_and_ones(all, "frames", expected).transpose(0, 1).contiguous();
}

Tensor checked_frame(const Tensor& frame, const model::ModelConfig& config) {
  check_binary(config);
  const std::string expected = fmt::format("expected [{0},{1}] or [B,{0},{1}] of zeros and ones",
                                           config.height, config.width);
  if (!frame.defined()) fail_input("frame: {}", expected);
  const Tensor all = frame.dim() == 2 ? frame.unsqueeze(0) : frame;
  if (all.dim() != 3 || all.size(0) < 1 || all.size(1) != config.height ||
      all.size(2) != config.width) {
    fail_input("frame: {}, got {}", expected, c10::str(frame.sizes()));
  }
  // a copy: who streams may use the memory again for the next frame
  return zeros_and_ones(all, "frame", expected).clone(at::MemoryFormat::Contiguous);
}

Tensor checked_actions(const Tensor& actions, const model::ModelConfig& config,
                       std::int64_t batch) {
  if (config.actions == 0) return {};
  if (actions.defined() && (actions.dim() == 2 || actions.dim() == 3)) {
    const Tensor all = actions.dim() == 2 ? actions.unsqueeze(0) : actions;
    if (all.size(0) == batch && all.size(1) > 0 && all.size(2) == config.actions) {
      return all.transpose(0, 1).to(torch::kCPU, torch::kFloat32).contiguous();
    }
  }
  fail_input("actions: expected [T,{0}] or [B,T,{0}], one-hot: the model acts", config.actions);
}

Tensor checked_action(const Tensor& action, const model::ModelConfig& config, std::int64_t batch) {
  if (config.actions == 0) return {};
  if (action.defined()) {
    const Tensor all = action.dim() == 1 ? action.unsqueeze(0) : action;
    if (all.dim() == 2 && all.size(0) == batch && all.size(1) == config.actions) {
      return all.to(torch::kCPU, torch::kFloat32).contiguous();
    }
  }
  fail_input("action: expected [{0}] or [B,{0}], one-hot: the model acts", config.actions);
}

}  // namespace rnem::api
