#include "odd_file.h"

#include <algorithm>
#include <array>
#include <string>

#include "rnem/io/h5.h"
#include "rnem/rng.h"

namespace rnem::fuzz {
namespace {

using io::h5::Handle;

class OddFile {
 public:
  explicit OddFile(std::uint64_t seed) : rng_(seed, "odd file") {
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    constexpr std::size_t kGrowth = 4096;
    H5Pset_fapl_core(access.get(), kGrowth, /*backing_store=*/0);
    if (rng_.flip(0.3)) H5Pset_libver_bounds(access.get(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    file_ = Handle(H5Fcreate("odd.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose);
    for (hsize_t& axis : axes_) axis = length();
    add_attributes();
    for (const char* split : {"training", "train", "validation", "val", "test", "extra"}) {
      if (rng_.flip(0.4)) add_split(split);
    }
    H5Fflush(file_.get(), H5F_SCOPE_GLOBAL);
  }

  std::vector<std::uint8_t> image() const {
    std::vector<std::uint8_t> bytes(
        static_cast<std::size_t>(std::max<ssize_t>(H5Fget_file_image(file_.get(), nullptr, 0), 0)));
    H5Fget_file_image(file_.get(), bytes.data(), bytes.size());
    return bytes;
  }

 private:
  // mostly small, now and then none, odd or far beyond any memory
  hsize_t length() {
    constexpr std::array<hsize_t, 6> kFar = {
        0, 255, 16384, 16385, hsize_t{1} << 31, hsize_t{1} << 42};
    return rng_.flip(0.1) ? kFar[rng_.below(kFar.size())] : 1 + rng_.below(5);
  }

  hid_t type() {
    const std::array<hid_t, 10> kinds = {
        H5T_NATIVE_UINT8, H5T_NATIVE_UINT8,  H5T_NATIVE_UINT8, H5T_NATIVE_INT8, H5T_STD_I64BE,
        H5T_NATIVE_FLOAT, H5T_NATIVE_DOUBLE, H5T_C_S1,         H5T_STD_U16LE,   H5T_STD_REF_OBJ};
    return kinds[rng_.below(kinds.size())];
  }

  void add_split(const char* name) {
    const Handle group(H5Gcreate2(file_.get(), name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                       H5Gclose);
    const auto [t, n, h, w, o] = axes_;
    const struct {
      const char* name;
      std::vector<hsize_t> axes;
    } fields[] = {{"features", {t, n, h, w, 1}},
                  {"groups", {t, n, h, w, 1}},
                  {"collisions", {t, n, h, w, 1}},
                  {"events", {t, n, 1, 1, 1}},
                  {"actions", {t, n, o}},
                  {"positions", {t, n, o, 2}},
                  {"velocities", {t, n, o, 2}},
                  {"radii", {n, o}},
                  {"masses", {n, o}},
                  {"curtain", {n, 4}},
                  {"objects", {n}}};
    for (const auto& field : fields) {
      const bool required = field.name == std::string("features");
      if (rng_.flip(required ? 0.95 : 0.3)) add_array(group, field.name, field.axes);
    }
  }

  void add_array(const Handle& group, const char* name, std::vector<hsize_t> axes) {
    if (rng_.flip(0.05)) axes.pop_back();
    if (rng_.flip(0.05)) axes.push_back(1 + rng_.below(3));
    if (rng_.flip(0.1)) axes[rng_.below(axes.size())] = length();
    const int rank = static_cast<int>(axes.size());
    const Handle space(H5Screate_simple(rank, axes.data(), nullptr), H5Sclose);
    const Handle plan(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    if (rng_.flip(0.6)) {
      std::vector<hsize_t> chunk = axes;
      // one sequence a chunk as our own writer has it, or any size
      if (chunk.size() > 1) chunk[1] = 1;
      for (hsize_t& axis : chunk) {
        axis = std::max<hsize_t>(
            1, rng_.flip(0.8) ? std::min<hsize_t>(axis, 1 << 14) : 1 + rng_.below(axis + 1));
      }
      H5Pset_chunk(plan.get(), rank, chunk.data());
      if (rng_.flip(0.7)) H5Pset_deflate(plan.get(), 1);
      if (rng_.flip(0.2)) H5Pset_shuffle(plan.get());
      if (rng_.flip(0.2)) H5Pset_fletcher32(plan.get());
    }
    const hid_t kind = rng_.flip(0.7) ? H5T_NATIVE_UINT8 : type();
    const Handle array(
        H5Dcreate2(group.get(), name, kind, space.get(), H5P_DEFAULT, plan.get(), H5P_DEFAULT),
        H5Dclose);
    hsize_t elements = 1;
    constexpr hsize_t kMost = 4096;
    for (const hsize_t axis : axes) elements = axis > kMost ? kMost + 1 : elements * axis;
    // the rest stays as the header promises it
    if (!array.valid() || elements > kMost || rng_.flip(0.1)) return;
    std::vector<std::uint8_t> values(elements);
    for (auto& value : values)
      value = static_cast<std::uint8_t>(rng_.below(rng_.flip(0.9) ? 2 : 256));
    H5Dwrite(array.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  }

  void add_attributes() {
    for (const char* name : {"rnem_version", "world_name", "world"}) {
      if (!rng_.flip(0.5)) continue;
      io::h5::write_attribute(file_, name, rng_.flip(0.5) ? "preset = \"balls4mass64\"" : "a\nb");
    }
    if (rng_.flip(0.5)) io::h5::write_attribute(file_, "seed", rng_.bits());
    if (rng_.flip(0.3)) io::h5::write_attribute(file_, "max_objects", std::uint64_t{length()});
    if (rng_.flip(0.3)) io::h5::write_attribute(file_, "pixels_per_unit", 1.0 / double(length()));
    if (rng_.flip(0.1)) io::h5::write_attribute(file_, "max_objects_", "text in place of a number");
  }

  Rng rng_;
  Handle file_;
  std::array<hsize_t, 5> axes_ = {};  // T, N, H, W, O of every split
};

}  // namespace

std::vector<std::uint8_t> odd_file(std::uint64_t seed) {
  const io::h5::Guard guard;
  return OddFile(seed).image();
}

}  // namespace rnem::fuzz
