#include "rnem/tracking/track_scores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "error_of.h"
#include "places.h"
#include "process.h"
#include "rnem/core/atomic_file.h"
#include "rnem/tracking/scores_json.h"
#include "temporary_folder.h"

namespace rnem::tracking {
namespace {

using rnem::testing::error_of;
using rnem::testing::in_source;
using rnem::testing::TemporaryFolder;
using ::testing::HasSubstr;

const std::string kFolder = in_source("tests/tracking/trackeval/");

void expect_equal(const nlohmann::json& golden) {
  const auto ours =
      scores_json(scores_of(compare_boxes(kFolder + "truth.txt", kFolder + "tracks.txt")));
  for (const auto& [key, value] : golden.items()) {
    EXPECT_NEAR(ours[key].get<double>(), value.get<double>(), 1e-12) << key;
  }
  EXPECT_EQ(golden.size(), 12U);
}

TEST(TrackScores, AreTrackEvals) {
  expect_equal(nlohmann::json::parse(read_file(kFolder + "golden.json")));
}

// RNEM_TRACKEVAL_PYTHON names a Python that has PyPI's trackeval.
TEST(TrackScores, AreThoseOfTheTrackEvalThatIsThere) {
  const char* python = std::getenv("RNEM_TRACKEVAL_PYTHON");
  if (python == nullptr) GTEST_SKIP() << "RNEM_TRACKEVAL_PYTHON is not set";
  const auto said = rnem::testing::run_process(
      {python, kFolder + "score.py", kFolder + "truth.txt", kFolder + "tracks.txt"}, ".");
  ASSERT_EQ(said.code, 0) << said.err;
  expect_equal(nlohmann::json::parse(said.out));
}

TEST(TrackScores, PerfectTracksScoreOneWhateverTheirIds) {
  TemporaryFolder folder;
  std::string truth, tracks;
  for (int t = 1; t <= 5; ++t) {
    truth += std::to_string(t) + ",1,10,10,5,5,1,-1,-1,-1\n" + std::to_string(t) + ",2,30,10,5,5\n";
    tracks += std::to_string(t) + ",9,30,10,5,5\n" + std::to_string(t) + ",7,10,10,5,5\n";
  }
  write_file(folder / "truth.txt", truth);
  write_file(folder / "tracks.txt", tracks);
  const TrackScores scores = scores_of(compare_boxes(folder / "truth.txt", folder / "tracks.txt"));
  EXPECT_DOUBLE_EQ(scores.hota.hota, 1);
  EXPECT_DOUBLE_EQ(scores.clear.mota, 1);
  EXPECT_DOUBLE_EQ(scores.identity.idf1, 1);
  EXPECT_TRUE(std::isnan(scores.ari));
}

TEST(TrackScores, NoTracksAtAllScoreNothing) {
  TemporaryFolder folder;
  write_file(folder / "truth.txt", "1,1,10,10,5,5\n2,1,10,10,5,5\n");
  write_file(folder / "tracks.txt", "");
  const TrackScores scores = scores_of(compare_boxes(folder / "truth.txt", folder / "tracks.txt"));
  EXPECT_EQ(scores.hota.hota, 0);
  EXPECT_EQ(scores.clear.mota, 0);
  EXPECT_EQ(scores.clear.misses, 2);
  EXPECT_EQ(scores.identity.idf1, 0);
}

// Two objects of 8 pixels; the second is called 1 in one pixel.
TEST(TrackScores, MasksAreComparedPixelByPixel) {
  TemporaryFolder folder;
  make_folder(folder / "truth");
  make_folder(folder / "masks");
  figures::IdPicture truth{8, 4, std::vector<std::uint16_t>(32, 0)};
  for (std::size_t i = 0; i < 8; ++i) truth.ids[i] = 300;
  for (std::size_t i = 24; i < 32; ++i) truth.ids[i] = 2;
  figures::IdPicture found = truth;
  found.ids[24] = 300;
  figures::write_id_png(folder / "truth/1.png", truth);
  figures::write_id_png(folder / "masks/000001.png", found);
  const ScoredFilm film = compare_masks(folder / "truth", folder / "masks");
  ASSERT_EQ(film.frames.size(), 1U);
  EXPECT_THAT(film.frames[0].similarity, ::testing::ElementsAre(7.0 / 8, 1.0 / 16, 0, 8.0 / 9));
  // scikit-learn's adjusted_rand_score of the two labellings
  ASSERT_EQ(film.ari.size(), 1U);
  EXPECT_NEAR(film.ari[0], 0.7491638795986622, 1e-12);
}

TEST(TrackScores, WhatIsNoTruthIsNamed) {
  TemporaryFolder folder;
  write_file(folder / "bad.txt", "1,1,10,10,5,5\n\n2,x,1\n");
  EXPECT_THAT(error_of([&] { check_truth(folder / "bad.txt"); }),
              HasSubstr("bad.txt: line 3: expected frame,id,left,top,width,height"));
  make_folder(folder / "pictures");
  EXPECT_THAT(error_of([&] { check_truth(folder / "pictures"); }), HasSubstr("has no id PNGs"));
  write_file(folder / "pictures/7.png", "not a picture");
  EXPECT_THAT(error_of([&] { check_truth(folder / "pictures"); }),
              HasSubstr("7.png: not a PNG of object numbers"));
  write_file(folder / "pictures/a7.png", "");
  EXPECT_THAT(error_of([&] { check_truth(folder / "pictures"); }),
              HasSubstr("a7.png: expected the number of a frame as its name"));
}

}  // namespace
}  // namespace rnem::tracking
