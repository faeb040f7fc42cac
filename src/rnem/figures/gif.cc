#include "rnem/figures/gif.h"

#include <gif_lib.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/figures/quantise.h"

namespace rnem::figures {
namespace {

struct ChangedBox {
  int x0, y0, x1, y1;  // half-open
};

int append(GifFileType* gif, const GifByteType* bytes, int count) {
  static_cast<std::string*>(gif->UserData)
      ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
  return count;
}

struct CloseGif {
  void operator()(GifFileType* gif) const { EGifCloseFile(gif, nullptr); }
};
using Gif = std::unique_ptr<GifFileType, CloseGif>;

struct FreeMap {
  void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};
using ColorMap = std::unique_ptr<ColorMapObject, FreeMap>;

void check(int status, const std::filesystem::path& path, const Gif& gif) {
  if (status == GIF_OK) return;
  const char* reason = GifErrorString(gif->Error);
  fail("{}: cannot encode: {}", path.string(), reason != nullptr ? reason : "giflib failed");
}

// The format wants a power of two of colours, at least two.
ColorMap color_map(const std::vector<Rgb>& palette) {
  const int size = std::max(2, static_cast<int>(std::bit_ceil(palette.size())));
  ColorMap map(GifMakeMapObject(size, nullptr));
  if (!map) fail("out of memory for a GIF palette");
  for (std::size_t i = 0; i < palette.size(); ++i) {
    map->Colors[i] = {palette[i].r, palette[i].g, palette[i].b};
  }
  return map;
}

// The smallest box outside of which the frames agree; one pixel when they agree everywhere, since
// every frame must exist for its delay to pass.
ChangedBox changed_box(const Image& before, const Image& now) {
  ChangedBox box{now.width(), now.height(), 0, 0};
  for (int y = 0; y < now.height(); ++y) {
    for (int x = 0; x < now.width(); ++x) {
      if (before.at(x, y) == now.at(x, y)) continue;
      box = {std::min(box.x0, x), std::min(box.y0, y), std::max(box.x1, x + 1),
             std::max(box.y1, y + 1)};
    }
  }
  return box.x0 < box.x1 ? box : ChangedBox{0, 0, 1, 1};
}

void put_loop_forever(const Gif& gif, const std::filesystem::path& path) {
  const char name[] = "NETSCAPE2.0";
  const GifByteType forever[] = {1, 0, 0};
  check(EGifPutExtensionLeader(gif.get(), APPLICATION_EXT_FUNC_CODE), path, gif);
  check(EGifPutExtensionBlock(gif.get(), sizeof(name) - 1, name), path, gif);
  check(EGifPutExtensionBlock(gif.get(), sizeof(forever), forever), path, gif);
  check(EGifPutExtensionTrailer(gif.get()), path, gif);
}

void put_delay(const Gif& gif, const std::filesystem::path& path, int delay) {
  const GraphicsControlBlock control{DISPOSE_DO_NOT, false, delay, NO_TRANSPARENT_COLOR};
  GifByteType bytes[4];
  const auto size = static_cast<int>(EGifGCBToExtension(&control, bytes));
  check(EGifPutExtension(gif.get(), GRAPHICS_EXT_FUNC_CODE, size, bytes), path, gif);
}

}  // namespace

void write_gif(const std::filesystem::path& path, std::span<const Image> frames, int delay) {
  RNEM_CHECK(!frames.empty(), "an animation has at least one frame");
  RNEM_CHECK(delay >= 0 && delay <= 0xffff, "the delay of a GIF frame is 16 bits");
  const int width = frames[0].width(), height = frames[0].height();
  RNEM_CHECK(width <= 0xffff && height <= 0xffff, "the sides of a GIF are 16 bits");
  const std::vector<Rgb> palette = choose_palette(frames);
  PaletteIndex index(palette);
  const ColorMap map = color_map(palette);

  std::string bytes;
  int error = 0;
  Gif gif(EGifOpen(&bytes, append, &error));
  if (!gif) fail("{}: cannot encode: {}", path.string(), GifErrorString(error));
  EGifSetGifVersion(gif.get(), true);
  check(EGifPutScreenDesc(gif.get(), width, height, 8, 0, map.get()), path, gif);
  put_loop_forever(gif, path);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Image& frame = frames[i];
    RNEM_CHECK(frame.width() == width && frame.height() == height,
               "all frames of an animation have one size");
    const ChangedBox box =
        i == 0 ? ChangedBox{0, 0, width, height} : changed_box(frames[i - 1], frame);
    put_delay(gif, path, delay);
    check(EGifPutImageDesc(gif.get(), box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0, false,
                           nullptr),
          path, gif);
    std::vector<GifByteType> line(static_cast<std::size_t>(box.x1 - box.x0));
    for (int y = box.y0; y < box.y1; ++y) {
      for (int x = box.x0; x < box.x1; ++x) line[std::size_t(x - box.x0)] = index(frame.at(x, y));
      check(EGifPutLine(gif.get(), line.data(), static_cast<int>(line.size())), path, gif);
    }
  }
  // closing writes the trailer
  if (EGifCloseFile(gif.release(), &error) != GIF_OK) {
    fail("{}: cannot encode: {}", path.string(), GifErrorString(error));
  }
  write_file(path, bytes);
}

}  // namespace rnem::figures
