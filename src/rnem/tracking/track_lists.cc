#include "rnem/tracking/track_lists.h"

#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "rnem/core/error.h"

namespace rnem::tracking {
namespace {

std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

// A file that is written piece by piece: lists of an hour do not fit a tree in memory.
class JsonText {
 public:
  explicit JsonText(const std::filesystem::path& path) : out_(path), name_(path.string()) {}

  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    out_ << fmt::format(format, std::forward<Args>(args)...);
  }

  // "key": [a, b, ...] of what `item` makes of the sightings of a track
  void list(const char* key, TrackSpool& tracks, int id,
            const std::function<std::string(const Sighting&)>& item) {
    put("\"{}\": [", key);
    const char* comma = "";
    tracks.for_each(id, [&](const Sighting& s) {
      put("{}{}", comma, item(s));
      comma = ", ";
    });
    put("]");
  }

  // The same with one entry for every frame that was looked at.
  void row(const char* key, TrackSpool& tracks, int id, const FilmFacts& facts,
           const std::function<std::string(const Sighting&)>& item) {
    put("\"{}\": [", key);
    const auto of = [&](std::int64_t frame) { return (frame - 1) / facts.every; };
    std::int64_t at = 0;
    const auto nothing_until = [&](std::int64_t end) {
      for (; at < end; ++at) put("{}null", at > 0 ? ", " : "");
    };
    tracks.for_each(id, [&](const Sighting& s) {
      nothing_until(of(s.frame));
      put("{}{}", at > 0 ? ", " : "", item(s));
      ++at;
    });
    nothing_until(of(facts.frames) + 1);
    put("]");
  }

  void close() {
    out_.close();
    if (!out_) fail("{}: cannot write", name_);
  }

 private:
  std::ofstream out_;
  std::string name_;
};

std::string pair_of(double a, double b) { return fmt::format("[{:.2f}, {:.2f}]", a, b); }

void put_motion(JsonText& json, TrackSpool& tracks, int id) {
  json.list("frames", tracks, id, [](const Sighting& s) { return fmt::to_string(s.frame); });
  json.put(",\n     ");
  json.list("positions", tracks, id, [](const Sighting& s) { return pair_of(s.x, s.y); });
  json.put(",\n     ");
  json.list("velocities", tracks, id, [](const Sighting& s) { return pair_of(s.vx, s.vy); });
  json.put(",\n     ");
  json.list("areas", tracks, id, [](const Sighting& s) { return fmt::to_string(s.area); });
}

}  // namespace

void write_track_list(const std::filesystem::path& path, const FilmFacts& facts, TrackSpool& seen,
                      TrackSpool& imagined) {
  JsonText json(path);
  json.put("{{\"source\": {}, \"model\": {},\n", quoted(facts.source), quoted(facts.model));
  json.put(" \"width\": {}, \"height\": {}, \"rate\": {}, \"frames\": {}, \"every\": {}, ",
           facts.width, facts.height, facts.rate > 0 ? fmt::format("{:g}", facts.rate) : "null",
           facts.frames, facts.every);
  json.put("\"simulated\": {},\n \"tracks\": [", facts.simulated);
  const char* comma = "";
  for (const int id : seen.ids()) {
    std::int64_t first = 0;
    seen.for_each(id, [&](const Sighting& s) { first = first == 0 ? s.frame : first; });
    const std::int64_t last = seen.last(id).frame;
    json.put("{}\n    {{\"id\": {}, \"appears\": {}, \"disappears\": {},\n     ", comma, id, first,
             last + facts.every > facts.frames ? "null" : fmt::to_string(last + facts.every));
    put_motion(json, seen, id);
    if (imagined.has(id)) {
      json.put(",\n     \"simulated\": {{");
      put_motion(json, imagined, id);
      json.put("}}");
    }
    json.put("}}");
    comma = ",";
  }
  json.put("\n  ]}}\n");
  json.close();
}

void write_youtube_vis(const std::filesystem::path& path, const FilmFacts& facts,
                       TrackSpool& seen) {
  JsonText json(path);
  const std::int64_t length = (facts.frames - 1) / facts.every + 1;
  json.put("{{\"info\": {{\"description\": {}}},\n", quoted("rnem track " + facts.source));
  json.put(" \"videos\": [{{\"id\": 1, \"width\": {}, \"height\": {}, \"length\": {}, ",
           facts.width, facts.height, length);
  json.put("\"file_names\": [");
  for (std::int64_t i = 0; i < length; ++i) {
    json.put("{}\"{:06}.png\"", i > 0 ? ", " : "", i * facts.every + 1);
  }
  json.put("]}}],\n \"categories\": [{{\"id\": 1, \"name\": \"object\"}}],\n \"annotations\": [");
  const char* comma = "";
  for (const int id : seen.ids()) {
    json.put("{}\n  {{\"id\": {}, \"video_id\": 1, \"category_id\": 1, \"iscrowd\": 0, ", comma,
             id);
    json.put("\"width\": {}, \"height\": {},\n   ", facts.width, facts.height);
    json.row("segmentations", seen, id, facts, [&](const Sighting& s) {
      return fmt::format("{{\"size\": [{}, {}], \"counts\": {}}}", facts.height, facts.width,
                         quoted(s.mask));
    });
    json.put(",\n   ");
    json.row("bboxes", seen, id, facts, [](const Sighting& s) {
      return fmt::format("[{:g}, {:g}, {:g}, {:g}]", s.box.x, s.box.y, s.box.width, s.box.height);
    });
    json.put(",\n   ");
    json.row("areas", seen, id, facts, [](const Sighting& s) { return fmt::to_string(s.area); });
    json.put("}}");
    comma = ",";
  }
  json.put("\n ]}}\n");
  json.close();
}

}  // namespace rnem::tracking
