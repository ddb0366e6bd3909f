// SPDX-License-Identifier: Apache-2.0
// `billiard lab`: the papers' experiments, as one page of plots and tables.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "billiard_engine/files/file_error.hpp"
#include "billiard_lab/report.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace billiard {
namespace {

struct LabOptions {
  std::vector<std::string> names;
  std::string folder;
  std::string json;
  bool quick = false;
};

std::string footer() {
  std::string text = "Experiments:\n";
  for (const lab::Experiment& e : lab::experiments()) {
    text += fmt::format("  {:<22}{} ({})\n", e.name, e.title, e.source);
  }
  return text;
}

/// The page, and each plot once more as a file of its own.
void add_files(Output& output, const std::filesystem::path& folder,
               const std::vector<lab::Outcome>& outcomes) {
  output.add((folder / "index.html").string(), lab::to_html(outcomes));
  for (const lab::Outcome& o : outcomes) {
    int n = 0;
    for (const lab::Figure& figure : o.findings.figures) {
      for (const std::string& plot : figure.plots) {
        output.add((folder / fmt::format("{}_{}.svg", o.experiment.name, ++n)).string(), plot);
      }
    }
  }
}

void print_summary(const std::vector<lab::Outcome>& outcomes, const std::string& folder) {
  for (const lab::Outcome& o : outcomes) {
    int counts[3] = {};
    for (const lab::Claim& c : o.findings.claims) ++counts[static_cast<int>(c.verdict)];
    fmt::print("{:<22} {:2} agree, {:2} differ, {:2} ours  {:6.1f} s\n", o.experiment.name,
               counts[0], counts[1], counts[2], o.cpu_time);
  }
  fmt::print("wrote {}/index.html\n", folder);
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw FileError(fmt::format("--out is '{}'; allowed: a folder ({})", folder, error.message()));
  }
  if (::access(folder.c_str(), W_OK) != 0) {
    throw FileError(fmt::format("--out is '{}'; allowed: a folder that can be written to", folder));
  }
}

/// Whether the file is to lie right in the folder, which need not be there yet.
bool lies_in(const std::filesystem::path& file, const std::filesystem::path& folder) {
  std::error_code ignored;
  const auto place = [&](const std::filesystem::path& path) {
    return std::filesystem::weakly_canonical(path / file.filename(), ignored);
  };
  return file.has_parent_path() && place(file.parent_path()) == place(folder);
}

void run_lab(const LabOptions& options) {
  const auto list = lab::select(options.names);
  const bool inside = lies_in(options.json, options.folder);
  if (!inside) check_destinations({{"--json", options.json}});
  make_folder(options.folder);
  if (inside) check_destinations({{"--json", options.json}});
  Progress progress("lab");
  progress.update(0.0);
  const auto outcomes = lab::run(list, {.quick = options.quick}, [&](int ready) {
    progress.update(static_cast<double>(ready) / static_cast<double>(list.size()));
  });
  Output output;
  output.add_json(options.json, lab::to_json(outcomes));
  add_files(output, options.folder, outcomes);
  output.commit();
  if (!output.uses_stdout()) print_summary(outcomes, options.folder);
}

}  // namespace

void add_lab(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("lab", "The papers' experiments again, as plots and tables");
  const auto o = std::make_shared<LabOptions>();
  command->add_option("names", o->names, "Experiments (default: all)");
  command->add_option("--out", o->folder, "Folder for index.html and the plots")->required();
  command->add_option("--json", o->json, "Write the numbers as JSON (- for stdout)");
  command->add_flag("--quick", o->quick, "Coarser grids and shorter runs");
  command->footer(footer() + "\n" + app.get_footer());
  command->callback([o] { run_lab(*o); });
}

}  // namespace billiard
