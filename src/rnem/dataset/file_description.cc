#include "rnem/dataset/file_description.h"

#include <fmt/format.h>

#include <filesystem>

#include "rnem/dataset/layout.h"
#include "rnem/dataset/split_groups.h"
#include "rnem/io/h5.h"

namespace rnem::dataset {

std::string format_bytes(std::int64_t bytes) {
  const auto count = static_cast<double>(bytes);
  if (count < 1e3) return fmt::format("{} B", bytes);
  if (count < 1e6) return fmt::format("{:.1f} KB", count / 1e3);
  if (count < 1e9) return fmt::format("{:.1f} MB", count / 1e6);
  return fmt::format("{:.2f} GB", count / 1e9);
}

FileDescription describe_file(const std::string& path) {
  const io::h5::Handle file = io::h5::open_file(path);
  FileDescription description;
  description.bytes = static_cast<std::int64_t>(std::filesystem::file_size(path));
  description.rnem_version = io::h5::text_attribute(file, kAttrVersion);
  description.world_name = io::h5::text_attribute(file, kAttrName);
  description.world = io::h5::text_attribute(file, kAttrWorld);
  description.seed = io::h5::count_attribute(file, kAttrSeed);
  const SplitGroups groups = find_split_groups(file, path);
  for (const Split split : kSplits) {
    if (groups.of(split).empty()) continue;
    const io::h5::Handle group = io::h5::open_group(file, groups.of(split));
    SplitDescription& part = description.splits.emplace_back(SplitDescription{split, {}});
    std::vector<const char*> names;
    for (const Field& field : fields()) names.push_back(field.name);
    names.push_back(kObjects);
    for (const char* name : names) {
      if (io::h5::kind_of(group, name) != io::h5::ObjectKind::kDataset) continue;
      const io::h5::Handle dataset = io::h5::open_dataset(group, name);
      const auto chunk = io::h5::chunk_of(dataset);
      part.arrays.push_back({name,
                             io::h5::type_name(dataset),
                             io::h5::axes_of(dataset),
                             {chunk.begin(), chunk.end()},
                             io::h5::stored_bytes(dataset)});
    }
  }
  return description;
}

}  // namespace rnem::dataset
