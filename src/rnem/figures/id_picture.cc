#include "rnem/figures/id_picture.h"

#include <png.h>

#include <bit>
#include <cerrno>
#include <csetjmp>
#include <cstring>
#include <fstream>
#include <string>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem::figures {
namespace {

// libpng leaves by longjmp, which runs no destructors: the functions that call it own nothing.
struct PngBytes {
  std::string bytes;
  std::size_t at = 0;
  std::string problem;
};

void keep_problem(png_structp png, png_const_charp text) {
  static_cast<PngBytes*>(png_get_error_ptr(png))->problem = text;
  png_longjmp(png, 1);
}
void ignore_warning(png_structp, png_const_charp) {}

void take_bytes(png_structp png, png_bytep out, std::size_t count) {
  auto& source = *static_cast<PngBytes*>(png_get_io_ptr(png));
  if (source.bytes.size() - source.at < count) png_error(png, "it is cut off");
  std::memcpy(out, source.bytes.data() + source.at, count);
  source.at += count;
}
void give_bytes(png_structp png, png_bytep in, std::size_t count) {
  static_cast<PngBytes*>(png_get_io_ptr(png))->bytes.append(reinterpret_cast<char*>(in), count);
}
void flush_bytes(png_structp) {}

constexpr int kNative = std::endian::native == std::endian::little ? PNG_TRANSFORM_SWAP_ENDIAN : 0;
constexpr png_uint_32 kLongestSide = 1 << 14;

bool encode(const IdPicture& picture, png_bytepp rows, PngBytes& out) {
  png_structp png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, &out, keep_problem, ignore_warning);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_write_struct(&png, &info);
    return false;
  }
  png_set_write_fn(png, &out, give_bytes, flush_bytes);
  png_set_compression_level(png, 1);  // large areas of one number pack well at any level
  png_set_IHDR(png, info, png_uint_32(picture.width), png_uint_32(picture.height), 16,
               PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_rows(png, info, rows);
  png_write_png(png, info, kNative, nullptr);
  png_destroy_write_struct(&png, &info);
  return true;
}

bool decode(PngBytes& source, IdPicture& picture) {
  png_structp png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, keep_problem, ignore_warning);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_read_struct(&png, &info, nullptr);
    return false;
  }
  png_set_read_fn(png, &source, take_bytes);
  png_set_user_limits(png, kLongestSide, kLongestSide);
  png_read_png(png, info, PNG_TRANSFORM_PACKING | kNative, nullptr);
  const int type = png_get_color_type(png, info), depth = png_get_bit_depth(png, info);
  if (type != PNG_COLOR_TYPE_GRAY && type != PNG_COLOR_TYPE_PALETTE) {
    png_error(png, "it has colours, expected grey numbers or a palette");
  }
  picture.width = int(png_get_image_width(png, info));
  picture.height = int(png_get_image_height(png, info));
  picture.ids.resize(std::size_t(picture.width) * std::size_t(picture.height));
  const png_bytepp rows = png_get_rows(png, info);
  for (std::size_t i = 0; i < picture.ids.size(); ++i) {
    const png_bytep row = rows[i / std::size_t(picture.width)];
    const std::size_t x = i % std::size_t(picture.width);
    if (depth == 16) {
      std::memcpy(&picture.ids[i], row + 2 * x, 2);
    } else {
      picture.ids[i] = row[x];
    }
  }
  png_destroy_read_struct(&png, &info, nullptr);
  return true;
}

}  // namespace

void write_id_png(const std::filesystem::path& path, const IdPicture& picture) {
  std::vector<std::uint16_t> ids = picture.ids;
  std::vector<png_bytep> rows;
  for (int y = 0; y < picture.height; ++y) {
    rows.push_back(reinterpret_cast<png_bytep>(&ids[std::size_t(y) * std::size_t(picture.width)]));
  }
  PngBytes out;
  if (!encode(picture, rows.data(), out)) {
    fail("{}: cannot encode: {}", path.string(), out.problem);
  }
  std::ofstream file(path, std::ios::binary);
  file.write(out.bytes.data(), static_cast<std::streamsize>(out.bytes.size()));
  file.close();
  if (!file) fail("{}: cannot write: {}", path.string(), std::strerror(errno));
}

IdPicture read_id_png(const std::filesystem::path& path) {
  PngBytes source{read_file(path), 0, {}};
  IdPicture picture;
  if (!decode(source, picture)) {
    fail_input("{}: not a PNG of object numbers: {}", path.string(), source.problem);
  }
  return picture;
}

}  // namespace rnem::figures
