#include "rnem/studio/record.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "rnem/core/error.h"
#include "rnem/torch.h"

namespace rnem::studio {
namespace {

using torch::Tensor;

static_assert(std::endian::native == std::endian::little, "records are little-endian");

constexpr std::uint8_t kAlone = 1, kPredicts = 2, kInside = 4, kCurtain = 8, kAttends = 16;
constexpr std::uint8_t kDrawn = 255;  // in the plane of the truth

template <class T>
void put(std::string& out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

void put_float(std::string& out, double value) { put(out, static_cast<float>(value)); }

void put_plane(std::string& out, std::span<const std::uint8_t> plane) {
  const std::string packed = pack_zeros(plane);
  put(out, static_cast<std::uint32_t>(packed.size()));
  out += packed;
}

// Values of 0 .. 1 as bytes 0 .. 255.
std::vector<std::uint8_t> as_bytes(const Tensor& values) {
  const Tensor scaled = values.clamp(0, 1).mul(255).round().to(torch::kUInt8).contiguous();
  const auto* data = scaled.data_ptr<std::uint8_t>();
  return {data, data + scaled.numel()};
}

std::vector<std::uint8_t> truth_plane(const RecordInput& input) {
  std::vector<std::uint8_t> plane(input.truth.pixels.size());
  for (std::size_t i = 0; i < plane.size(); ++i) {
    if (input.truth.pixels[i] != 0) {
      plane[i] = static_cast<std::uint8_t>(1 + input.truth.groups[i]);
    } else if (!input.drawing.empty() && input.drawing[i] != 0) {
      plane[i] = kDrawn;
    }
  }
  return plane;
}

void put_planes_of_model(std::string& out, const WatchedStep& model) {
  put_plane(out, as_bytes(model.picture[0]));
  const Tensor masks = model.masks[0].contiguous();
  const std::span<const std::uint8_t> owner(masks.data_ptr<std::uint8_t>(),
                                            static_cast<std::size_t>(masks.numel()));
  put_plane(out, owner);
  put_plane(out, as_bytes(model.gamma[0].amax(0) * masks.gt(0)));
}

void put_inside(std::string& out, const WatchedStep& model) {
  const std::int64_t k = model.psi.size(1);
  for (std::int64_t i = 0; i < k; ++i) {
    put_plane(out, as_bytes(model.psi[0][i]));
    put_plane(out, as_bytes(model.gamma[0][i]));
  }
  const Tensor theta = model.theta[0].contiguous();
  const double largest = theta.abs().max().item<double>();
  constexpr double kMost = 127;  // of a signed byte
  put_float(out, largest);
  const Tensor bytes =
      theta.mul(largest > 0 ? kMost / largest : 0.0).round().to(torch::kInt8).contiguous();
  out.append(reinterpret_cast<const char*>(bytes.data_ptr<std::int8_t>()),
             static_cast<std::size_t>(bytes.numel()));
}

}  // namespace

std::string pack_zeros(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kMost = 255;
  std::string out;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t zeros = 0, count = 0;
    while (at < bytes.size() && zeros < kMost && bytes[at] == 0) ++zeros, ++at;
    const std::size_t begin = at;
    // a single zero between values costs less than a new run
    while (at < bytes.size() && count < kMost &&
           (bytes[at] != 0 || (at + 1 < bytes.size() && bytes[at + 1] != 0))) {
      ++count, ++at;
    }
    out += static_cast<char>(zeros);
    out += static_cast<char>(count);
    out.append(reinterpret_cast<const char*>(bytes.data() + begin), count);
  }
  return out;
}

void write_record(const RecordInput& input, std::string& out) {
  const std::size_t begin = out.size();
  const WatchedStep* model = input.model;
  const bool attends = model != nullptr && model->attention.defined();
  const bool inside = model != nullptr && input.inside;
  const auto objects = input.measured ? input.measured->component_of.size() : 0;
  put(out, std::uint32_t{0});  // its size, below
  put(out, input.step);
  put(out, static_cast<std::uint8_t>(
               (input.alone ? kAlone : 0) | (model ? kPredicts : 0) | (inside ? kInside : 0) |
               (input.truth.curtain.empty() ? 0 : kCurtain) | (attends ? kAttends : 0)));
  put(out, static_cast<std::uint8_t>(input.k));
  put(out, static_cast<std::uint8_t>(objects));
  put(out, static_cast<std::uint8_t>(input.lives));
  put(out, static_cast<std::uint16_t>(input.height));
  put(out, static_cast<std::uint16_t>(input.width));
  put(out, static_cast<std::uint16_t>(inside ? model->theta.size(2) : 0));
  put(out, static_cast<std::uint16_t>(input.truth.discs.size()));
  put(out, static_cast<std::int32_t>(input.score));
  const Measured measured = input.measured.value_or(Measured{NAN, NAN, NAN, NAN, {}});
  for (const double number : {measured.position_error, measured.held, measured.energy,
                              measured.own_energy, input.milliseconds}) {
    put_float(out, number);
  }
  for (const auto& disc : input.truth.discs) {
    for (const double number : {disc.x, disc.y, disc.vx, disc.vy, disc.radius, disc.mass}) {
      put_float(out, number);
    }
  }
  for (const float edge : input.truth.curtain) put(out, edge);
  for (const int component : measured.component_of) put(out, static_cast<std::int8_t>(component));
  put_plane(out, truth_plane(input));
  if (model != nullptr) {
    const Tensor tracks = model->tracks[0].contiguous();
    for (std::int64_t i = 0; i < tracks.numel(); ++i) put_float(out, tracks.data_ptr<double>()[i]);
    if (attends) {
      const auto alpha = as_bytes(model->attention[0]);
      out.append(reinterpret_cast<const char*>(alpha.data()), alpha.size());
    }
    put_planes_of_model(out, *model);
    if (inside) put_inside(out, *model);
  }
  const auto size = static_cast<std::uint32_t>(out.size() - begin);
  std::memcpy(out.data() + begin, &size, sizeof(size));
}

}  // namespace rnem::studio
