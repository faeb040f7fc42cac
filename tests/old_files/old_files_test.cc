// Files of every released version still load; files of a version to come say which one they need.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "observers.h"
#include "places.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/later_version.h"
#include "rnem/core/version.h"
#include "rnem/dataset/layout.h"
#include "rnem/io/file_format.h"
#include "rnem/io/h5.h"
#include "rnem/model/model_file.h"
#include "rnem/source.h"
#include "rnem/training/checkpoint.h"
#include "rnem/training/train_config.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

namespace fs = std::filesystem;
using rnem::testing::error_of;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kFuture = "7.1.0";

// Every folder beside this file is a released version.
class OldFiles : public ::testing::TestWithParam<std::string> {
 protected:
  std::string file(const std::string& name) const {
    return rnem::testing::in_source("tests/old_files/" + GetParam() + "/" + name);
  }
};

TEST_P(OldFiles, AModelLoads) {
  const auto loaded = model::load_model(file("model.safetensors"));
  EXPECT_EQ(loaded.model->settings().em.k, 2);
  EXPECT_EQ(loaded.model->config().height, 12);
  EXPECT_THAT(loaded.model->config().encoder_input, ElementsAre("residual"));
}

TEST_P(OldFiles, ACheckpointLoadsWithItsConfig) {
  const auto checkpoint = training::load_checkpoint(file("state-6.safetensors"));
  EXPECT_EQ(checkpoint.state.update, 6);
  ASSERT_EQ(checkpoint.state.validations.size(), 2U);
  EXPECT_TRUE(std::isnan(checkpoint.state.validations[0].rollout));
  training::TrainConfig config;
  read_toml(checkpoint.config, "config", training::options(config));
  EXPECT_EQ(config.em.k, 2);
}

TEST_P(OldFiles, AConfigIsReadWithNotesOnFormerKeys) {
  std::vector<std::string> notes;
  const auto config = training::load_config(
      file("train.toml"), {}, [&](const std::string& line) { notes.push_back(line); });
  EXPECT_EQ(config.em.k, 2);
  EXPECT_EQ(config.em.noise, 0.2);
  EXPECT_THAT(notes, Contains(HasSubstr("model.k is now called em.k")));
}

TEST_P(OldFiles, DataIsRead) {
  const auto source = open_source(file("data.h5"), 0);
  EXPECT_EQ(source->size(Split::kTraining), 2);
  EXPECT_EQ(source->shape().height, 12);
  const Sequence sequence = source->get(Split::kTraining, 1, 0, 4);
  EXPECT_EQ(sequence.features.size(), 4U * 12 * 12);
  EXPECT_EQ(sequence.objects, 2);
}

INSTANTIATE_TEST_SUITE_P(Versions, OldFiles, ::testing::Values("0.1.0"), [](const auto& info) {
  std::string name = "Of" + info.param;
  std::erase(name, '.');
  return name;
});

class FutureFiles : public ::testing::Test {
 protected:
  // A file of 0.1.0 whose format has the next number.
  fs::path from_the_future(const std::string& name, const std::string& format) const {
    auto file = io::read_safetensors(rnem::testing::in_source("tests/old_files/0.1.0/" + name));
    file.metadata["format"] = format;
    file.metadata["rnem"] = kFuture;
    io::write_safetensors(folder_ / name, file);
    return folder_ / name;
  }

  rnem::testing::TemporaryFolder folder_;
};

TEST_F(FutureFiles, AModelSaysWhichVersionItNeeds) {
  const auto path = from_the_future("model.safetensors", "rnem-model-2");
  EXPECT_THAT(error_of([&] { model::load_model(path); }),
              AllOf(HasSubstr("model.safetensors: "), HasSubstr("rnem-model-2"),
                    HasSubstr("it needs rnem 7.1.0 or later")));
}

TEST_F(FutureFiles, AModelWithAnUnknownKeySaysWhoWroteIt) {
  auto file =
      io::read_safetensors(rnem::testing::in_source("tests/old_files/0.1.0/model.safetensors"));
  file.metadata["config"] += "dreams = 3\n";
  file.metadata["rnem"] = kFuture;
  io::write_safetensors(folder_ / "model.safetensors", file);
  EXPECT_THAT(error_of([&] { model::load_model(folder_ / "model.safetensors"); }),
              AllOf(HasSubstr("dreams"), HasSubstr("(it was written by rnem 7.1.0, this is ")));
}

TEST_F(FutureFiles, ACheckpointIsNotTakenForADamagedOne) {
  const auto path = from_the_future("state-6.safetensors", "rnem-state-2");
  EXPECT_THAT(
      error_of([&] { training::newest_checkpoint(folder_.path(), rnem::testing::nobody()); }),
      HasSubstr("it needs rnem 7.1.0 or later"));
  EXPECT_TRUE(fs::exists(path)) << "it is not set aside";
}

TEST_F(FutureFiles, DataOfAnotherLayoutSaysWhoWroteIt) {
  const std::string path = (folder_ / "data.h5").string();
  {
    const io::h5::Handle file = io::h5::create_file(path);
    io::h5::write_attribute(file, dataset::kAttrVersion, kFuture);
    io::h5::create_group(file, "training");
  }
  EXPECT_THAT(error_of([&] { open_source(path, 0); }),
              AllOf(HasSubstr("has no dataset 'features'"), HasSubstr("written by rnem 7.1.0")));
}

TEST(LaterVersion, IsComparedByNumbers) {
  EXPECT_TRUE(is_later_version("0.10.0"));
  EXPECT_TRUE(is_later_version("10.0.0"));
  EXPECT_FALSE(is_later_version(kVersion));
  EXPECT_FALSE(is_later_version("0.0.9"));
  for (const char* other : {"", "7", "7.1", "7.1.0b", "seven"}) {
    EXPECT_FALSE(is_later_version(other)) << other;
  }
}

}  // namespace
}  // namespace rnem
