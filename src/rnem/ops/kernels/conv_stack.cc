#include "rnem/ops/kernels/conv_stack.h"

#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/machine/parallel.h"
#include "rnem/ops/kernels/conv_taps.h"

namespace rnem::kernels {
namespace {

// Hands out pieces of the workspace; with a null base it only counts.
class Arena {
 public:
  explicit Arena(float* base) : base_(base) {}

  float* take(std::size_t floats) {
    float* piece = base_ == nullptr ? nullptr : base_ + used_;
    used_ += (floats + 15) / 16 * 16;  // whole cache lines
    return piece;
  }
  std::size_t used() const { return used_; }

 private:
  float* base_;
  std::size_t used_ = 0;
};

ImageView take_bordered(Arena& arena, const MapShape& shape) {
  const std::ptrdiff_t row = std::ptrdiff_t{shape.width + 2 * kBorder} * shape.channels;
  float* data = arena.take(row * (shape.height + 2 * kBorder));
  if (data == nullptr) return {nullptr, row};
  std::fill_n(data, row * (shape.height + 2 * kBorder), 0.0F);
  return {data + kBorder * row + kBorder * shape.channels, row};
}

void copy(const float* from, const MapShape& shape, ImageView to) {
  // a row at once: a frame has too few channels to fill a vector
  norm_activate({}, {shape.height, 1, shape.width * shape.channels}, {}, from, to);
}

const float* take_packed(const ConvBlock& block, Direction direction, Arena& arena) {
  float* packed = arena.take(packed_size(block, direction));
  Arena rest = arena;  // the plain taps are not needed afterwards
  float* taps = rest.take(block.shape.taps());
  if (packed != nullptr) pack(block, direction, taps, packed);
  return packed;
}

// for one convolution at a time
float* take_workspace(const std::vector<ConvBlock>& blocks, Arena& arena) {
  std::size_t most = 0;
  for (const ConvBlock& block : blocks) most = std::max(most, convolution_workspace(block));
  return arena.take(most);
}

// What forward needs: packed taps for all threads, and a thread's own maps.
struct ForwardPlan {
  struct Thread {
    std::vector<ImageView> inputs;  // bordered input of every block
    float* map;                     // any convolution's output
    float* workspace;
  };
  std::vector<const float*> packed;
  std::vector<Thread> threads;

  ForwardPlan(const std::vector<ConvBlock>& blocks, Arena& arena) {
    int largest = 0, most_taps = 0;
    for (const ConvBlock& block : blocks) {
      packed.push_back(take_packed(block, Direction::kForward, arena));
      largest = std::max(largest, block.output().size());
      most_taps = std::max(most_taps, block.shape.taps());
    }
    arena.take(most_taps);  // where the last pack put its plain taps
    threads.resize(machine::max_threads());
    for (Thread& thread : threads) {
      for (const ConvBlock& block : blocks) {
        thread.inputs.push_back(take_bordered(arena, block.input()));
      }
      thread.map = arena.take(largest);
      thread.workspace = take_workspace(blocks, arena);
    }
  }
};

struct BackwardPlan {
  struct Gradient {
    float* taps;
    ChannelSums sums;
  };
  struct Thread {
    std::vector<ImageView> inputs;  // bordered input of every block
    std::vector<ImageView> dz;      // bordered gradient of every convolution's output
    std::vector<float*> maps;       // outputs that were not kept, else null
    std::vector<Gradient> gradients;
    float* dy;  // gradient of any block's output
    float* workspace;
  };
  std::vector<const float*> packed, packed_forward;
  std::vector<Thread> threads;

  BackwardPlan(const std::vector<ConvBlock>& blocks, Arena& arena) {
    int largest = 0, most_taps = 0;
    for (const ConvBlock& block : blocks) {
      packed.push_back(take_packed(block, Direction::kBackward, arena));
      packed_forward.push_back(block.kept() ? nullptr
                                            : take_packed(block, Direction::kForward, arena));
      largest = std::max(largest, block.input().size());
      most_taps = std::max(most_taps, block.shape.taps());
    }
    arena.take(most_taps);
    threads.resize(machine::max_threads());
    for (Thread& thread : threads) {
      for (const ConvBlock& block : blocks) {
        const MapShape out = block.output();
        thread.inputs.push_back(take_bordered(arena, block.input()));
        thread.dz.push_back(take_bordered(arena, out));
        thread.maps.push_back(block.kept() ? nullptr : arena.take(out.size()));
        const int c = out.channels, taps = block.shape.taps();
        float* sums = arena.take(taps + 5 * c);
        if (sums == nullptr) continue;
        std::fill_n(sums, taps + 3 * c, 0.0F);
        float* rest = sums + taps;
        thread.gradients.push_back({sums, {rest, rest + c, rest + 2 * c, rest + 3 * c}});
      }
      thread.dy = arena.take(largest);
      thread.workspace = take_workspace(blocks, arena);
    }
  }
};

}  // namespace

ConvStack::ConvStack(std::vector<ConvBlock> blocks) : blocks_(std::move(blocks)) {
  RNEM_CHECK(!blocks_.empty(), "a stack has blocks");
  for (std::size_t l = 0; l < blocks_.size(); ++l) {
    RNEM_CHECK(blocks_[l].shape.supported(), "unsupported convolution");
    RNEM_CHECK(l == 0 || blocks_[l].input().size() == blocks_[l - 1].output().size(),
               "a block's input is the output before it");
  }
}

std::size_t ConvStack::forward_workspace() const {
  Arena counter(nullptr);
  ForwardPlan plan(blocks_, counter);
  return counter.used();
}

std::size_t ConvStack::backward_workspace() const {
  Arena counter(nullptr);
  BackwardPlan plan(blocks_, counter);
  return counter.used();
}

void ConvStack::forward(std::int64_t n, const float* x, const std::vector<Kept>& kept, float* y,
                        float* workspace) const {
  Arena arena(workspace);
  const ForwardPlan plan(blocks_, arena);
  const std::size_t last = blocks_.size() - 1;
  machine::parallel_for(n, 1, [&](std::int64_t begin, std::int64_t end, int thread) {
    const ForwardPlan::Thread& mine = plan.threads[thread];
    for (std::int64_t i = begin; i < end; ++i) {
      copy(x + i * blocks_[0].input().size(), blocks_[0].input(), mine.inputs[0]);
      for (std::size_t l = 0; l <= last; ++l) {
        const ConvBlock& block = blocks_[l];
        const MapShape shape = block.output();
        float* map = kept[l].map != nullptr ? kept[l].map + i * shape.size() : mine.map;
        convolve(block, mine.inputs[l], plan.packed[l], map, mine.workspace);
        const NormStats stats = norm_stats(block.after, map, shape.size());
        if (kept[l].stats != nullptr) kept[l].stats[i] = stats;
        const ImageView to =
            l == last ? without_border(y + i * shape.size(), shape) : mine.inputs[l + 1];
        if (block.after.on()) {
          norm_activate(block.after, shape, stats, map, to);
        } else {
          norm_activate(block.after, shape, stats, map, without_border(map, shape));
          if (to.data != map) copy(map, shape, to);
        }
      }
    }
  });
}

void ConvStack::backward(std::int64_t n, const float* x, const std::vector<Kept>& kept,
                         const float* dy, float* dx, const std::vector<BlockGradient>& gradients,
                         float* workspace) const {
  Arena arena(workspace);
  const BackwardPlan plan(blocks_, arena);
  const std::size_t last = blocks_.size() - 1;
  machine::parallel_for(n, 1, [&](std::int64_t begin, std::int64_t end, int thread) {
    const BackwardPlan::Thread& mine = plan.threads[thread];
    std::vector<const float*> maps(blocks_.size());
    std::vector<NormStats> stats(blocks_.size());
    for (std::int64_t i = begin; i < end; ++i) {
      // the inputs of all blocks, again
      copy(x + i * blocks_[0].input().size(), blocks_[0].input(), mine.inputs[0]);
      for (std::size_t l = 0; l <= last; ++l) {
        const ConvBlock& block = blocks_[l];
        const MapShape shape = block.output();
        if (block.kept()) {
          maps[l] = kept[l].map + i * shape.size();
          if (block.after.on()) stats[l] = kept[l].stats[i];
        } else {
          convolve(block, mine.inputs[l], plan.packed_forward[l], mine.maps[l], mine.workspace);
          maps[l] = mine.maps[l];
          stats[l] = norm_stats(block.after, maps[l], shape.size());
        }
        if (l == last) break;
        const NormActivation after = block.after.on() ? block.after : NormActivation{};
        norm_activate(after, shape, stats[l], maps[l], mine.inputs[l + 1]);
      }
      // gradients, from the last block down
      const float* gradient = dy + i * blocks_[last].output().size();
      for (std::size_t l = last + 1; l-- > 0;) {
        const ConvBlock& block = blocks_[l];
        const MapShape shape = block.output();
        const BackwardPlan::Gradient& sums = mine.gradients[l];
        if (block.after.on()) {
          // the next block's input is this one's output
          const ImageView y = l == last ? ImageView{} : mine.inputs[l + 1];
          norm_activate_gradient(block.after, shape, stats[l], maps[l], y, gradient, mine.dz[l],
                                 sums.sums);
        } else {
          activate_gradient(block.after.activation, shape, maps[l], gradient, mine.dz[l],
                            sums.sums.bias);
        }
        add_tap_gradient(block, mine.inputs[l], mine.dz[l], sums.taps, mine.workspace);
        if (l == 0 && dx == nullptr) break;
        float* to = l == 0 ? dx + i * block.input().size() : mine.dy;
        convolve_back(block, mine.dz[l], plan.packed[l], to, mine.workspace);
        gradient = to;
      }
    }
  });
  // add the threads' sums
  for (std::size_t l = 0; l <= last; ++l) {
    const ConvBlock& block = blocks_[l];
    const int c = block.output().channels, taps = block.shape.taps();
    const BackwardPlan::Gradient& total = plan.threads[0].gradients[l];
    for (std::size_t t = 1; t < plan.threads.size(); ++t) {
      const float* other = plan.threads[t].gradients[l].taps;
      for (int j = 0; j < taps + 3 * c; ++j) total.taps[j] += other[j];
    }
    taps_to_weights(block.shape, total.taps, gradients[l].weight);
    if (gradients[l].bias != nullptr) std::copy_n(total.sums.bias, c, gradients[l].bias);
    if (block.after.on()) {
      std::copy_n(total.sums.scale, c, gradients[l].scale);
      std::copy_n(total.sums.shift, c, gradients[l].shift);
    }
  }
}

}  // namespace rnem::kernels
