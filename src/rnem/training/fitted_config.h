// Settings that nobody gave follow the data.
#pragma once

#include "rnem/training/train_config.h"

namespace rnem::training {

// Frame size and actions become those of data.train, the networks are fitted to the size, windows
// and validation steps to the length of sequences; what was given stays. Checked, so InputError
// names the key that does not fit. `notes` hears which settings changed, and what is odd about the
// data.
TrainConfig fit_to_data(const GivenConfig& read, const NoteSink& notes);

}  // namespace rnem::training
