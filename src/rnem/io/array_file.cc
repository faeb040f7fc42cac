#include "rnem/io/array_file.h"

#include "rnem/core/error.h"

namespace rnem::io {

ArrayFile::ArrayFile(const std::filesystem::path& path)
    : target_(path), file_(h5::create_file(target_.path())) {}

void ArrayFile::add(const std::string& name, const std::vector<std::int64_t>& axes) {
  const h5::Guard guard;
  std::vector<hsize_t> sizes(axes.begin(), axes.end());
  // one sequence at one step is what people read together
  std::vector<hsize_t> chunk = sizes;
  chunk[0] = chunk[1] = 1;
  const h5::Handle space(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr),
                         H5Sclose);
  const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_chunk(properties.get(), static_cast<int>(chunk.size()), chunk.data());
  H5Pset_shuffle(properties.get());
  H5Pset_deflate(properties.get(), 1);
  h5::Handle array(H5Dcreate2(file_.get(), name.c_str(), H5T_IEEE_F32LE, space.get(), H5P_DEFAULT,
                              properties.get(), H5P_DEFAULT),
                   H5Dclose);
  if (!array.valid())
    fail("{}: cannot make array '{}': {}", target_.path().string(), name, h5::reason());
  arrays_[name] = std::move(array);
}

void ArrayFile::write(const std::string& name, std::int64_t row, std::int64_t first,
                      std::int64_t count, const float* values) {
  const h5::Guard guard;
  const h5::Handle& array = arrays_.at(name);
  const h5::Handle space(H5Dget_space(array.get()), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space.get());
  std::vector<hsize_t> block(static_cast<std::size_t>(rank)), start(block.size(), 0);
  H5Sget_simple_extent_dims(space.get(), block.data(), nullptr);
  start[0] = static_cast<hsize_t>(row);
  start[1] = static_cast<hsize_t>(first);
  block[0] = 1;
  block[1] = static_cast<hsize_t>(count);
  H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, block.data(), nullptr);
  const h5::Handle memory(H5Screate_simple(rank, block.data(), nullptr), H5Sclose);
  if (H5Dwrite(array.get(), H5T_NATIVE_FLOAT, memory.get(), space.get(), H5P_DEFAULT, values) < 0) {
    fail("{}: cannot write '{}': {}", target_.path().string(), name, h5::reason());
  }
}

void ArrayFile::attribute(const char* name, std::string_view text) {
  h5::write_attribute(file_, name, text);
}

void ArrayFile::attribute(const char* name, std::uint64_t number) {
  h5::write_attribute(file_, name, number);
}

void ArrayFile::attribute(const char* name, double number) {
  h5::write_attribute(file_, name, number);
}

void ArrayFile::commit() {
  for (auto& [name, array] : arrays_) {
    if (!array.close()) fail("{}: cannot write '{}'", target_.path().string(), name);
  }
  if (!file_.close()) fail("{}: cannot write: {}", target_.path().string(), h5::reason());
  target_.commit();
}

}  // namespace rnem::io
