// Every layer that a config can describe (layer_spec.h), fast against reference: the kernels know
// it or hand it on, and nothing else may happen.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ops/every_target.h"
#include "ops/ops_compare.h"
#include "ops/small_networks.h"
#include "rnem/machine/parallel.h"

namespace rnem::ops {
namespace {

constexpr std::int64_t kSamples = 3;
constexpr double kLayerTolerance = 1e-3;  // gradients of both signs cancel in a bias's sum

const std::vector<std::string> kActivations = {"relu", "elu", "tanh", "sigmoid", "linear"};
const std::vector<std::string> kEndings = {"", " plain", " nobias", " plain nobias"};

// Thousands of tiny layers: a second thread would only be waited for.
class LayerWalk : public ::testing::Test {
 protected:
  LayerWalk() { use_threads(1); }
  ~LayerWalk() override { use_threads(before_); }

 private:
  static void use_threads(int threads) {
    machine::set_threads(threads);
    torch::set_num_threads(threads);
  }
  int before_ = torch::get_num_threads();
};

void expect_same(const Net& net) {
  std::string difference;
  // a relu of one channel may be off everywhere: with other numbers it is not
  for (int draw = 0; draw < 20; ++draw) {
    torch::manual_seed(21 + draw);
    difference = compare_ops(
        [&](const Ops& ops, const std::vector<Tensor>& in) { return run_net(ops, net, in); },
        net_inputs(net, kSamples), kLayerTolerance);
    if (difference.find("is zero") == std::string::npos) break;
  }
  EXPECT_EQ("", difference) << fmt::format("{}x{}x{}", net.input.height, net.input.width,
                                           net.input.channels)
                            << " -> " << ::testing::PrintToString(net.lines);
}

// A norm over one channel takes a bias back out: its gradient is zero, with nothing to compare.
bool is_degenerate(std::int64_t channels, const std::string& ending) {
  return channels == 1 && ending.empty();
}

// `line` with every activation, with and without norm and bias.
void walk_endings(const FeatureShape& input, const std::string& line, std::int64_t channels,
                  const std::string& resize = "") {
  for (const auto& activation : kActivations) {
    for (const auto& ending : kEndings) {
      if (is_degenerate(channels, ending)) continue;
      expect_same({input, {line + " " + activation + ending + resize}});
    }
  }
}

TEST_F(LayerWalk, EveryConvolutionAgrees) {
  for (const char* kernel : {"4x4", "4x4/2", "4x4/3", "3x3", "3x3/2", "5x4/2", "1x1"}) {
    for (const std::int64_t in : {1, 2, 3, 5, 16}) {
      for (const std::int64_t out : {1, 16}) {
        walk_endings({6, 5, in}, fmt::format("conv {} {}", kernel, out), out);
      }
    }
  }
}

TEST_F(LayerWalk, EveryUpsamplingAgrees) {
  for (const char* kernel : {"4x4", "3x3", "2x5"}) {
    for (const std::int64_t in : {1, 3, 16}) {
      for (const std::int64_t out : {1, 2, 16}) {
        for (const char* resize : {"", " to 8x6", " to 7x5", " to 4x3"}) {
          walk_endings({4, 3, in}, fmt::format("up {} {}", kernel, out), out, resize);
        }
      }
    }
  }
}

TEST_F(LayerWalk, EveryDenseLayerAgrees) {
  for (const FeatureShape& input : {FeatureShape{0, 0, 5}, FeatureShape{3, 2, 4}}) {
    for (const char* size : {"7", "16", "2x3x16"}) {
      walk_endings(input, fmt::format("fc {}", size), 0);
    }
  }
}

// Layers that are fused with others, on every instruction set: all ways to leave out norms and
// biases of three in a row.
TEST_F(LayerWalk, EveryRowOfConvolutionsAgrees) {
  for_each_machine([](const std::string& machine) {
    SCOPED_TRACE(machine);
    for (const auto& a : kEndings) {
      for (const auto& b : kEndings) {
        for (const auto& c : kEndings) {
          expect_same(
              {{16, 16, 1},
               {"conv 4x4/2 16 elu" + a, "conv 4x4/2 32 tanh" + b, "conv 4x4/2 16 relu" + c}});
          if (is_degenerate(1, c)) continue;
          expect_same(
              {{0, 0, 6}, {"fc 2x2x16 relu" + a, "up 4x4 16 elu" + b, "up 4x4 1 sigmoid" + c}});
        }
      }
    }
  });
}

// What a dense layer sees is remade from what the layer before it kept.
TEST_F(LayerWalk, EveryLayerBeforeADenseOneAgrees) {
  for (const auto& ending : kEndings) {
    for (const std::int64_t in : {1, 2, 3, 5, 16}) {
      expect_same({{8, 8, in}, {"conv 4x4/2 16 elu" + ending, "fc 7 tanh"}});
    }
    for (const std::int64_t out : {1, 16}) {
      if (is_degenerate(out, ending)) continue;
      expect_same({{4, 4, 16}, {fmt::format("up 4x4 {} elu", out) + ending, "fc 7 tanh"}});
    }
    expect_same({{0, 0, 5}, {"fc 9 elu" + ending, "fc 7 tanh"}});
  }
}

}  // namespace
}  // namespace rnem::ops
