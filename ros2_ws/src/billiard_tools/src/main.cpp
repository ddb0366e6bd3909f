// SPDX-License-Identifier: Apache-2.0
// Exit codes: 0 done, 1 could not, 2 wrong input.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "billiard_engine/files/file_error.hpp"
#include "commands.hpp"

namespace {

constexpr int kCouldNot = 1;
constexpr int kWrongInput = 2;

int complain(const std::exception& error, int code) {
  fmt::print(stderr, "billiard: {}\n", error.what());
  return code;
}

int run(int argc, char** argv) {
  CLI::App app{"Billiard shots: simulate, find, plan and replay."};
  app.name("billiard");
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Help of all subcommands");
  app.set_version_flag("--version", "billiard " BILLIARD_VERSION, "Print the version");
  billiard::add_commands(app);
  if (const std::string wrong = billiard::find_unknown_command(app, argc, argv); !wrong.empty()) {
    fmt::print(stderr, "billiard: {}\n", wrong);
    return kWrongInput;
  }
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::Success& e) {  // --help, --version
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    fmt::print(stderr, "billiard: {} (see billiard --help)\n", e.what());
    return kWrongInput;
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const billiard::FileError& e) {
    return complain(e, kWrongInput);
  } catch (const std::invalid_argument& e) {
    return complain(e, kWrongInput);
  } catch (const std::exception& e) {
    return complain(e, kCouldNot);
  }
}
