// Footage that our worlds did not render: discs in a box, moved by Box2D, drawn with soft edges in
// colours on a ground that is not quite dark, and written as a video.
//
//   box2d_clip FOLDER [SECONDS]   -> clip.mp4, truth.txt (MOTChallenge), truth/ (id PNGs)
//
// 480x360 pixels, 24 frames a second. Of four discs one is taken away after two thirds of the time;
// a fifth is put in after one third.
#include <box2d/box2d.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "rnem/core/atomic_file.h"
#include "rnem/figures/drawing.h"
#include "rnem/figures/id_picture.h"
#include "rnem/tracking/mot_file.h"
#include "rnem/tracking/sighting.h"
#include "rnem/video/film_writer.h"

namespace {

using namespace rnem;

constexpr int kWidth = 480, kHeight = 360, kRate = 24;
constexpr float kPixels = 20;  // a metre
constexpr int kParts = 8;      // steps of the physics a frame

struct Disc {
  float x, y, radius;  // metres
  float vx, vy;        // metres a second
  figures::Rgb color;
  double from, to;  // parts of the clip
  b2Body* body = nullptr;
};

void add_walls(b2World& world) {
  const b2BodyDef nowhere;
  b2Body* walls = world.CreateBody(&nowhere);
  const float w = kWidth / kPixels, h = kHeight / kPixels;
  const b2Vec2 corners[] = {{0, 0}, {w, 0}, {w, h}, {0, h}};
  for (int i = 0; i < 4; ++i) {
    b2EdgeShape edge;
    edge.SetTwoSided(corners[i], corners[(i + 1) % 4]);
    b2FixtureDef fixture;
    fixture.shape = &edge;
    fixture.restitution = 1;
    fixture.friction = 0;
    walls->CreateFixture(&fixture);
  }
}

b2Body* add_disc(b2World& world, const Disc& disc) {
  b2BodyDef body;
  body.type = b2_dynamicBody;
  body.bullet = true;
  body.position.Set(disc.x, disc.y);
  body.linearVelocity.Set(disc.vx, disc.vy);
  b2CircleShape circle;
  circle.m_radius = disc.radius;
  b2FixtureDef fixture;
  fixture.shape = &circle;
  fixture.density = 1;
  fixture.restitution = 1;
  fixture.friction = 0;
  b2Body* made = world.CreateBody(&body);
  made->CreateFixture(&fixture);
  return made;
}

// A pixel belongs to the disc that its middle lies in.
figures::IdPicture truth_of(const std::vector<Disc>& discs) {
  figures::IdPicture ids{kWidth, kHeight, {}};
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      int id = 0;
      for (std::size_t i = 0; i < discs.size(); ++i) {
        if (discs[i].body == nullptr) continue;
        const b2Vec2 away = kPixels * discs[i].body->GetPosition() -
                            b2Vec2(static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F);
        if (away.Length() < kPixels * discs[i].radius) id = static_cast<int>(i) + 1;
      }
      ids.ids.push_back(static_cast<std::uint16_t>(id));
    }
  }
  return ids;
}

figures::Image picture_of(const std::vector<Disc>& discs) {
  figures::Drawing drawing(kWidth, kHeight, {{24, 28, 40}, 1.0});
  for (const Disc& disc : discs) {
    if (disc.body == nullptr) continue;
    const b2Vec2 at = kPixels * disc.body->GetPosition();
    drawing.disc(at.x, at.y, kPixels * disc.radius, {disc.color, 1.0});
  }
  return drawing.render(1.0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::filesystem::path folder = argv[1];
  const double seconds = argc > 2 ? std::atof(argv[2]) : 30.0;
  const int frames = static_cast<int>(seconds * kRate);
  make_folder(folder / "truth");
  b2World world({0, 0});
  add_walls(world);
  std::vector<Disc> discs = {{5, 5, 2.2F, 6, 4, {235, 200, 80}, 0, 1},
                             {17, 5, 1.9F, -5, 6, {120, 220, 150}, 0, 0.667},
                             {6, 13, 2.4F, 4, -7, {230, 130, 120}, 0, 1},
                             {18, 13, 2.0F, -7, -3, {150, 180, 250}, 0, 1},
                             {12, 9, 1.8F, 5, 5, {230, 230, 230}, 0.333, 1}};
  video::FilmWriter film(folder / "clip.mp4", kWidth, kHeight, kRate);
  std::ofstream mot(folder / "truth.txt");
  for (int t = 0; t < frames; ++t) {
    for (Disc& disc : discs) {
      const double now = static_cast<double>(t) / frames;
      const bool there = now >= disc.from && now < disc.to;
      if (there && disc.body == nullptr) disc.body = add_disc(world, disc);
      if (!there && disc.body != nullptr) {
        world.DestroyBody(disc.body);
        disc.body = nullptr;
      }
    }
    film.add(picture_of(discs));
    const figures::IdPicture truth = truth_of(discs);
    figures::write_id_png(folder / "truth" / fmt::format("{:06}.png", t + 1), truth);
    for (tracking::Sighting s : tracking::sightings_of(truth)) {
      s.frame = t + 1;
      mot << tracking::mot_line(s);
    }
    for (int i = 0; i < kParts; ++i) world.Step(1.0F / (kRate * kParts), 8, 4);
  }
  film.close();
  return 0;
}
