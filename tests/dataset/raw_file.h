// Data files as others might write them, right or wrong.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "rnem/core/error.h"
#include "rnem/io/h5.h"

namespace rnem::dataset {

class RawFile {
 public:
  explicit RawFile(const std::string& path) : file_(io::h5::create_file(path)) {}

  // "training/features": the group is made on demand.
  template <class T>
  RawFile& add(const std::string& name, const std::vector<hsize_t>& axes,
               const std::vector<T>& values) {
    const io::h5::Guard guard;
    const io::h5::Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links.get(), 1);
    const io::h5::Handle space(
        H5Screate_simple(static_cast<int>(axes.size()), axes.data(), nullptr), H5Sclose);
    const io::h5::Handle dataset(H5Dcreate2(file_.get(), name.c_str(), type<T>(), space.get(),
                                            links.get(), H5P_DEFAULT, H5P_DEFAULT),
                                 H5Dclose);
    RNEM_CHECK(dataset.valid(), name);
    RNEM_CHECK(values.size() == static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get())),
               "as many values as the axes say");
    H5Dwrite(dataset.get(), type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    return *this;
  }

 private:
  template <class T>
  static hid_t type() {
    if constexpr (std::is_same_v<T, std::uint8_t>) return H5T_NATIVE_UINT8;
    if constexpr (std::is_same_v<T, std::int64_t>) return H5T_NATIVE_INT64;
    if constexpr (std::is_same_v<T, float>) return H5T_NATIVE_FLOAT;
    if constexpr (std::is_same_v<T, double>) return H5T_NATIVE_DOUBLE;
  }

  io::h5::Handle file_;
};

}  // namespace rnem::dataset
