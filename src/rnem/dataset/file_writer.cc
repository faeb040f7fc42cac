#include "rnem/dataset/file_writer.h"

#include <cstring>
#include <span>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/core/version.h"
#include "rnem/dataset/layout.h"
#include "rnem/io/deflate.h"
#include "rnem/io/h5.h"

namespace rnem::dataset {
namespace {

using Axes = std::vector<std::int64_t>;

template <class T>
std::vector<std::uint8_t> as_bytes(const std::vector<T>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::size_t value_size(const Field& field) {
  return field.bytes != nullptr ? sizeof(std::uint8_t) : sizeof(float);
}

}  // namespace

PackedSequence pack(const worlds::Sequence& sequence) {
  PackedSequence packed;
  for (const Field& field : fields()) {
    auto& part = packed.parts.emplace_back();
    if (!has(sequence, field)) continue;
    if (field.image) {
      part = io::deflate_bytes(sequence.*field.bytes);
    } else {
      part = field.bytes != nullptr ? as_bytes(sequence.*field.bytes)
                                    : as_bytes(sequence.*field.floats);
    }
  }
  packed.objects = static_cast<std::uint8_t>(sequence.objects);
  return packed;
}

struct FileWriter::State {
  std::filesystem::path path;
  worlds::Shape shape;
  std::int64_t frames = 0, sequences = 0, written = 0;
  io::h5::Handle file, group;
  std::vector<io::h5::Handle> datasets;         // one for each entry of fields()
  std::vector<std::vector<std::uint8_t>> rows;  // per-sequence fields, written when the split ends
  std::vector<std::uint8_t> objects;

  [[noreturn]] void fail_write() const {
    fail("{}: cannot write: {}", path.string(), io::h5::reason());
  }
  io::h5::Handle create(const char* name, const Axes& axes, bool bytes, const Axes& chunk,
                        bool packed);
  void create_datasets(const PackedSequence& first);
  void write_rows(const io::h5::Handle& dataset, hid_t type,
                  std::span<const std::uint8_t> bytes) const;
};

io::h5::Handle FileWriter::State::create(const char* name, const Axes& axes, bool bytes,
                                         const Axes& chunk, bool packed) {
  const io::h5::Guard guard;
  const io::h5::Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation.get(), false);
  // every value gets written, so filling first would write the file twice
  H5Pset_fill_time(creation.get(), H5D_FILL_TIME_NEVER);
  const std::vector<hsize_t> extent(axes.begin(), axes.end());
  const std::vector<hsize_t> chunk_extent(chunk.begin(), chunk.end());
  if (!chunk.empty()) {
    H5Pset_chunk(creation.get(), static_cast<int>(chunk.size()), chunk_extent.data());
  }
  if (packed) H5Pset_deflate(creation.get(), io::kDeflateLevel);
  const io::h5::Handle space(
      H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr), H5Sclose);
  io::h5::Handle dataset(H5Dcreate2(group.get(), name, bytes ? H5T_STD_U8LE : H5T_IEEE_F32LE,
                                    space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT),
                         H5Dclose);
  if (!dataset.valid()) fail_write();
  return dataset;
}

void FileWriter::State::create_datasets(const PackedSequence& first) {
  for (std::size_t i = 0; i < fields().size(); ++i) {
    const Field& field = fields()[i];
    auto& dataset = datasets.emplace_back();
    rows.emplace_back();
    if (first.parts[i].empty()) continue;
    // a sequence is read as a whole, so it is one chunk; rows of a few numbers stay in one piece
    const Axes chunk = field.per_frame ? axes(field, shape, frames, 1) : Axes{};
    dataset = create(field.name, axes(field, shape, frames, sequences), field.bytes != nullptr,
                     chunk, field.image);
  }
}

void FileWriter::State::write_rows(const io::h5::Handle& dataset, hid_t type,
                                   std::span<const std::uint8_t> bytes) const {
  if (H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) fail_write();
}

FileWriter::FileWriter(std::filesystem::path path, const worlds::Shape& shape, int frames,
                       const Origin& origin)
    : state_(std::make_unique<State>()) {
  state_->path = std::move(path);
  state_->shape = shape;
  state_->frames = frames;
  state_->file = io::h5::create_file(state_->path);
  io::h5::write_attribute(state_->file, kAttrVersion, kVersion);
  io::h5::write_attribute(state_->file, kAttrName, origin.name);
  if (!origin.world.empty()) {
    io::h5::write_attribute(state_->file, kAttrWorld, origin.world);
    io::h5::write_attribute(state_->file, kAttrSeed, origin.seed);
  }
  io::h5::write_attribute(state_->file, kAttrObjects,
                          static_cast<std::uint64_t>(shape.max_objects));
  io::h5::write_attribute(state_->file, kAttrScale, shape.pixels_per_unit);
  if (shape.levels != 1) {
    io::h5::write_attribute(state_->file, kAttrLevels, static_cast<std::uint64_t>(shape.levels));
  }
}

FileWriter::~FileWriter() = default;

void FileWriter::begin_split(Split split, std::int64_t sequences) {
  RNEM_CHECK(!state_->group.valid(), "one split at a time");
  state_->group = io::h5::create_group(state_->file, split_name(split));
  state_->sequences = sequences;
  state_->written = 0;
}

void FileWriter::append(const PackedSequence& sequence) {
  State& state = *state_;
  RNEM_CHECK(state.group.valid() && state.written < state.sequences, "room for one more sequence");
  const io::h5::Guard guard;
  if (state.written == 0) state.create_datasets(sequence);
  for (std::size_t i = 0; i < fields().size(); ++i) {
    const Field& field = fields()[i];
    const auto& part = sequence.parts[i];
    RNEM_CHECK(part.empty() != state.datasets[i].valid(), "all sequences have the same fields");
    if (part.empty()) continue;
    const Axes one = axes(field, state.shape, state.frames, 1);
    RNEM_CHECK(
        field.image || part.size() == value_size(field) * static_cast<std::size_t>(elements(one)),
        "all sequences have the same shape");
    if (!field.per_frame) {
      state.rows[i].insert(state.rows[i].end(), part.begin(), part.end());
      continue;
    }
    std::vector<hsize_t> start(one.size(), 0);
    start[1] = static_cast<hsize_t>(state.written);
    if (H5Dwrite_chunk(state.datasets[i].get(), H5P_DEFAULT, 0, start.data(), part.size(),
                       part.data()) < 0) {
      state.fail_write();
    }
  }
  state.objects.push_back(sequence.objects);
  ++state.written;
}

void FileWriter::end_split() {
  State& state = *state_;
  RNEM_CHECK(state.written == state.sequences, "every announced sequence was written");
  const io::h5::Guard guard;
  for (std::size_t i = 0; i < state.rows.size(); ++i) {
    if (state.rows[i].empty()) continue;
    const hid_t type = fields()[i].bytes != nullptr ? H5T_NATIVE_UINT8 : H5T_NATIVE_FLOAT;
    state.write_rows(state.datasets[i], type, state.rows[i]);
  }
  const io::h5::Handle objects = state.create(kObjects, {state.sequences}, true, {}, false);
  state.write_rows(objects, H5T_NATIVE_UINT8, state.objects);
  for (io::h5::Handle& dataset : state.datasets) {
    if (!dataset.close()) state.fail_write();
  }
  state.datasets.clear();
  state.rows.clear();
  state.objects.clear();
  state.group.close();
}

void FileWriter::close() {
  if (!state_->file.close()) state_->fail_write();
}

}  // namespace rnem::dataset
