// Where things are on the 160×210 screen, in its pixels; y grows downwards.
#pragma once

namespace rnem::worlds::invaders {

inline constexpr int kScreenWidth = 160, kScreenHeight = 210;

// The crop to 84×84 shows rows 34 .. 194 (invaders_screen.h): the field of play. Score and ground
// would lie above and below, so they are not drawn.
inline constexpr int kFieldTop = 34, kFieldBottom = 195;  // rows, half-open
inline constexpr int kFieldLeft = 6, kFieldRight = 154;   // columns, half-open: where pieces stay

inline constexpr int kMostRows = 6, kMostColumns = 6;     // of aliens
inline constexpr int kAlienWidth = 8, kAlienHeight = 10;  // of one alien
inline constexpr int kColumnPitch = 16, kRowPitch = 18;   // from alien to alien
inline constexpr int kFleetLeft = 22, kFleetTop = 36;     // where a new fleet appears
inline constexpr int kMarchStride = 2, kDropHeight = 10;  // of one move of the fleet
inline constexpr int kQuickestMarch = 2;                  // frames between moves, at least

inline constexpr int kShields = 3;
inline constexpr int kShieldWidth = 12, kShieldHeight = 16;
inline constexpr int kShieldTop = 157, kShieldLeft = 34, kShieldPitch = 40;

inline constexpr int kShipWidth = 7, kShipHeight = 10, kShipTop = 185;
inline constexpr int kShipStart = 34;  // left edge of a new ship: behind the first shield
inline constexpr int kGun = 3;         // column of the ship its bullets leave from

// One column and two rows become one or two pixels each way at 84×84, and never none.
inline constexpr int kBulletHeight = 2;
inline constexpr int kMostBombs = 8;
inline constexpr int kShipSpeed = 1, kBulletSpeed = 4, kBombSpeed = 2;  // pixels a frame
inline constexpr int kPause = 16;  // frames without a ship after it was hit

}  // namespace rnem::worlds::invaders
