#include "rnem/worlds/invaders_sprites.h"

#include <string_view>

#include "rnem/core/error.h"

namespace rnem::worlds::invaders {
namespace {

template <std::size_t kHeight>
constexpr Sprite parse(const std::array<std::string_view, kHeight>& picture) {
  Sprite sprite{static_cast<int>(picture[0].size()), static_cast<int>(kHeight), {}};
  for (std::size_t y = 0; y < kHeight; ++y) {
    for (std::size_t x = 0; x < picture[y].size(); ++x) {
      if (picture[y][x] == '#') sprite.rows[y] |= static_cast<std::uint16_t>(1u << x);
    }
  }
  return sprite;
}

// The resize keeps only gaps of three pixels and more, so the kinds differ in their outlines.
constexpr std::array<std::array<Sprite, kAlienPoses>, kAlienKinds> kAliens = {{
    {parse<10>({"...##...",  // squid
                "...##...",  //
                "..####..",  //
                ".######.",  //
                "##.##.##",  //
                "########",  //
                "########",  //
                "..#..#..",  //
                ".#....#.",  //
                "..#..#.."}),
     parse<10>({"...##...",  //
                "...##...",  //
                "..####..",  //
                ".######.",  //
                "##.##.##",  //
                "########",  //
                "########",  //
                "..#..#..",  //
                ".#....#.",  //
                "#......#"})},
    {parse<10>({"#......#",  // crab
                "#......#",  //
                "##.##.##",  //
                "########",  //
                "##.##.##",  //
                "########",  //
                ".######.",  //
                ".#....#.",  //
                "##....##",  //
                "#......#"}),
     parse<10>({".#....#.",  //
                ".#....#.",  //
                "..####..",  //
                "########",  //
                "##.##.##",  //
                "########",  //
                "########",  //
                "#.#..#.#",  //
                "#.#..#.#",  //
                "..#..#.."})},
    {parse<10>({"..####..",  // skull
                ".######.",  //
                "########",  //
                "##.##.##",  //
                "########",  //
                "########",  //
                ".######.",  //
                ".##..##.",  //
                "##....##",  //
                "##....##"}),
     parse<10>({"..####..",  //
                ".######.",  //
                "########",  //
                "##.##.##",  //
                "########",  //
                "########",  //
                ".######.",  //
                "..####..",  //
                "..#..#..",  //
                "..#..#.."})},
}};

constexpr Sprite kShip = parse<10>({"...#...",  //
                                    "...#...",  //
                                    "..###..",  //
                                    "..###..",  //
                                    "..###..",  //
                                    ".#####.",  //
                                    "#######",  //
                                    "#######",  //
                                    "#######",  //
                                    "#######"});

constexpr Sprite kShield = parse<16>({"...######...",  //
                                      "..########..",  //
                                      ".##########.",  //
                                      "############",  //
                                      "############",  //
                                      "############",  //
                                      "############",  //
                                      "############",  //
                                      "############",  //
                                      "############",  //
                                      "####....####",  //
                                      "####....####",  //
                                      "####....####",  //
                                      "####....####",  //
                                      "####....####",  //
                                      "####....####"});

}  // namespace

const Sprite& alien_sprite(int kind, int pose) {
  RNEM_CHECK(kind >= 0 && kind < kAlienKinds && pose >= 0 && pose < kAlienPoses, "such an alien");
  return kAliens[kind][pose];
}

const Sprite& ship_sprite() { return kShip; }

const Sprite& shield_sprite() { return kShield; }

}  // namespace rnem::worlds::invaders
