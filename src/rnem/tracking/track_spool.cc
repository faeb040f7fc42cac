#include "rnem/tracking/track_spool.h"

#include <type_traits>

#include "rnem/core/error.h"

namespace rnem::tracking {
namespace {

// A sighting as it lies in the file; its mask follows.
struct Record {
  std::int64_t before = -1;  // of the same track
  std::int64_t frame = 0, area = 0, mask = 0;
  double x = 0, y = 0, vx = 0, vy = 0;
  Box box;
};
static_assert(std::is_trivially_copyable_v<Record>);

}  // namespace

TrackSpool::TrackSpool(const std::filesystem::path& path)
    : file_(path, std::ios::in | std::ios::out | std::ios::binary | std::ios::trunc),
      name_(path.string()) {
  if (!file_) fail("{}: cannot write", name_);
}

void TrackSpool::add(const Sighting& s) {
  Track& track = tracks_[s.id];
  const Record record{track.offset, s.frame, s.area, std::int64_t(s.mask.size()), s.x, s.y,
                      s.vx,         s.vy,    s.box};
  file_.write(reinterpret_cast<const char*>(&record), sizeof(record));
  file_.write(s.mask.data(), std::streamsize(s.mask.size()));
  if (!file_) fail("{}: cannot write", name_);
  track.offset = end_;
  ++track.count;
  track.last = s;
  track.last.mask.clear();
  end_ += std::int64_t(sizeof(record)) + record.mask;
}

std::vector<int> TrackSpool::ids() const {
  std::vector<int> ids;
  for (const auto& [id, track] : tracks_) ids.push_back(id);
  return ids;
}

void TrackSpool::for_each(int id, const std::function<void(const Sighting&)>& visit) {
  const Track& track = tracks_.at(id);
  std::vector<std::int64_t> offsets(std::size_t(track.count));
  Record record;
  std::int64_t at = track.offset;
  const auto read = [&](std::int64_t offset) {
    file_.seekg(offset);
    file_.read(reinterpret_cast<char*>(&record), sizeof(record));
    if (!file_) fail("{}: cannot read", name_);
  };
  for (auto offset = offsets.rbegin(); offset != offsets.rend(); ++offset) {
    *offset = at;
    read(at);
    at = record.before;
  }
  for (const std::int64_t offset : offsets) {
    read(offset);
    Sighting s{id,          record.frame, record.x,
               record.y,    record.vx,    record.vy,
               record.area, record.box,   std::string(std::size_t(record.mask), '\0')};
    file_.read(s.mask.data(), std::streamsize(s.mask.size()));
    visit(s);
  }
  file_.seekp(end_);
}

}  // namespace rnem::tracking
