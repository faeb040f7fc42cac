// What `rnem` prints without loading LibTorch: pages.cc is written by the full program while it is
// built (cli/cmd_pages.cc), so that help and completion never lag behind the table of commands.
#pragma once

#include <cstddef>

namespace rnem::front {

struct Page {
  const char* arguments;  // "data make --help"
  const char* text;
  std::size_t size;
};

extern const Page kPages[];
extern const std::size_t kPageCount;

}  // namespace rnem::front
