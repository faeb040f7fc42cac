// `rnem pages FILE`: help and completion as the source of front/pages.h. The build runs it.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rnem/cli/app.h"
#include "rnem/cli/command.h"
#include "rnem/cli/command_names.h"
#include "rnem/cli/completion.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/version.h"

namespace rnem::cli {
namespace {

using Pages = std::vector<std::pair<std::string, std::string>>;  // arguments, text

// `path` is what is typed before the flag, with a space at its end.
void add_help(const CLI::App& app, const std::string& path, Pages& pages) {
  const std::string page = help_page(app);
  for (const char* flag : {"--help", "-h"}) pages.emplace_back(path + flag, page);
  pages.emplace_back(path.empty() ? "help" : "help " + path.substr(0, path.size() - 1), page);
  for (const auto* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    add_help(*sub, fmt::format("{}{} ", path, sub->get_name()), pages);
  }
}

// One string literal a line: compilers need not take a literal of a whole page.
std::string literal(const std::string& text) {
  std::string code = "\"";
  for (const char c : text) {
    if (c == '\n') {
      code += "\\n\"\n     \"";
    } else {
      if (c == '"' || c == '\\') code += '\\';
      code += c;
    }
  }
  return code + "\"";
}

void write_pages(const std::string& file) {
  Program program = build_program();
  Pages pages = {{"--version", fmt::format("rnem {}\n", kVersion)}};
  add_help(*program.app, "", pages);
  for (const auto& shell : shells())
    pages.emplace_back("completion " + shell, completion_script(shell));
  std::string code = "#include \"rnem/front/pages.h\"\n\nnamespace rnem::front {\n\n";
  code += "const Page kPages[] = {\n";
  for (const auto& [arguments, text] : pages) {
    code += fmt::format("    {{{},\n     {},\n     {}}},\n", literal(arguments), literal(text),
                        text.size());
  }
  code += fmt::format("}};\nconst std::size_t kPageCount = {};\n\n}}  // namespace rnem::front\n",
                      pages.size());
  write_file(file, code);
}

}  // namespace

Work setup_pages(CLI::App& app) {
  app.group("");  // not listed
  auto file = std::make_shared<std::string>();
  app.add_option("file", *file, "C++ source to write")->required();
  return [file](Observer&) { write_pages(*file); };
}

}  // namespace rnem::cli
