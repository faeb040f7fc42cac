#include "rnem/figures/gif_reader.h"

#include <gif_lib.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem::figures {
namespace {

struct GifBytes {
  std::string bytes;
  std::size_t at = 0;
};

int read_bytes(GifFileType* gif, GifByteType* out, int count) {
  auto& source = *static_cast<GifBytes*>(gif->UserData);
  const std::size_t there = std::min(source.bytes.size() - source.at, std::size_t(count));
  std::copy_n(source.bytes.data() + source.at, there, out);
  source.at += there;
  return int(there);
}

struct CloseReader {
  void operator()(GifFileType* gif) const { DGifCloseFile(gif, nullptr); }
};

// Paints one picture after another onto the screen, as the file's extensions tell.
class GifPlayer {
 public:
  explicit GifPlayer(const std::filesystem::path& path)
      : path_(path.string()), source_{read_file(path)} {
    int error = 0;
    gif_.reset(DGifOpen(&source_, read_bytes, &error));
    if (!gif_) fail_input("{}: not a GIF image", path_);
    if (gif_->SWidth < 1 || gif_->SHeight < 1) fail_input("{}: a GIF without pixels", path_);
  }

  std::vector<Image> play(std::size_t most_pixels) {
    const auto pixels = std::size_t(gif_->SWidth) * std::size_t(gif_->SHeight);
    if (pixels > most_pixels) {
      fail_input("{}: {}x{} pixels are too many", path_, gif_->SHeight, gif_->SWidth);
    }
    screen_ = Image(gif_->SWidth, gif_->SHeight);
    std::vector<Image> frames;
    for (;;) {
      GifRecordType record{};
      check(DGifGetRecordType(gif_.get(), &record));
      if (record == TERMINATE_RECORD_TYPE) break;
      if (record == EXTENSION_RECORD_TYPE) read_extension();
      if (record != IMAGE_DESC_RECORD_TYPE) continue;
      if ((frames.size() + 1) * pixels > most_pixels) {
        fail_input("{}: more than {} frames are too many", path_, frames.size());
      }
      frames.push_back(paint());
    }
    if (frames.empty()) fail_input("{}: a GIF without pictures", path_);
    return frames;
  }

 private:
  void check(int status) const {
    if (status == GIF_OK) return;
    const char* reason = GifErrorString(gif_->Error);
    fail_input("{}: damaged GIF image: {}", path_, reason != nullptr ? reason : "unknown error");
  }

  void read_extension() {
    int code = 0;
    GifByteType* block = nullptr;
    check(DGifGetExtension(gif_.get(), &code, &block));
    if (code == GRAPHICS_EXT_FUNC_CODE && block != nullptr) {
      check(DGifExtensionToGCB(block[0], block + 1, &control_));
    }
    while (block != nullptr) check(DGifGetExtensionNext(gif_.get(), &block));
  }

  Image paint() {
    check(DGifGetImageDesc(gif_.get()));
    const GifImageDesc box = gif_->Image;
    const ColorMapObject* colors = box.ColorMap != nullptr ? box.ColorMap : gif_->SColorMap;
    if (colors == nullptr) fail_input("{}: a GIF without colours", path_);
    if (box.Left < 0 || box.Top < 0 || box.Width < 1 || box.Height < 1 ||
        box.Left + box.Width > screen_.width() || box.Top + box.Height > screen_.height()) {
      fail_input("{}: damaged GIF image: a picture beyond its frame", path_);
    }
    const Image before = screen_;
    std::vector<GifByteType> line(std::size_t(box.Width));
    for (const int y : row_order(box)) {
      check(DGifGetLine(gif_.get(), line.data(), box.Width));
      for (int x = 0; x < box.Width; ++x) {
        const int index = line[std::size_t(x)];
        if (index == control_.TransparentColor || index >= colors->ColorCount) continue;
        const GifColorType c = colors->Colors[index];
        screen_.at(box.Left + x, box.Top + y) = {c.Red, c.Green, c.Blue};
      }
    }
    Image shown = screen_;
    if (control_.DisposalMode == DISPOSE_PREVIOUS) screen_ = before;
    if (control_.DisposalMode == DISPOSE_BACKGROUND) {
      screen_.blit(Image(box.Width, box.Height), box.Left, box.Top);
    }
    control_ = kNoControl;
    return shown;
  }

  // Interlaced pictures come as every eighth row, those between, and so on.
  static std::vector<int> row_order(const GifImageDesc& box) {
    constexpr std::pair<int, int> kPasses[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};  // first, step
    std::vector<int> rows;
    for (const auto& [first, step] : kPasses) {
      for (int y = first; box.Interlace && y < box.Height; y += step) rows.push_back(y);
    }
    for (int y = 0; !box.Interlace && y < box.Height; ++y) rows.push_back(y);
    return rows;
  }

  static constexpr GraphicsControlBlock kNoControl{DISPOSAL_UNSPECIFIED, false, 0,
                                                   NO_TRANSPARENT_COLOR};
  std::string path_;
  GifBytes source_;
  std::unique_ptr<GifFileType, CloseReader> gif_;
  GraphicsControlBlock control_ = kNoControl;
  Image screen_;
};

}  // namespace

std::vector<Image> read_gif(const std::filesystem::path& path, std::size_t most_pixels) {
  return GifPlayer(path).play(most_pixels);
}

}  // namespace rnem::figures
