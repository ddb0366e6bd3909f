// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace billiard {

/// Folder that holds tables/, physics/ and so on. $BILLIARD_CONFIG if set, else the checkout or
/// the installation that the running program belongs to. Throws FileError if there is none.
[[nodiscard]] std::filesystem::path config_dir();

/// Names (without extension) of the YAML files in one of its folders ("tables"), sorted.
[[nodiscard]] std::vector<std::string> config_names(const std::string& folder);

/// The file a reference means: a bare name is looked up in `folder` of config_dir(), then in
/// `base`; anything with a slash or an extension is a path, relative to `base` (if it is there) or
/// the working directory. Throws FileError that names `field` (that of the folder if empty),
/// reference and known names if there is no such file.
[[nodiscard]] std::filesystem::path find_config(const std::string& folder,
                                                const std::string& reference,
                                                const std::filesystem::path& base = {},
                                                const std::string& field = {});

/// Of `known`, the one that `given` begins or that is a typing error away; empty if none is.
[[nodiscard]] std::string close_name(const std::string& given,
                                     const std::vector<std::string>& known);

/// Of `known`, the name with the fewest edits to `given`; empty if `known` is.
[[nodiscard]] std::string nearest_name(const std::string& given,
                                       const std::vector<std::string>& known);

}  // namespace billiard
