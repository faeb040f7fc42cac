// Settings that nobody gave follow the data.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "rnem/source.h"
#include "rnem/training/train_config.h"

namespace rnem::training {

// Frame size and actions become those of data.train, the networks are fitted to the size, windows
// and validation steps to the length of sequences; what was given stays. Checked, so InputError
// names the key that does not fit. `notes` hears which settings changed, and what is odd about the
// data. `source`: what is trained on in place of data.train; null: that.
TrainConfig fit_to_data(const GivenConfig& read, const NoteSink& notes,
                        std::shared_ptr<const dataset::Source> source = nullptr);

// What a run is asked for: the settings of a file or of the recipe, those of the folder `out`
// itself when it goes on there and no file is named, with assignments on top, fitted to the data.
struct RunRequest {
  std::filesystem::path file, out;
  std::vector<std::string> assignments;
  bool resume = false;
  std::shared_ptr<const dataset::Source> source = nullptr;
};
TrainConfig run_config(const RunRequest& request, const NoteSink& notes);

}  // namespace rnem::training
