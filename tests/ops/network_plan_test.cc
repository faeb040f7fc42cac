// Plans and packed weights are remembered: never longer than the weights are the same.
#include "rnem/ops/cpu/network_plan.h"

#include <gtest/gtest.h>

#include <functional>
#include <thread>

#include "ops/small_networks.h"

namespace rnem::ops {
namespace {

struct Written {
  const char* how;
  std::function<void(Tensor&)> write;  // without a graph
};

const Written kWritten[] = {
    {"in place", [](Tensor& w) { w.mul_(0.7); }},
    {"in place through a view", [](Tensor& w) { w.narrow(0, 0, w.size(0) / 2 + 1).mul_(0.7); }},
    {"in place without its graph", [](Tensor& w) { w.detach().mul_(0.7); }},
    {"copied over", [](Tensor& w) { w.copy_(0.1 * torch::randn(w.sizes())); }},
    {"through a pointer, and counted",
     [](Tensor& w) {
       for (std::int64_t i = 0; i < w.numel(); ++i) w.data_ptr<float>()[i] *= 0.7F;
       w.unsafeGetTensorImpl()->bump_version();
     }},
    {"in other memory", [](Tensor& w) { w.set_data(0.7 * w); }},
};

// the value and the gradients of all inputs
std::vector<Tensor> run_all(const Ops& ops, const Net& net, const std::vector<Tensor>& in) {
  const Tensor y = run_net(ops, net, in);
  std::vector<Tensor> all = torch::autograd::grad({y.square().sum()}, in);
  all.push_back(y.detach());
  return all;
}

bool equal(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Tensor& x, const Tensor& y) { return torch::equal(x, y); });
}

class RememberedWeights : public testing::TestWithParam<Precision> {};

INSTANTIATE_TEST_SUITE_P(Precisions, RememberedWeights,
                         testing::Values(Precision::kFloat32, Precision::kEmulatedBfloat16,
                                         Precision::kBfloat16));

TEST_P(RememberedWeights, AreSeenToChangeAtOnce) {
  torch::manual_seed(31);
  const auto ops = fast_ops(GetParam());
  for (const Net& net : {kEncoder, kDecoder}) {
    for (const auto& [how, write] : kWritten) {
      std::vector<Tensor> in = net_inputs(net, 3);
      for (std::size_t i = 1; i < in.size(); ++i) {
        if (in[i].dim() < 2) continue;  // only weights are packed
        const auto before = run_all(*ops, net, in);
        EXPECT_TRUE(equal(before, run_all(*ops, net, in))) << how;
        {
          const torch::NoGradGuard no_grad;
          write(in[i]);
        }
        const auto after = run_all(*ops, net, in);
        EXPECT_FALSE(equal(before, after)) << how;
        EXPECT_TRUE(equal(after, run_all(*fast_ops(GetParam()), net, in))) << how;
      }
    }
  }
}

// Memory that is freed is given out again, at the same address and with as many writes.
TEST_P(RememberedWeights, AreNotTakenForThoseOfAnotherNetwork) {
  torch::manual_seed(32);
  const auto ops = fast_ops(GetParam());
  for (int i = 0; i < 20; ++i) {
    const std::vector<Tensor> in = net_inputs(kEncoder, 2);
    EXPECT_TRUE(equal(run_all(*ops, kEncoder, in), run_all(*fast_ops(GetParam()), kEncoder, in)));
  }
}

TEST_P(RememberedWeights, MayServeNetworksOfSeveralShapes) {
  torch::manual_seed(33);
  const auto ops = fast_ops(GetParam());
  const Tensor weight = parameter({16, 16, 4, 4}, 0.1);
  const std::vector<Net> nets = {{{8, 8, 16}, {"conv 4x4/2 16 elu plain nobias"}},
                                 {{8, 8, 16}, {"conv 4x4/2 16 tanh plain nobias"}},
                                 {{12, 6, 16}, {"conv 4x4/2 16 elu plain nobias"}},
                                 {{8, 8, 16}, {"up 4x4 16 elu plain nobias"}}};
  for (int round = 0; round < 2; ++round) {
    for (const Net& net : nets) {
      const std::vector<Tensor> in{parameter({2, net.input.size()}), weight};
      EXPECT_TRUE(equal(run_all(*ops, net, in), run_all(*fast_ops(GetParam()), net, in)));
    }
  }
}

TEST_P(RememberedWeights, MayBeAskedForByTwoThreads) {
  torch::manual_seed(34);
  const auto ops = fast_ops(GetParam());
  const auto encoder = net_inputs(kEncoder, 2), decoder = net_inputs(kDecoder, 2);
  const auto outputs = [&](const Ops& with) {
    const torch::NoGradGuard no_grad;
    return std::vector<Tensor>{run_net(with, kEncoder, encoder), run_net(with, kDecoder, decoder)};
  };
  const auto expected = outputs(*fast_ops(GetParam()));
  int wrong[2] = {};
  const auto infer = [&](int thread) {
    for (int i = 0; i < 50; ++i) wrong[thread] += equal(outputs(*ops), expected) ? 0 : 1;
  };
  std::thread other(infer, 1);
  infer(0);
  other.join();
  EXPECT_EQ(wrong[0] + wrong[1], 0);
}

std::vector<NetworkLayer> dense_layer(const Tensor& weight) {
  const LayerSpec spec{LayerKind::kDense, 1, 1, 1, {0, 0, weight.size(0)}, {}, false, false};
  return {{spec, {weight, {}}, {}}};
}

TEST(NetworkPlans, AreMadeOnceForAStateOfTheWeights) {
  NetworkPlans plans(Precision::kEmulatedBfloat16);
  const FeatureShape input{0, 0, 5};
  Tensor weight = torch::randn({7, 5});
  const auto first = plans.plan(input, dense_layer(weight));
  EXPECT_EQ(plans.plan(input, dense_layer(weight)), first);
  EXPECT_EQ(plans.plan(input, dense_layer(weight.detach())), first);
  weight.add_(1);
  const auto second = plans.plan(input, dense_layer(weight));
  EXPECT_NE(second, first);
  EXPECT_EQ(plans.plan(input, dense_layer(weight)), second);
}

TEST(NetworkPlans, GoWithTheirWeights) {
  NetworkPlans plans(Precision::kFloat32);
  const FeatureShape input{0, 0, 5};
  Tensor weight = torch::randn({7, 5});
  const c10::weak_intrusive_ptr<NetworkPlan> plan(plans.plan(input, dense_layer(weight)));
  EXPECT_FALSE(plan.expired());
  weight.reset();
  plans.plan(input, dense_layer(torch::randn({7, 5})));
  EXPECT_TRUE(plan.expired());
}

TEST(NetworkPlans, ForgetWhatWasWrittenInTheInferenceMode) {
  NetworkPlans plans(Precision::kFloat32);
  const c10::InferenceMode mode;
  const Tensor weight = torch::randn({7, 5});
  const FeatureShape input{0, 0, 5};
  const auto first = plans.plan(input, dense_layer(weight));
  EXPECT_NE(plans.plan(input, dense_layer(weight)), first);
}

}  // namespace
}  // namespace rnem::ops
