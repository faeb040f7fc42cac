#include "rnem/figures/png.h"

#include <png.h>

#include <string>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem::figures {
namespace {

static_assert(sizeof(Rgb) == 3, "rows of Rgb are rows of PNG_FORMAT_RGB");

// a damaged header can claim any size
constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 28;

png_image new_png() {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  return png;
}

}  // namespace

void write_png(const std::filesystem::path& path, const Image& image) {
  png_image png = new_png();
  png.width = static_cast<png_uint_32>(image.width());
  png.height = static_cast<png_uint_32>(image.height());
  png.format = PNG_FORMAT_RGB;
  // libpng's bound on the size saves a first pass of compression
  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(png), '\0');
  png_alloc_size_t size = bytes.size();
  if (!png_image_write_to_memory(&png, bytes.data(), &size, 0, image.pixels().data(), 0, nullptr)) {
    fail("{}: cannot encode: {}", path.string(), png.message);
  }
  bytes.resize(size);
  write_file(path, bytes);
}

Image read_png(const std::filesystem::path& path) {
  const std::string bytes = read_file(path);
  png_image png = new_png();
  if (!png_image_begin_read_from_memory(&png, bytes.data(), bytes.size())) {
    fail_input("{}: not a PNG image: {}", path.string(), png.message);
  }
  if (std::uint64_t{png.width} * png.height > kMostPixels) {
    const std::uint64_t height = png.height, width = png.width;
    png_image_free(&png);
    fail_input("{}: {}x{} pixels are too many for a picture", path.string(), height, width);
  }
  png.format = PNG_FORMAT_RGB;
  const png_color background{0, 0, 0};
  std::vector<Rgb> pixels(std::size_t(png.width) * png.height);
  if (!png_image_finish_read(&png, &background, pixels.data(), 0, nullptr)) {
    fail_input("{}: damaged PNG image: {}", path.string(), png.message);
  }
  Image image(static_cast<int>(png.width), static_cast<int>(png.height));
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      image.at(x, y) = pixels[std::size_t(y) * png.width + std::size_t(x)];
    }
  }
  return image;
}

}  // namespace rnem::figures
