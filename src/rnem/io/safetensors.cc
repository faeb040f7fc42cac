#include "rnem/io/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem::io {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian");

constexpr std::uint64_t kLargestHeader = 100'000'000;  // the format's own limit
constexpr std::size_t kMostTensorAxes = 6;
constexpr std::int64_t kLongestAxis = 1 << 10;  // of a tensor without elements: 6 fit 64 bits

struct TypeName {
  torch::Dtype type;
  const char* name;
};
constexpr TypeName kTypes[] = {{torch::kFloat32, "F32"},
                               {torch::kFloat64, "F64"},
                               {torch::kBFloat16, "BF16"},
                               {torch::kInt64, "I64"},
                               {torch::kUInt8, "U8"}};

const char* type_name(torch::Dtype type) {
  for (const auto& known : kTypes) {
    if (known.type == type) return known.name;
  }
  RNEM_CHECK(false, "no safetensors type for this tensor");
}

// One view of the header's entry for a tensor, checked against the bytes that are there.
torch::Tensor read_tensor(const std::string& where, const nlohmann::json& entry,
                          std::string_view data) {
  const auto name = entry.at("dtype").get<std::string>();
  const auto shape = entry.at("shape").get<std::vector<std::int64_t>>();
  const auto range = entry.at("data_offsets").get<std::vector<std::uint64_t>>();
  for (const auto& known : kTypes) {
    if (name != known.name) continue;
    std::uint64_t size = torch::elementSize(known.type);
    // an axis of no length makes any other fit, and the product of those would overflow
    const bool none = std::find(shape.begin(), shape.end(), 0) != shape.end();
    for (const std::int64_t n : shape) {
      if (n < 0 || (n > 0 && (none ? n > kLongestAxis
                                   : size > data.size() / static_cast<std::uint64_t>(n)))) {
        fail_input("{}: shape does not fit the file", where);
      }
      size *= static_cast<std::uint64_t>(n);
    }
    if (range.size() != 2 || range[0] > range[1] || range[1] > data.size() ||
        range[1] - range[0] != size) {
      fail_input("{}: data_offsets do not fit its shape or the file (truncated?)", where);
    }
    if (shape.size() > kMostTensorAxes) fail_input("{}: {} axes are too many", where, shape.size());
    torch::Tensor tensor = torch::empty(shape, known.type);
    std::memcpy(tensor.data_ptr(), data.data() + range[0], size);
    return tensor;
  }
  fail_input("{}: expected dtype F32, F64, BF16, I64 or U8, got {}", where, name);
}

}  // namespace

const torch::Tensor* TensorFile::find(const std::string& name) const {
  for (const auto& [known, tensor] : tensors) {
    if (known == name) return &tensor;
  }
  return nullptr;
}

void write_safetensors(const std::filesystem::path& path, const TensorFile& file) {
  nlohmann::ordered_json header;
  if (!file.metadata.empty()) header["__metadata__"] = file.metadata;
  std::uint64_t offset = 0;
  std::vector<torch::Tensor> contiguous;
  for (const auto& [name, tensor] : file.tensors) {
    contiguous.push_back(tensor.detach().cpu().contiguous());
    const std::uint64_t size = contiguous.back().nbytes();
    header[name] = {{"dtype", type_name(tensor.scalar_type())},
                    {"shape", tensor.sizes().vec()},
                    {"data_offsets", {offset, offset + size}}};
    offset += size;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // tensors start aligned
  const std::uint64_t length = text.size();

  AtomicFile target(path);
  std::ofstream out(target.path(), std::ios::binary);
  out.write(reinterpret_cast<const char*>(&length), sizeof length);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  for (const auto& tensor : contiguous) {
    out.write(static_cast<const char*>(tensor.data_ptr()),
              static_cast<std::streamsize>(tensor.nbytes()));
  }
  out.close();
  if (!out) fail("{}: cannot write: {}", path.string(), std::strerror(errno));
  target.commit();
}

TensorFile read_safetensors(const std::filesystem::path& path) {
  const std::string bytes = read_file(path);
  const std::string name = path.string();
  std::uint64_t length = 0;
  if (bytes.size() < sizeof length) fail_input("{}: not a safetensors file: too short", name);
  std::memcpy(&length, bytes.data(), sizeof length);
  if (length > kLargestHeader || length > bytes.size() - sizeof length) {
    fail_input("{}: not a safetensors file, or truncated: its header does not fit", name);
  }
  const std::string_view header(bytes.data() + sizeof length, length);
  const std::string_view data =
      std::string_view(bytes).substr(sizeof length + static_cast<std::size_t>(length));
  TensorFile file;
  std::uint64_t bytes_of_tensors = 0;
  try {
    const auto json = nlohmann::ordered_json::parse(header);
    for (const auto& [key, entry] : json.items()) {
      if (key == "__metadata__") {
        file.metadata = entry.get<std::map<std::string, std::string>>();
      } else {
        file.tensors.emplace_back(
            key, read_tensor(fmt::format("{}: tensor '{}'", name, key), entry, data));
        // tensors that share their bytes would take more memory than the file has
        bytes_of_tensors += file.tensors.back().second.nbytes();
        if (bytes_of_tensors > data.size()) {
          fail_input("{}: tensor '{}': its bytes are another one's as well", name, key);
        }
      }
    }
  } catch (const nlohmann::json::exception&) {
    fail_input("{}: not a safetensors file, or damaged: its header is not as expected", name);
  }
  return file;
}

}  // namespace rnem::io
