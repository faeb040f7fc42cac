#include "rnem/ops/cpu/fast_nodes.h"
#include "rnem/ops/cpu/fast_tensor.h"
#include "rnem/ops/kernels/windows.h"

namespace rnem::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

class LookFunction : public torch::autograd::Function<LookFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& psi, const Tensor& gamma,
                        const Tensor& x, const Tensor& p, const kernels::WindowShape& shape) {
    Tensor seen = empty({p.size(0), shape.window, shape.window, shape.channels});
    kernels::look_forward(shape, gamma.data_ptr<float>(), x.data_ptr<float>(),
                          psi.data_ptr<float>(), p.data_ptr<float>(), seen.data_ptr<float>());
    context->save_for_backward({psi, gamma, x, p});
    context->saved_data["sizes"] = std::vector<std::int64_t>{shape.height, shape.width};
    return seen;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    check_differentiates_once();
    const variable_list saved = context->get_saved_variables();
    const Tensor &psi = saved[0], dseen = contiguous(gradients[0]), dpsi = empty(psi.sizes());
    const auto frame = context->saved_data["sizes"].toIntVector();
    const kernels::WindowShape shape{psi.size(0),
                                     static_cast<int>(psi.size(1)),
                                     static_cast<int>(frame[0]),
                                     static_cast<int>(frame[1]),
                                     static_cast<int>(dseen.size(1)),
                                     static_cast<int>(dseen.size(3))};
    kernels::look_backward(shape, saved[1].data_ptr<float>(), saved[2].data_ptr<float>(),
                           psi.data_ptr<float>(), saved[3].data_ptr<float>(),
                           dseen.data_ptr<float>(), dpsi.data_ptr<float>());
    return {dpsi, Tensor(), Tensor(), Tensor(), Tensor()};
  }
};

class DrawFunction : public torch::autograd::Function<DrawFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& logits, const Tensor& p,
                        const FrameSize& frame) {
    Tensor psi = empty({logits.size(0), frame.height * frame.width});
    kernels::draw_forward(shape_of(logits, frame), logits.data_ptr<float>(), p.data_ptr<float>(),
                          kDarkLogit, psi.data_ptr<float>());
    context->save_for_backward({logits, p, psi});
    context->saved_data["sizes"] = std::vector<std::int64_t>{frame.height, frame.width};
    return psi;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    check_differentiates_once();
    const variable_list saved = context->get_saved_variables();
    const auto frame = context->saved_data["sizes"].toIntVector();
    const Tensor dpsi = contiguous(gradients[0]);
    const Tensor dlogits = empty(saved[0].sizes()), dp = empty(saved[1].sizes());
    kernels::draw_backward(shape_of(saved[0], {frame[0], frame[1]}), saved[0].data_ptr<float>(),
                           saved[1].data_ptr<float>(), kDarkLogit, saved[2].data_ptr<float>(),
                           dpsi.data_ptr<float>(), dlogits.data_ptr<float>(), dp.data_ptr<float>());
    return {dlogits, dp, Tensor()};
  }

 private:
  static kernels::WindowShape shape_of(const Tensor& logits, const FrameSize& frame) {
    return {logits.size(0),
            1,
            static_cast<int>(frame.height),
            static_cast<int>(frame.width),
            static_cast<int>(logits.size(1)),
            1};
  }
};

}  // namespace

Tensor fast_look(const Tensor& gamma, const Tensor& x, const Tensor& psi, const Tensor& p,
                 const View& view) {
  const kernels::WindowShape shape{psi.size(0),
                                   static_cast<int>(psi.size(1)),
                                   static_cast<int>(view.frame.height),
                                   static_cast<int>(view.frame.width),
                                   static_cast<int>(view.window),
                                   static_cast<int>(view.channels)};
  return LookFunction::apply(psi.contiguous(), gamma.contiguous(), x.contiguous(),
                             p.detach().contiguous(), shape);
}

Tensor fast_draw(const Tensor& logits, const Tensor& p, const FrameSize& frame) {
  return DrawFunction::apply(logits.contiguous(), p.contiguous(), frame);
}

}  // namespace rnem::ops
