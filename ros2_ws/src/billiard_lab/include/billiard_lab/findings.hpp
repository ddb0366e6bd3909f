// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "billiard_lab/plot.hpp"

namespace billiard::lab {

enum class Verdict {
  kAgrees,   ///< with the paper, within the tolerance
  kDiffers,  ///< and `why` says why
  kOurs      ///< the paper gives nothing to compare with
};

/// One line of an experiment's table: what the paper says against what comes out here.
struct Claim {
  std::string id;         ///< short name, unique in its experiment
  std::string statement;  ///< of the paper, with equation or figure
  std::string paper;      ///< its number or words; empty if it has none
  double ours = 0.0;
  std::string unit;        ///< "" if dimensionless
  std::string difference;  ///< ours − paper; empty where that makes no sense
  Verdict verdict = Verdict::kOurs;
  std::string why;         ///< reason of a difference, or of the tolerance
  bool repeatable = true;  ///< false for computing times
};

struct Figure {
  std::string caption;
  std::vector<std::string> plots;  ///< SVG elements, drawn side by side
};

struct DataTable {
  std::string caption;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

/// What an experiment found out.
struct Findings {
  std::string summary;  ///< two or three sentences: what was done, what came out
  std::vector<Claim> claims;
  std::vector<Figure> figures;
  std::vector<DataTable> tables;

  /// A number of the paper: agrees if ours is within `tolerance` of it.
  void compare(std::string id, std::string statement, double paper, double ours, double tolerance,
               std::string unit, std::string why);
  /// A statement in words: `holds` decides.
  void check(std::string id, std::string statement, std::string paper, double ours,
             std::string unit, bool holds, std::string why);
  /// A number the paper does not have.
  void add(std::string id, std::string statement, double ours, std::string unit, std::string why);

  /// The claim of that id. Throws std::out_of_range if there is none.
  [[nodiscard]] const Claim& claim(std::string_view id) const;
  [[nodiscard]] double value(std::string_view id) const { return claim(id).ours; }
};

/// As short as four digits allow: 0.0171, 1.234e-07, 15500.
[[nodiscard]] std::string number(double value);

[[nodiscard]] const char* name(Verdict verdict) noexcept;

}  // namespace billiard::lab
