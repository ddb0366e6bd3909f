// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

namespace billiard {

/// Looks at what the options of a subcommand were given, before it does any work: an empty value,
/// or an output that would replace a file which another option has read, is a FileError that names
/// option and value.
void check_given_values(const CLI::App& command);

}  // namespace billiard
