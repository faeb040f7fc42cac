// The operators that the networks are made of, with two implementations behind one interface.
//
// reference_ops() is the specification: plain ATen expressions for any device and precision.
// fast_ops() computes the same functions with fused CPU kernels and is tested against it, forward
// and gradient. Feature maps are [N,H,W,C] and contiguous: channels last, so that a pixel's
// channels are one vector.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rnem/ops/layer_spec.h"
#include "rnem/ops/loss_config.h"
#include "rnem/torch.h"

namespace rnem::ops {

using torch::Tensor;

// Keeps logarithms and the E-step's quotient finite.
inline constexpr double kSmallestProbability = 1e-6;

// A linear map with bias.
struct Affine {
  Tensor weight;  // dense [out,in]; convolution [out,in,kh,kw]
  Tensor bias;    // [out]; undefined: no bias
};

// Layer norm: mean and variance over everything but the first axis, scale and shift per channel.
struct Norm {
  Tensor scale;  // [C]; undefined: no layer norm
  Tensor shift;  // [C]
  double epsilon = 1e-5;

  bool on() const { return scale.defined(); }
};

// One layer of an encoder or decoder with its parameters.
struct NetworkLayer {
  LayerSpec spec;
  Affine affine;
  Norm norm;
};

struct FrameSize {
  std::int64_t height, width;
};

// The square of a frame that a component sees (Ops::look), and how many channels of it: 1 to 3.
struct View {
  FrameSize frame;
  std::int64_t window, channels;
};

// Beside what a component draws: psi = 1e-6, what logarithms clip to.
inline constexpr float kDarkLogit = -13.8F;

struct StepLoss {
  Tensor gamma;  // [B,K,D] responsibilities for the target, sum to 1 over K
  Tensor total;  // [B] intra + w * inter, summed over pixels and components; carries the gradient
  Tensor intra;  // [B] no gradient
  Tensor inter;  // [B] no gradient
};

// What Gaussian pixels have besides their means. D pixels of C channels are [D,C], flattened.
struct GaussianPixels {
  std::int64_t channels;
  Tensor background;     // [B,D*C] what components show where they draw nothing; no gradient
  Tensor log_deviation;  // [1] when it is learned; undefined: as the settings say
};

// Of what a decoder draws in grey or colour.
struct Shown {
  Tensor psi;   // [N,D*C] pixel means
  Tensor mask;  // [N,D] how much of a pixel the component covers
};

class Ops;

// Gradients of dense weights, collected over the steps of a window.
//
// The same weights serve every EM step. Step by step, a gradient of millions of numbers is made
// from a few rows, written, and added up by autograd; rows of several steps in one product make
// it once, straight into the weight's grad.
class WeightGradients {
 public:
  virtual ~WeightGradients() = default;

  // For the forward pass. What a backward pass through it leaves in the weights' grad is complete
  // only after finish(); torch::autograd::grad with respect to weights needs other operators.
  virtual const Ops& ops() const = 0;
  // `complete` hears of each weight whose gradient is made here, as soon as it is, in the order in
  // which the backward pass came to them.
  virtual void finish(const std::function<void(const Tensor& weight)>& complete = nullptr) = 0;
};

class Ops {
 public:
  virtual ~Ops() = default;
  virtual std::string name() const = 0;  // "reference", "fast fp32", "fast bf16", ...

  // Whoever has nothing to collect gives himself, with backward passes that are complete.
  virtual std::unique_ptr<WeightGradients> collect_weight_gradients() const;

  // act(norm(conv_SAME(x, stride) + bias)): x [N,H,W,C] -> [N,ceil(H/s),ceil(W/s),out]
  virtual Tensor conv(const Tensor& x, const Affine& affine, std::int64_t stride, const Norm& norm,
                      Activation activation) const = 0;

  // the same with stride 1 after a nearest-neighbour resize to height×width (pixel y of the large
  // image shows pixel floor(y * H / height) of the small one)
  virtual Tensor upsample_conv(const Tensor& x, std::int64_t height, std::int64_t width,
                               const Affine& affine, const Norm& norm,
                               Activation activation) const = 0;

  // act(norm(x W^T + b)): x [N,in] -> [N,out]
  virtual Tensor dense(const Tensor& x, const Affine& affine, const Norm& norm,
                       Activation activation) const = 0;

  // Layers one after another: x [N,input] -> [N,output], maps flattened as (H,W,C) at both ends.
  // An implementation may fuse them; this one calls conv, upsample_conv and dense.
  virtual Tensor network(const Tensor& x, FeatureShape input,
                         const std::vector<NetworkLayer>& layers) const;

  // act(norm(x)) for a linear map that was taken apart: x [N,C] -> [N,C]
  virtual Tensor norm_activation(const Tensor& x, const Norm& norm,
                                 Activation activation) const = 0;

  // xi of every ordered pair (k, i), i != k, from the factored linear map A theta_k + B theta_i +
  // b: focus = A theta + b and context = B theta, both [B,K,M] -> act(norm(.)) [B,K,K-1,M]. Entry
  // [b,k,j] pairs k with i = j < k ? j : j + 1.
  virtual Tensor pairs(const Tensor& focus, const Tensor& context, const Norm& norm,
                       Activation activation) const = 0;

  // E_k = sum_i alpha_ki e_ki: alpha [B,K,K-1], effects [B,K,K-1,M] -> [B,K,M]
  virtual Tensor attend(const Tensor& alpha, const Tensor& effects) const = 0;

  // gamma_k (x - psi_k): gamma and psi [B,K,D], x [B,D] -> [B,K,D]. No gradient through x; through
  // gamma only when gamma requires it.
  virtual Tensor masked_residual(const Tensor& gamma, const Tensor& x, const Tensor& psi) const = 0;

  // What components see through a window around p [B*K,2] (x and y; pixel (0,0) has its middle at
  // 0), which may lie between pixels: [B*K,window,window,channels] of gamma_k (x - psi_k), psi_k,
  // psi_k (x - psi_k), 0 outside of the frame. No gradient through p, else as masked_residual.
  virtual Tensor look(const Tensor& gamma, const Tensor& x, const Tensor& psi, const Tensor& p,
                      const View& view) const = 0;

  // psi [N,H*W] of logits [N,window,window] in a window that is put at p [N,2], dark around it.
  // Logits are moved, not probabilities: an edge is a ramp of logits, which stays a sharp edge
  // wherever it is put.
  virtual Tensor draw(const Tensor& logits, const Tensor& p, const FrameSize& frame) const = 0;

  // E-step and loss of one step: psi [B,K,D], target [B,D] in {0,1} (spec: p_k = y psi_k +
  // (1-y)(1-psi_k) + 1e-6, gamma_k = p_k / sum_j p_j; logs of psi clipped to [1e-6, 1-1e-6]).
  virtual StepLoss step_loss(const Tensor& psi, const Tensor& target,
                             const LossConfig& settings) const = 0;

  // For Gaussian pixels a decoder draws C channels c and a mask a, drawn [B*K,D*(C+1)] with the
  // mask last, and a component shows them in front of the background b [B,D*C]:
  //   psi = b + a (c - b)
  // so that where it draws nothing it predicts the background, whatever that is, at no cost.
  virtual Shown show(const Tensor& drawn, const Tensor& background,
                     std::int64_t channels) const = 0;

  // What components see of Gaussian pixels: [B*K,D*S], S = C + 1 or 2 C + 1, of
  //   gamma_k (x - psi_k), a_k and, if `evidence`, a_k (x - psi_k)
  // gamma and mask [B,K,D], x [B,D*C], psi [B,K,D*C]. No gradient through gamma and x.
  virtual Tensor sight(const Tensor& gamma, const Tensor& x, const Tensor& psi, const Tensor& mask,
                       bool evidence) const = 0;

  // step_loss of Gaussian pixels: psi [B,K,D*C], target [B,D*C], gamma [B,K,D] with
  //   gamma_k = softmax_k(-|y - psi_k|² / 2 sigma²), a pixel's channels summed,
  // and the loss of loss_config.h.
  virtual StepLoss gaussian_loss(const Tensor& psi, const Tensor& target,
                                 const GaussianPixels& pixels,
                                 const LossConfig& settings) const = 0;
};

std::shared_ptr<const Ops> reference_ops();

using kernels::Precision;  // of the products of convolutions and dense layers

// For float32 tensors on the CPU; all else, layer by layer, goes to the reference. On a processor
// without bfloat16 that precision is float32, and name() says so; the emulated one runs anywhere,
// slowly, and is for tests.
std::shared_ptr<const Ops> fast_ops(Precision precision);

}  // namespace rnem::ops
