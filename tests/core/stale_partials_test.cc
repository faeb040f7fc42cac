#include "rnem/core/stale_partials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

namespace fs = std::filesystem;
using rnem::testing::TemporaryFolder;
using ::testing::UnorderedElementsAre;

constexpr const char* kNobody = "2147483646";  // no process has this id

void age(const fs::path& path) {
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(2));
}

TEST(StalePartials, OfDeadProcessesAreRemovedAfterAnHour) {
  TemporaryFolder folder;
  const std::string living = "a.h5.partial.1";  // the first process never ends
  for (const std::string& name : {std::string("a.h5"), living, std::string("a.h5.partial.x1"),
                                  std::string("b.h5.partial.") + kNobody}) {
    write_file(folder / name, "");
    age(folder / name);
  }
  write_file(folder / ("a.h5.partial." + std::string("2147483645")), "just touched");
  write_file(folder / (std::string("a.h5.partial.") + kNobody), "");
  age(folder / (std::string("a.h5.partial.") + kNobody));
  write_file(folder / "a.h5", "new");  // looks around
  EXPECT_THAT(folder.names(),
              UnorderedElementsAre("a.h5", living, "a.h5.partial.x1", "a.h5.partial.2147483645",
                                   std::string("b.h5.partial.") + kNobody));
}

}  // namespace
}  // namespace rnem
