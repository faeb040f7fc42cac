#include "rnem/training/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <string_view>

#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/core/version.h"
#include "rnem/io/crc32c.h"
#include "rnem/io/file_format.h"

namespace rnem::training {
namespace fs = std::filesystem;
namespace {

constexpr const char* kFormat = "rnem-state-1";
constexpr std::size_t kKept = 2;

// over names, shapes, bytes and metadata; the checksum itself is not among them yet
std::string checksum(const io::TensorFile& file) {
  std::uint32_t crc = 0;
  for (const auto& [key, value] : file.metadata) crc = io::crc32c(value, io::crc32c(key, crc));
  for (const auto& [name, tensor] : file.tensors) {
    const torch::Tensor bytes = tensor.detach().cpu().contiguous();
    crc = io::crc32c(name, crc);
    crc = io::crc32c(fmt::format("{}", fmt::join(bytes.sizes(), "x")), crc);
    crc = io::crc32c({static_cast<const char*>(bytes.data_ptr()), bytes.nbytes()}, crc);
  }
  return fmt::format("crc32c:{:08x}", crc);
}

fs::path path_of(const fs::path& folder, std::int64_t update) {
  return folder / fmt::format("state-{}.safetensors", update);
}

// by update, newest first
std::map<std::int64_t, fs::path, std::greater<>> checkpoints(const fs::path& folder) {
  constexpr std::string_view kBegin = "state-", kEnd = ".safetensors";
  std::map<std::int64_t, fs::path, std::greater<>> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) continue;
    const char* first = name.data() + kBegin.size();
    const char* last = name.data() + name.size() - kEnd.size();
    std::int64_t update = 0;
    if (std::from_chars(first, last, update).ptr == last) found[update] = entry.path();
  }
  return found;
}

}  // namespace

void save_checkpoint(const fs::path& folder, const Checkpoint& checkpoint) {
  io::TensorFile file{checkpoint.tensors,
                      {{"format", kFormat},
                       {"rnem", kVersion},
                       {"state", to_json(checkpoint.state)},
                       {"config", checkpoint.config}}};
  file.metadata["checksum"] = checksum(file);
  io::write_safetensors(path_of(folder, checkpoint.state.update), file);
  std::size_t kept = 0;
  for (const auto& [update, path] : checkpoints(folder)) {
    if (++kept > kKept) fs::remove(path);
  }
}

Checkpoint load_checkpoint(const fs::path& path) {
  io::TensorFile file = io::read_safetensors(path);
  io::check_format(file, kFormat, "a checkpoint of this program", path.string());
  const auto node = file.metadata.extract("checksum");
  if (node.empty()) fail_input("{}: damaged: it has no checksum", path.string());
  if (node.mapped() != checksum(file)) {
    fail_input("{}: damaged: its checksum is not that of its contents", path.string());
  }
  return {std::move(file.tensors), run_state_from_json(file.metadata["state"]),
          file.metadata["config"]};
}

std::optional<Checkpoint> newest_checkpoint(const fs::path& folder, Observer& observer,
                                            bool steady) {
  for (const auto& [update, path] : checkpoints(folder)) {
    try {
      Checkpoint checkpoint = load_checkpoint(path);
      if (!steady || checkpoint.state.bad_in_a_row == 0) return checkpoint;
    } catch (const io::LaterFormat&) {
      throw;  // whole, but not for us
    } catch (const InputError& error) {
      note(observer, "{}; it is set aside and the checkpoint before it is used", error.what());
      fs::rename(path, path.string() + ".damaged");
    }
  }
  return std::nullopt;
}

void forget_checkpoints_after(const fs::path& folder, std::int64_t last) {
  for (const auto& [update, path] : checkpoints(folder)) {
    if (update > last) fs::remove(path);
  }
}

}  // namespace rnem::training
