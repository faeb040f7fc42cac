#include "rnem/tracking/scores_json.h"

#include <cmath>

namespace rnem::tracking {

nlohmann::ordered_json scores_json(const TrackScores& s) {
  nlohmann::ordered_json json = {
      {"hota", s.hota.hota},          {"deta", s.hota.detection},
      {"assa", s.hota.association},   {"loca", s.hota.localisation},
      {"mota", s.clear.mota},         {"motp", s.clear.motp},
      {"misses", s.clear.misses},     {"false_positives", s.clear.false_positives},
      {"switches", s.clear.switches}, {"idf1", s.identity.idf1},
      {"idp", s.identity.precision},  {"idr", s.identity.recall},
      {"truths", s.truths},           {"tracks", s.tracks}};
  if (!std::isnan(s.ari)) json["ari"] = s.ari;
  return json;
}

}  // namespace rnem::tracking
