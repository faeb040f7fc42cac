// Balls in a box, by the physics of their world; hands may move them.
#pragma once

#include <memory>
#include <vector>

#include "rnem/studio/scene.h"
#include "rnem/world.h"
#include "rnem/worlds/billiards.h"

namespace rnem::studio {

class DiscScene final : public Scene {
 public:
  static constexpr std::size_t kMostDiscs = 12;
  static constexpr double kFastest = 0.12;  // of the frame's width, a frame: balls stay balls

  // From the first frame of a sequence on.
  DiscScene(const std::shared_ptr<const worlds::World>& world, const worlds::Sequence& first);

  std::unique_ptr<Scene> copy() const override;
  worlds::Shape shape() const override;
  Shown shown() const override;
  void advance(int action) override;

  bool place(std::size_t disc, double x, double y) override;
  bool throw_disc(std::size_t disc, double vx, double vy) override;
  bool change(std::size_t disc, double radius, double mass) override;
  bool add(double x, double y, double radius, double mass) override;
  bool remove(std::size_t disc) override;
  bool has_discs() const override { return true; }

 private:
  DiscScene(std::shared_ptr<const worlds::World> world, std::vector<worlds::Disc> discs,
            std::vector<float> curtain);

  // Moves the disc inside the box and off the others, as near as it goes. false: no room.
  bool settle(std::vector<worlds::Disc>& discs, std::size_t disc) const;
  bool begin(std::vector<worlds::Disc> discs);

  std::shared_ptr<const worlds::World> world_;
  std::vector<float> curtain_;
  double scale_;                     // pixels a unit
  std::vector<worlds::Disc> discs_;  // now, in units
  std::unique_ptr<worlds::Billiards> billiards_;
};

}  // namespace rnem::studio
