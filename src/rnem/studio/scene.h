// What is true in front of a model: a world, a game or a film, one frame at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rnem/sequence.h"
#include "rnem/source.h"
#include "rnem/worlds/disc.h"

namespace rnem::studio {

// A frame and the truth behind it.
struct Shown {
  std::vector<std::uint8_t> pixels;  // [H,W] of zeros and ones
  std::vector<std::uint8_t> groups;  // [H,W] 0 background and overlap, else object id
  std::vector<worlds::Disc> discs;   // in pixels and pixels per frame; empty: no discs
  std::vector<float> curtain;        // x0, y0, x1, y1 in pixels; empty: none
  int objects = 0;                   // with ids in `groups`; discs are in their order
};

class Scene {
 public:
  virtual ~Scene() = default;

  virtual std::unique_ptr<Scene> copy() const = 0;
  virtual worlds::Shape shape() const = 0;
  virtual Shown shown() const = 0;

  // The next frame. `action` counts in games only.
  virtual void advance(int action) = 0;

  // What is done from this frame to the next when a visitor wants `action`: in a recording, what
  // its player did.
  virtual int action_taken(int action) const { return action; }

  // What a hand can do to discs; pixels. false: the scene has none, or there is no room there.
  virtual bool place(std::size_t disc, double x, double y);           // it stands still
  virtual bool throw_disc(std::size_t disc, double vx, double vy);    // with this speed
  virtual bool change(std::size_t disc, double radius, double mass);  // another size, mass
  virtual bool add(double x, double y, double radius, double mass);   // one more
  virtual bool remove(std::size_t disc);                              // one less

  virtual int score() const { return 0; }  // of games
  virtual int lives() const { return 0; }

  // Whether hands can change it, whether it is a game, and whether it is a recording of one: a
  // visitor can play on only inside the model.
  virtual bool has_discs() const { return false; }
  virtual bool is_game() const { return false; }
  virtual bool is_recorded_game() const { return false; }
};

// Sequence `index` of the test split. Discs whose physics is known go on for ever, and so do games;
// films begin again. InputError when there is no such sequence.
std::unique_ptr<Scene> open_scene(const std::shared_ptr<const dataset::Source>& source,
                                  std::int64_t index);

// The invaders, with the ship left to the visitor.
std::unique_ptr<Scene> open_game(std::uint64_t seed);

}  // namespace rnem::studio
