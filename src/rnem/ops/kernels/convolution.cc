#include "rnem/ops/kernels/convolution.h"

#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/machine/parallel.h"
#include "rnem/ops/kernels/norm_act.h"

namespace rnem::kernels {

namespace {

// Calls body(tap index, weight index) for every pair in which the tap contains the weight.
template <class F>
void for_each_pair(const StridedShape& s, F&& body) {
  const bool folded = s.k == kWindow + 1;
  // with folding, weight i along an axis is part of taps 3-i and 4-i
  const int copies = folded ? 2 : 1;
  const auto tap_of = [&](int i, int copy) { return folded ? kWindow - 1 - i + copy : i; };
  const int in = folded ? s.small_c : s.large_c, out = folded ? s.large_c : s.small_c;
  for (int o = 0; o < out; ++o) {
    for (int i = 0; i < in; ++i) {
      const int cl = folded ? o : i, cs = folded ? i : o;
      for (int y = 0; y < kWindow * copies; ++y) {
        for (int x = 0; x < kWindow * copies; ++x) {
          const int ky = tap_of(y / copies, y % copies), kx = tap_of(x / copies, x % copies);
          body(((ky * s.k + kx) * s.large_c + cl) * s.small_c + cs,
               ((o * in + i) * kWindow + y / copies) * kWindow + x / copies);
        }
      }
    }
  }
}

}  // namespace

StridedShape downsampling_shape(int height, int width, int in, int out) {
  return {(height + 1) / 2, (width + 1) / 2, out, height, width, in, kWindow, 1};
}

StridedShape upsampling_shape(int height, int width, int in, int out) {
  return {height, width, in, 2 * height, 2 * width, out, kWindow + 1, 2};
}

void weights_to_taps(const StridedShape& s, const float* weight, float* taps) {
  for (int i = 0; i < s.taps(); ++i) taps[i] = 0.0F;
  for_each_pair(s, [&](int tap, int w) { taps[tap] += weight[w]; });
}

void taps_to_weights(const StridedShape& s, const float* taps, float* weight) {
  const int count = kWindow * kWindow * s.large_c * s.small_c;
  for (int i = 0; i < count; ++i) weight[i] = 0.0F;
  for_each_pair(s, [&](int tap, int w) { weight[w] += taps[tap]; });
}

namespace {

// The taps of `down` come first.
std::size_t up_offset(Precision precision, const StridedShape& shape) {
  return packed_size(precision, shape, Direction::kDown);
}

}  // namespace

std::size_t packed_weights_size(Precision precision, const StridedShape& shape) {
  return up_offset(precision, shape) + packed_size(precision, shape, Direction::kUp);
}

void pack_weights(Precision precision, const StridedShape& shape, const float* weight,
                  float* packed) {
  std::vector<float> taps(shape.taps());
  weights_to_taps(shape, weight, taps.data());
  pack(precision, shape, Direction::kDown, taps.data(), packed);
  pack(precision, shape, Direction::kUp, taps.data(), packed + up_offset(precision, shape));
}

MapShape ConvBlock::input() const {
  return upsamples() ? MapShape{shape.small_h, shape.small_w, shape.small_c}
                     : MapShape{shape.large_h, shape.large_w, shape.large_c};
}

MapShape ConvBlock::output() const {
  return upsamples() ? MapShape{shape.large_h, shape.large_w, shape.large_c}
                     : MapShape{shape.small_h, shape.small_w, shape.small_c};
}

namespace {

ImageView without_border(float* data, const MapShape& shape) {
  return {data, std::ptrdiff_t{shape.width} * shape.channels};
}

// to = `down` or `up` of `from`, which has a border
void transform(const ConvBlock& block, bool up_wards, ImageView from, const float* bias,
               ImageView to, float* workspace) {
  if (up_wards) {
    const float* packed = block.packed + up_offset(block.precision, block.shape);
    up(block.precision, block.shape, from, packed, bias, to, workspace);
  } else {
    down(block.precision, block.shape, from, block.packed, bias, to, workspace);
  }
}

// out [output()] = convolution of `in` + bias
void convolve(const ConvBlock& block, ImageView in, float* out, float* workspace) {
  transform(block, block.upsamples(), in, block.bias, without_border(out, block.output()),
            workspace);
}

// the gradient dx [input()], given that of the convolution's output
void convolve_back(const ConvBlock& block, ImageView dz, float* dx, float* workspace) {
  transform(block, !block.upsamples(), dz, nullptr, without_border(dx, block.input()), workspace);
}

// adds the gradient with respect to the taps; both have a border
void add_tap_gradient(const ConvBlock& block, ImageView in, ImageView dz, float* taps,
                      float* workspace) {
  const ImageView large = block.upsamples() ? dz : in, small = block.upsamples() ? in : dz;
  tap_gradient(block.precision, block.shape, large, small, taps, workspace);
}

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

// for one convolution at a time
float* take_workspace(const std::vector<ConvBlock>& blocks, Arena& arena) {
  std::size_t most = 0;
  for (const ConvBlock& block : blocks) {
    most = std::max(most, strided_workspace(block.precision, block.shape));
  }
  return arena.take(most);
}

// A thread's own maps.
struct ForwardScratch {
  std::vector<ImageView> inputs;  // bordered input of every block
  float* map;                     // any convolution's output
  float* workspace;

  ForwardScratch(const std::vector<ConvBlock>& blocks, Arena& arena) {
    int largest = 0;
    for (const ConvBlock& block : blocks) {
      inputs.push_back(take_bordered(arena, block.input()));
      largest = std::max(largest, block.output().size());
    }
    map = arena.take(largest);
    workspace = take_workspace(blocks, arena);
  }
};

struct BackwardScratch {
  struct Gradient {
    float* taps;
    ChannelSums sums;
  };
  std::vector<ImageView> inputs;  // bordered input of every block
  std::vector<ImageView> dz;      // bordered gradient of every convolution's output
  std::vector<float*> maps;       // outputs that were not kept, else null
  std::vector<Gradient> gradients;
  float* dy;  // gradient of any block's output
  float* workspace;

  BackwardScratch(const std::vector<ConvBlock>& blocks, Arena& arena) {
    int largest = 0;
    for (const ConvBlock& block : blocks) {
      const MapShape out = block.output();
      largest = std::max(largest, block.input().size());
      inputs.push_back(take_bordered(arena, block.input()));
      dz.push_back(take_bordered(arena, out));
      maps.push_back(block.kept() ? nullptr : arena.take(out.size()));
      const int c = out.channels, taps = block.shape.taps();
      float* sums = arena.take(taps + 5 * c);
      if (sums == nullptr) continue;
      std::fill_n(sums, taps + 3 * c, 0.0F);
      float* rest = sums + taps;
      gradients.push_back({sums, {rest, rest + c, rest + 2 * c, rest + 3 * c}});
    }
    dy = arena.take(largest);
    workspace = take_workspace(blocks, arena);
  }
};

template <class Scratch>
std::vector<Scratch> for_all_threads(const std::vector<ConvBlock>& blocks, Arena& arena) {
  std::vector<Scratch> threads;
  for (int t = 0; t < machine::max_threads(); ++t) threads.emplace_back(blocks, arena);
  return threads;
}

template <class Scratch>
std::size_t floats_of(const std::vector<ConvBlock>& blocks) {
  Arena counter(nullptr);
  for_all_threads<Scratch>(blocks, counter);
  return counter.used();
}

}  // namespace

ConvStack::ConvStack(std::vector<ConvBlock> blocks) : blocks_(std::move(blocks)) {
  RNEM_CHECK(!blocks_.empty(), "a stack has blocks");
  for (std::size_t l = 0; l < blocks_.size(); ++l) {
    RNEM_CHECK(blocks_[l].shape.supported(), "unsupported convolution");
    RNEM_CHECK(l == 0 || blocks_[l].input().size() == blocks_[l - 1].output().size(),
               "a block's input is the output before it");
  }
}

std::size_t ConvStack::forward_workspace() const { return floats_of<ForwardScratch>(blocks_); }

std::size_t ConvStack::backward_workspace() const { return floats_of<BackwardScratch>(blocks_); }

void ConvStack::forward(std::int64_t n, const float* x, const std::vector<Kept>& kept, float* y,
                        float* workspace) const {
  Arena arena(workspace);
  const auto scratch = for_all_threads<ForwardScratch>(blocks_, arena);
  const std::size_t last = blocks_.size() - 1;
  machine::parallel_for(n, 1, [&](std::int64_t begin, std::int64_t end, int thread) {
    const ForwardScratch& mine = scratch[thread];
    for (std::int64_t i = begin; i < end; ++i) {
      copy(x + i * blocks_[0].input().size(), blocks_[0].input(), mine.inputs[0]);
      for (std::size_t l = 0; l <= last; ++l) {
        const ConvBlock& block = blocks_[l];
        const MapShape shape = block.output();
        float* map = kept[l].map != nullptr ? kept[l].map + i * shape.size() : mine.map;
        convolve(block, mine.inputs[l], map, mine.workspace);
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
  const auto scratch = for_all_threads<BackwardScratch>(blocks_, arena);
  const std::size_t last = blocks_.size() - 1;
  machine::parallel_for(n, 1, [&](std::int64_t begin, std::int64_t end, int thread) {
    const BackwardScratch& mine = scratch[thread];
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
          convolve(block, mine.inputs[l], mine.maps[l], mine.workspace);
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
        const BackwardScratch::Gradient& sums = mine.gradients[l];
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
        convolve_back(block, mine.dz[l], to, mine.workspace);
        gradient = to;
      }
    }
  });
  // add the threads' sums
  for (std::size_t l = 0; l <= last; ++l) {
    const ConvBlock& block = blocks_[l];
    const int c = block.output().channels, taps = block.shape.taps();
    const BackwardScratch::Gradient& total = scratch[0].gradients[l];
    for (std::size_t t = 1; t < scratch.size(); ++t) {
      const float* other = scratch[t].gradients[l].taps;
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
