// Scores of tracks as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "rnem/tracking/track_scores.h"

namespace rnem::tracking {

nlohmann::ordered_json scores_json(const TrackScores& scores);

}  // namespace rnem::tracking
