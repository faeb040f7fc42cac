#include "rnem/model/kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "model/tiny_model.h"
#include "places.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/model/em_loop.h"

namespace rnem::model {
namespace {

using rnem::testing::tiny_clip;
using rnem::testing::tiny_settings;
using ::testing::IsEmpty;

// Lines of sources that name a kind as a string where they should ask for a trait.
std::vector<std::string> lines_with_a_name(const std::string& file, const std::string& text) {
  // the table, and the kind that a config has when it does not say
  if (file.ends_with("model/kinds.cc")) return {};
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (file.ends_with("model/model_config.h") && line.starts_with("  std::string kind ="))
      continue;
    for (const std::string& kind : model_kinds()) {
      if (line.find('"' + kind + '"') != std::string::npos) found.push_back(file + ": " + line);
    }
  }
  return found;
}

TEST(Kinds, AreNamedInTheirTableOnly) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(rnem::testing::in_source("src/rnem"))) {
    if (!entry.is_regular_file()) continue;
    ++files;
    EXPECT_THAT(lines_with_a_name(entry.path().string(), read_file(entry.path())), IsEmpty());
  }
  EXPECT_GT(files, 0);
}

TEST(Kinds, TheCheckSeesAComparison) {
  EXPECT_EQ(lines_with_a_name("a.cc", "x;\nif (config.kind == \"rnn\") y;\n").size(), 1U);
  EXPECT_EQ(lines_with_a_name("a.cc", "if (\"r-nem-noatt\" != kind) y;").size(), 1U);
  EXPECT_THAT(lines_with_a_name("a.cc", "// an rnn; \"rnn-balls\""), IsEmpty());
}

// What the table says is what models do.
TEST(Kinds, DoWhatTheirTraitsSay) {
  for (const std::string& kind : model_kinds()) {
    const auto model = Model::create(tiny_settings(kind), 3);
    const Traits& traits = model->traits();
    Tensor alpha;
    run_em(*model, *ops::reference_ops(), tiny_clip(2, 2), {},
           [&](const Step& step) { alpha = step.alpha; });
    EXPECT_EQ(alpha.defined(), traits.interaction) << kind;
    if (traits.interaction) EXPECT_EQ(alpha.eq(1).all().item<bool>(), !traits.attention) << kind;
    Settings settings = tiny_settings(kind);
    const auto refuses = [&] {
      try {
        check(settings, "x");
      } catch (const InputError&) {
        return true;
      }
      return false;
    };
    EXPECT_FALSE(refuses()) << kind;
    settings.em.k = 2;
    EXPECT_EQ(refuses(), traits.single) << kind;
    settings = tiny_settings(kind);
    settings.model.actions = 3;
    EXPECT_EQ(refuses(), !traits.actions) << kind;
    settings = tiny_settings(kind);
    settings.model.window = 8;  // the frame's size: all layers fit
    EXPECT_EQ(refuses(), !traits.places) << kind;
  }
}

}  // namespace
}  // namespace rnem::model
