#include "rnem/ops/ops.h"

namespace rnem::ops {
namespace {

class CompleteGradients final : public WeightGradients {
 public:
  explicit CompleteGradients(const Ops& ops) : ops_(ops) {}

  const Ops& ops() const override { return ops_; }
  void finish(const std::function<void(const Tensor&)>& /*complete*/) override {}

 private:
  const Ops& ops_;
};

}  // namespace

std::unique_ptr<WeightGradients> Ops::collect_weight_gradients() const {
  return std::make_unique<CompleteGradients>(*this);
}

Tensor Ops::network(const Tensor& x, FeatureShape input,
                    const std::vector<NetworkLayer>& layers) const {
  const std::int64_t n = x.size(0);
  Tensor h = x;
  FeatureShape shape = input;
  for (const auto& [spec, affine, norm] : layers) {
    if (spec.kind == LayerKind::kDense) {
      h = dense(h.reshape({n, shape.size()}), affine, norm, spec.activation);
    } else {
      const Tensor map = h.reshape({n, shape.height, shape.width, shape.channels});
      h = spec.kind == LayerKind::kConv ? conv(map, affine, spec.stride, norm, spec.activation)
                                        : upsample_conv(map, spec.output.height, spec.output.width,
                                                        affine, norm, spec.activation);
    }
    shape = spec.output;
  }
  return h.reshape({n, shape.size()});
}

}  // namespace rnem::ops
