#include "rnem/worlds/balls.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/worlds/billiards.h"
#include "rnem/worlds/canvas.h"
#include "rnem/worlds/exact_billiards.h"
#include "rnem/worlds/paint.h"
#include "rnem/worlds/placement.h"
#include "rnem/worlds/published_billiards.h"
#include "rnem/worlds/wide_billiards.h"

namespace rnem::worlds {
namespace {

constexpr double kProbabilityRounding = 1e-6;  // "0.333333" three times is meant to be 1

class BallsWorld final : public World {
 public:
  BallsWorld(BallsDef def, std::string_view source);

  Shape shape() const override;
  Sequence make(Rng rng, int frames) const override;
  std::unique_ptr<Billiards> resume(std::vector<Disc> discs) const override;
  Box box() const override { return {-def_.margin, def_.side + def_.margin}; }
  std::string to_toml() const override;

 private:
  std::vector<Disc> draw_discs(Rng& rng, std::size_t count) const;
  void draw_velocities(Rng& rng, std::vector<Disc>& discs) const;
  bool place(Rng& rng, std::vector<Disc>& discs) const;
  double visible_share(int t) const;

  BallsDef def_;
  std::string source_;
};

void check_kinds(const BallsDef& def, std::string_view source) {
  const std::size_t kinds = def.radii.size();
  if (def.counts.empty()) fail_input("{}: counts: expected at least one number of balls", source);
  if (kinds == 0) fail_input("{}: radii: expected at least one radius", source);
  if (def.masses.size() != kinds) {
    fail_input("{}: masses: expected one for each of the {} radii, got {}", source, kinds,
               def.masses.size());
  }
  if (def.probabilities.size() != kinds) {
    fail_input("{}: probabilities: expected one for each of the {} radii, got {}", source, kinds,
               def.probabilities.size());
  }
  const double sum = std::accumulate(def.probabilities.begin(), def.probabilities.end(), 0.0);
  if (std::abs(sum - 1.0) > kProbabilityRounding) {
    fail_input("{}: probabilities: expected a sum of 1, got {}", source, sum);
  }
  const double largest = *std::max_element(def.radii.begin(), def.radii.end());
  if (2 * largest >= def.side) {
    fail_input("{}: radii: expected less than half of the box side {}, got {}", source, def.side,
               largest);
  }
  if (def.touching && *std::min_element(def.counts.begin(), def.counts.end()) < 2) {
    fail_input("{}: counts: expected at least 2 balls where two are touching, got 1", source);
  }
  if (def.backgrounds.empty()) {
    fail_input("{}: backgrounds: expected at least one of them", source);
  }
  const auto is_black = [](const std::string& name) { return name == "black"; };
  if (def.pixels == "binary" &&
      !std::all_of(def.backgrounds.begin(), def.backgrounds.end(), is_black)) {
    fail_input("{}: backgrounds: expected black where pixels are binary", source);
  }
  if (def.pixels != "binary" && (def.curtain > 0 || def.fade_in > 0)) {
    fail_input("{}: pixels: expected binary in a world with a curtain or a ball that fades in",
               source);
  }
  if (def.curtain > def.frame_size) {
    fail_input("{}: curtain: expected at most the frame_size {}, got {}", source, def.frame_size,
               def.curtain);
  }
}

BallsWorld::BallsWorld(BallsDef def, std::string_view source)
    : def_(std::move(def)), source_(source) {
  check_kinds(def_, source);
  // find out now, not after an hour of generating, whether the fullest box can be filled
  Rng rng(0, "balls that fit");
  for (int trial = 0; trial < 3; ++trial) {
    draw_discs(rng, static_cast<std::size_t>(shape().max_objects));
  }
}

Shape BallsWorld::shape() const {
  Shape shape;
  shape.height = shape.width = static_cast<int>(def_.frame_size);
  shape.max_objects = static_cast<int>(*std::max_element(def_.counts.begin(), def_.counts.end()));
  shape.pixels_per_unit = static_cast<double>(def_.frame_size) / def_.side;
  if (def_.pixels != "binary") shape.levels = 255;
  if (def_.pixels == "rgb") shape.channels = 3;
  return shape;
}

std::vector<Disc> BallsWorld::draw_discs(Rng& rng, std::size_t count) const {
  std::vector<Disc> discs(count);
  for (Disc& disc : discs) {
    double left = rng.uniform();
    std::size_t kind = 0;
    while (kind + 1 < def_.radii.size() && left >= def_.probabilities[kind]) {
      left -= def_.probabilities[kind++];
    }
    disc.radius = def_.radii[kind];
    disc.mass = def_.masses[kind];
  }
  if (!place(rng, discs)) {
    fail_input("{}: counts: {} balls of these radii do not fit into a box of side {}", source_,
               count, def_.side);
  }
  return shifted(std::move(discs), -def_.margin);
}

// Sets the positions, counted from the corner of the box.
bool BallsWorld::place(Rng& rng, std::vector<Disc>& discs) const {
  constexpr int kAttempts = 100;  // a ball in a narrow corner has no room beside it
  const double side = def_.side + 2 * def_.margin;
  if (!def_.touching) return place_discs(rng, side, discs);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (!place_discs(rng, side, discs)) return false;
    if (bring_together(rng, side, discs)) return true;
  }
  return false;
}

// How much of the ball that fades in is there at frame t.
double BallsWorld::visible_share(int t) const {
  const double shown = static_cast<double>(t - def_.fade_from + 1);
  return std::clamp(shown / static_cast<double>(def_.fade_in), 0.0, 1.0);
}

void BallsWorld::draw_velocities(Rng& rng, std::vector<Disc>& discs) const {
  double squares = 0;
  for (Disc& disc : discs) {
    disc.vx = rng.normal();
    disc.vy = rng.normal();
    squares += disc.vx * disc.vx + disc.vy * disc.vy;
  }
  const double scale = def_.speed_norm / std::sqrt(squares);
  for (Disc& disc : discs) {
    disc.vx *= scale;
    disc.vy *= scale;
  }
}

// What record() keeps of a disc.
Disc stored(const Disc& disc) {
  const auto round = [](double value) { return static_cast<double>(static_cast<float>(value)); };
  return {.x = round(disc.x),
          .y = round(disc.y),
          .vx = round(disc.vx),
          .vy = round(disc.vy),
          .radius = round(disc.radius),
          .mass = round(disc.mass)};
}

std::unique_ptr<Billiards> BallsWorld::resume(std::vector<Disc> discs) const {
  const double side = def_.side + 2 * def_.margin;
  std::unique_ptr<Billiards> billiards;
  if (def_.physics == "exact") {
    billiards = std::make_unique<ExactBilliards>(side, shifted(std::move(discs), def_.margin));
  } else {
    // start from what a data file keeps: its first frame then decides all others, to the last bit
    std::transform(discs.begin(), discs.end(), discs.begin(), stored);
    billiards = std::make_unique<PublishedBilliards>(side, shifted(std::move(discs), def_.margin));
  }
  if (def_.margin == 0) return billiards;
  return std::make_unique<WideBilliards>(def_.margin, std::move(billiards));
}

// Writes where the discs are at frame t.
void record(const std::vector<Disc>& discs, int t, int max_objects, Sequence& sequence) {
  float* position = sequence.positions.data() + static_cast<std::size_t>(t) * max_objects * 2;
  float* velocity = sequence.velocities.data() + static_cast<std::size_t>(t) * max_objects * 2;
  for (const Disc& disc : discs) {
    *position++ = static_cast<float>(disc.x);
    *position++ = static_cast<float>(disc.y);
    *velocity++ = static_cast<float>(disc.vx);
    *velocity++ = static_cast<float>(disc.vy);
  }
}

Sequence BallsWorld::make(Rng rng, int frames) const {
  const Shape world = shape();
  const double scale = world.pixels_per_unit;
  const auto count = static_cast<std::size_t>(def_.counts[rng.below(def_.counts.size())]);
  std::vector<Disc> discs = draw_discs(rng, count);
  draw_velocities(rng, discs);
  const int curtain = static_cast<int>(def_.curtain);
  const auto places = static_cast<std::uint64_t>(world.width - curtain + 1);
  const int curtain_x = curtain > 0 ? static_cast<int>(rng.below(places)) : 0;
  const int curtain_y = curtain > 0 ? static_cast<int>(rng.below(places)) : 0;

  Sequence sequence = blank_sequence(world, frames, static_cast<int>(count));
  for (std::size_t i = 0; i < count; ++i) {
    sequence.radii[i] = static_cast<float>(discs[i].radius);
    sequence.masses[i] = static_cast<float>(discs[i].mass);
  }
  if (curtain > 0) {
    for (const int edge : {curtain_x, curtain_y, curtain_x + curtain, curtain_y + curtain}) {
      sequence.curtain.push_back(static_cast<float>(edge));
    }
  }

  std::vector<double> order;  // in which the pixels of a ball that fades in appear
  if (def_.fade_in > 0) {
    order.resize(static_cast<std::size_t>(world.height) * world.width);
    for (double& place : order) place = rng.uniform();
  }

  // drawn last, so that worlds of zeros and ones have the sequences that they always had
  std::optional<Painter> painter;
  if (def_.pixels != "binary") {
    painter.emplace(world, def_.backgrounds[rng.below(def_.backgrounds.size())], count, rng);
  }

  const auto billiards = resume(std::move(discs));
  for (int t = 0; t < frames; ++t) {
    // the picture of t tells who collides on the way to t + 1, so the step comes first
    const std::vector<Disc> now = billiards->discs();
    record(now, t, world.max_objects, sequence);
    billiards->advance();
    const auto& struck = billiards->struck();
    Canvas canvas(sequence, world, t);
    for (std::size_t i = 0; i < count; ++i) {
      const double x = now[i].x * scale, y = now[i].y * scale, radius = now[i].radius * scale;
      const int id = static_cast<int>(i) + 1;
      if (!order.empty() && i + 1 == count) {
        canvas.fading_disc(x, y, radius, id, struck[i] != 0, order, visible_share(t));
      } else {
        canvas.disc(x, y, radius, id, struck[i] != 0);
      }
      sequence.events[t] |= struck[i];
    }
    if (curtain > 0) canvas.hide(curtain_y, curtain_x, curtain);
    if (painter) painter->add_frame(now, scale);
  }
  if (painter) sequence.features = painter->take();
  return sequence;
}

std::string BallsWorld::to_toml() const {
  BallsDef def = def_;
  return "kind = \"balls\"\n" + write_toml(def.options());
}

}  // namespace

OptionTable BallsDef::options() {
  return {
      {"counts", &counts, "numbers of balls, each equally likely", 1, 255},
      {"side", &side, "side of the square box, units", 1e-3, 1e3},
      {"radii", &radii, "radius of every kind of ball, units", 1e-3, 1e3},
      {"masses", &masses, "mass of every kind of ball", 1e-3, 1e3},
      {"probabilities", &probabilities, "how often every kind of ball is drawn, sum 1", 0, 1},
      one_of("physics", &physics, "how balls move and bounce", {"exact", "published"}),
      {"speed_norm", &speed_norm,
       "root of the sum of the squared start speeds of all balls, units per frame", 0, 1e2},
      {"curtain", &curtain, "side of the invisible square that hides balls, pixels; 0 for none", 0,
       1024},
      {"frame_size", &frame_size, "side of the picture, pixels", 4, 1024},
      {"margin", &margin, "how far the box goes on beyond every side of the picture, units", 0,
       1e3},
      {"touching", &touching, "whether the first two balls touch in the first frame"},
      {"fade_in", &fade_in, "frames in which the last ball appears pixel by pixel; 0 for at once",
       0, 1e6},
      {"fade_from", &fade_from, "first frame that shows a pixel of the ball that fades in", 0, 1e6},
      one_of("pixels", &pixels, "zeros and ones, or bytes of grey or colour",
             {"binary", "grey", "rgb"}),
      {"backgrounds", &backgrounds, "what is behind the balls, each equally likely", -Option::kNone,
       Option::kNone, background_names()},
  };
}

std::unique_ptr<World> make_world(const BallsDef& def, std::string_view source) {
  return std::make_unique<BallsWorld>(def, source);
}

}  // namespace rnem::worlds
