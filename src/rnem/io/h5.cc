#include "rnem/io/h5.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rnem/core/error.h"

namespace rnem::io::h5 {
namespace {

// the library's own state is global, so its lock is too
std::recursive_mutex& library_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

Handle checked(hid_t id, Handle::Close close, const char* what) {
  if (id < 0) fail("HDF5: {}: {}", what, reason());
  return Handle(id, close);
}

// The file that something is part of, for messages.
std::string file_of(const Handle& object) {
  constexpr std::size_t kLongestName = 4096;
  std::string name(kLongestName, '\0');
  const ssize_t length = H5Fget_name(object.get(), name.data(), name.size());
  name.resize(length > 0 ? std::min(name.size() - 1, static_cast<std::size_t>(length)) : 0);
  return name;
}

// What cannot be read is the file's fault.
Handle readable(hid_t id, Handle::Close close, const Handle& parent, const std::string& what) {
  if (id >= 0) return {id, close};
  const std::string why = reason();
  fail_input("{}: damaged HDF5 file: {}: {}", file_of(parent), what, why);
}

void write_scalar(const Handle& object, const char* name, hid_t type, const void* value) {
  const Guard guard;
  const Handle space = checked(H5Screate(H5S_SCALAR), H5Sclose, "make a data space");
  const Handle attribute = checked(
      H5Acreate2(object.get(), name, type, space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose, name);
  if (H5Awrite(attribute.get(), type, value) < 0) fail("HDF5: write {}: {}", name, reason());
}

// The attribute when it is there and one value of the given class.
Handle open_scalar(const Handle& object, const char* name) {
  if (H5Aexists(object.get(), name) <= 0) return {};
  Handle attribute(H5Aopen(object.get(), name, H5P_DEFAULT), H5Aclose);
  if (!attribute.valid()) return {};
  const Handle space(H5Aget_space(attribute.get()), H5Sclose);
  if (H5Sget_simple_extent_npoints(space.get()) != 1) return {};
  return attribute;
}

template <class T>
std::optional<T> read_number(const Handle& object, const char* name, hid_t type) {
  const Guard guard;
  const Handle attribute = open_scalar(object, name);
  T value{};
  if (!attribute.valid() || H5Aread(attribute.get(), type, &value) < 0) return std::nullopt;
  return value;
}

}  // namespace

Guard::Guard() : lock_(library_mutex()) {
  // handles close everything; the library's own clean-up at exit crashes after a failed write
  static const herr_t once = H5dont_atexit();
  static_cast<void>(once);
  // a library built with thread support keeps this setting per thread
  thread_local bool quiet = false;
  if (!quiet) quiet = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
}

std::string reason() {
  const Guard guard;
  std::string innermost = "unknown error";
  const auto keep = [](unsigned, const H5E_error2_t* entry, void* text) -> herr_t {
    if (entry->desc != nullptr) *static_cast<std::string*>(text) = entry->desc;
    return 1;  // the walk starts at the innermost entry: stop there
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep, &innermost);
  // a failed system call is described over several lines: its own message says enough
  constexpr std::string_view kSystem = "error message = '";
  if (const auto at = innermost.find(kSystem); at != std::string::npos) {
    innermost = innermost.substr(at + kSystem.size());
    innermost.resize(std::min(innermost.size(), innermost.find('\'')));
  }
  innermost.resize(std::min(innermost.size(), innermost.find('\n')));
  return innermost;
}

Handle::Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}

Handle& Handle::operator=(Handle&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(close_, other.close_);
  return *this;
}

Handle::~Handle() { close(); }

bool Handle::close() {
  if (id_ < 0) return true;
  const Guard guard;
  return close_(std::exchange(id_, -1)) >= 0;
}

Handle open_file(const std::filesystem::path& path) {
  const Guard guard;
  const std::string name = path.string();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) fail_missing("{}: no such file", name);
  if (std::filesystem::is_directory(path, ignored)) {
    fail_input("{}: is a folder, an HDF5 file was expected", name);
  }
  const htri_t format = H5Fis_hdf5(name.c_str());
  if (format < 0) fail_input("{}: cannot read: {}", name, reason());
  if (format == 0) fail_input("{}: not an HDF5 file", name);
  const Handle access = checked(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "file access");
  // readers need no lock, and network file systems often offer none
  H5Pset_file_locking(access.get(), false, true);
  Handle file(H5Fopen(name.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
  if (!file.valid()) fail_input("{}: damaged HDF5 file: {}", name, reason());
  return file;
}

Handle create_file(const std::filesystem::path& path) {
  const Guard guard;
  const Handle access = checked(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "file access");
  // 1.10's array of chunk addresses is small and needs no search; older formats keep a tree
  H5Pset_libver_bounds(access.get(), H5F_LIBVER_V110, H5F_LIBVER_V110);
  // without times the same sequences are the same bytes
  const Handle creation = checked(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "file creation");
  H5Pset_obj_track_times(creation.get(), false);
  Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.get(), access.get()), H5Fclose);
  if (!file.valid()) fail("{}: cannot create: {}", path.string(), reason());
  return file;
}

Handle create_group(const Handle& parent, const std::string& name) {
  const Guard guard;
  const Handle creation = checked(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "group creation");
  H5Pset_obj_track_times(creation.get(), false);
  return checked(H5Gcreate2(parent.get(), name.c_str(), H5P_DEFAULT, creation.get(), H5P_DEFAULT),
                 H5Gclose, name.c_str());
}

ObjectKind kind_of(const Handle& parent, const std::string& name) {
  const Guard guard;
  if (H5Lexists(parent.get(), name.c_str(), H5P_DEFAULT) <= 0) return ObjectKind::kNone;
  const Handle object(H5Oopen(parent.get(), name.c_str(), H5P_DEFAULT), H5Oclose);
  // a link may lead to any file of the user's
  if (object.valid() && file_of(object) != file_of(parent)) return ObjectKind::kOther;
  switch (H5Iget_type(object.get())) {
    case H5I_GROUP:
      return ObjectKind::kGroup;
    case H5I_DATASET:
      return ObjectKind::kDataset;
    default:
      return ObjectKind::kOther;
  }
}

std::vector<std::string> names_in(const Handle& group) {
  const Guard guard;
  std::vector<std::string> names;
  const auto keep = [](hid_t, const char* name, const H5L_info_t*, void* to) -> herr_t {
    static_cast<std::vector<std::string>*>(to)->emplace_back(name);
    return 0;
  };
  H5Literate(group.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, keep, &names);
  return names;
}

Handle open_group(const Handle& parent, const std::string& name) {
  const Guard guard;
  return readable(H5Gopen2(parent.get(), name.c_str(), H5P_DEFAULT), H5Gclose, parent, name);
}

std::vector<hsize_t> chunk_of(const Handle& dataset) {
  const Guard guard;
  const Handle plan =
      readable(H5Dget_create_plist(dataset.get()), H5Pclose, dataset, "storage layout");
  if (H5Pget_layout(plan.get()) != H5D_CHUNKED) return {};
  std::vector<hsize_t> chunk(H5S_MAX_RANK);
  const int rank = H5Pget_chunk(plan.get(), H5S_MAX_RANK, chunk.data());
  chunk.resize(static_cast<std::size_t>(std::max(rank, 0)));
  return chunk;
}

Handle open_dataset(const Handle& parent, const std::string& name) {
  const Guard guard;
  Handle dataset =
      readable(H5Dopen2(parent.get(), name.c_str(), H5P_DEFAULT), H5Dclose, parent, name);
  const Handle plan = readable(H5Dget_create_plist(dataset.get()), H5Pclose, parent, name);
  if (H5Pget_external_count(plan.get()) > 0 || H5Pget_layout(plan.get()) == H5D_VIRTUAL) {
    fail_input("{}: {}: its values are in other files, which are not read", file_of(parent), name);
  }
  const auto chunk = chunk_of(dataset);
  if (chunk.empty()) return dataset;
  // a cache of one chunk: without it a chunk of many sequences is unpacked again for each of them
  const Handle type = readable(H5Dget_type(dataset.get()), H5Tclose, parent, name);
  double bytes = static_cast<double>(H5Tget_size(type.get()));
  for (const hsize_t axis : chunk) bytes *= static_cast<double>(axis);
  constexpr double kDefault = 1 << 20, kMost = 256 << 20, kTooMuch = 1 << 30;
  // HDF5 makes room for a whole chunk on the word of the header
  if (bytes > kTooMuch) {
    fail_input("{}: {}: chunks of {:.1f} GB, expected 1 at most", file_of(parent), name,
               bytes / 1e9);
  }
  if (bytes <= kDefault || bytes > kMost) return dataset;
  const Handle access = checked(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "dataset access");
  H5Pset_chunk_cache(access.get(), 1, static_cast<std::size_t>(bytes), 1.0);
  dataset.close();
  return readable(H5Dopen2(parent.get(), name.c_str(), access.get()), H5Dclose, parent, name);
}

std::vector<std::int64_t> axes_of(const Handle& dataset) {
  const Guard guard;
  const Handle space = readable(H5Dget_space(dataset.get()), H5Sclose, dataset, "data space");
  const int rank = H5Sget_simple_extent_ndims(space.get());
  std::vector<hsize_t> axes(static_cast<std::size_t>(std::max(rank, 0)));
  if (rank > 0) H5Sget_simple_extent_dims(space.get(), axes.data(), nullptr);
  return {axes.begin(), axes.end()};
}

std::int64_t stored_bytes(const Handle& dataset) {
  const Guard guard;
  return static_cast<std::int64_t>(H5Dget_storage_size(dataset.get()));
}

std::string type_name(const Handle& dataset) {
  const Guard guard;
  const Handle type = readable(H5Dget_type(dataset.get()), H5Tclose, dataset, "data type");
  const std::size_t bits = 8 * H5Tget_size(type.get());
  switch (H5Tget_class(type.get())) {
    case H5T_INTEGER:
      return fmt::format("{}int{}", H5Tget_sign(type.get()) == H5T_SGN_NONE ? "u" : "", bits);
    case H5T_FLOAT:
      return fmt::format("float{}", bits);
    case H5T_ENUM:
      return bits == 8 ? "bool" : fmt::format("enum{}", bits);
    case H5T_STRING:
      return "string";
    default:
      return "other";
  }
}

void write_attribute(const Handle& object, const char* name, std::string_view text) {
  const Guard guard;
  const std::string terminated(text);
  const char* pointer = terminated.c_str();
  // of variable length: that is what h5py gives back as str
  const Handle type = checked(H5Tcopy(H5T_C_S1), H5Tclose, "string type");
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  write_scalar(object, name, type.get(), &pointer);
}

void write_attribute(const Handle& object, const char* name, std::uint64_t number) {
  const Guard guard;  // naming a type is a call of the library, too
  write_scalar(object, name, H5T_NATIVE_UINT64, &number);
}

void write_attribute(const Handle& object, const char* name, double number) {
  const Guard guard;
  write_scalar(object, name, H5T_NATIVE_DOUBLE, &number);
}

std::optional<std::string> text_attribute(const Handle& object, const char* name) {
  const Guard guard;
  const Handle attribute = open_scalar(object, name);
  if (!attribute.valid()) return std::nullopt;
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  if (H5Tget_class(type.get()) != H5T_STRING) return std::nullopt;
  if (H5Tis_variable_str(type.get()) > 0) {
    char* text = nullptr;
    if (H5Aread(attribute.get(), type.get(), &text) < 0 || text == nullptr) return std::nullopt;
    std::string copy = text;
    H5free_memory(text);
    return copy;
  }
  constexpr std::size_t kLongest = 1 << 20;  // a world's TOML has hundreds of bytes
  if (H5Tget_size(type.get()) > kLongest) return std::nullopt;
  std::string text(H5Tget_size(type.get()), '\0');
  if (H5Aread(attribute.get(), type.get(), text.data()) < 0) return std::nullopt;
  text.resize(std::min(text.size(), text.find('\0')));
  return text;
}

std::optional<std::uint64_t> count_attribute(const Handle& object, const char* name) {
  const Guard guard;
  return read_number<std::uint64_t>(object, name, H5T_NATIVE_UINT64);
}

std::optional<double> number_attribute(const Handle& object, const char* name) {
  const Guard guard;
  return read_number<double>(object, name, H5T_NATIVE_DOUBLE);
}

}  // namespace rnem::io::h5
