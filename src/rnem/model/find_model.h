// Which file is meant by what a user calls a model.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rnem::model {

// The path of a model that comes with the program, by its file name or what stands before
// "-rnem.safetensors" ("balls4"): in the folder that RNEM_MODELS names, in models/ of the source
// tree that the program was built in, or in share/rnem/models of the installation that it belongs
// to. Empty when there is none.
std::string shipped_model(const std::string& name);

// What such models are called, in the order of the alphabet: "balls4".
std::vector<std::string> shipped_names();

// A file is itself, a run's folder its best model, and what is neither may be a shipped model's
// name. InputError for a folder without a best model; a name that nothing fits comes back as it is.
std::filesystem::path find_model(const std::filesystem::path& path_or_name);

}  // namespace rnem::model
