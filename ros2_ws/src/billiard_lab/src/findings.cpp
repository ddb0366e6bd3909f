// SPDX-License-Identifier: Apache-2.0
#include "billiard_lab/findings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <utility>

namespace billiard::lab {

void Findings::compare(std::string id, std::string statement, double paper, double ours,
                       double tolerance, std::string unit, std::string why) {
  const double difference = ours - paper;
  const bool agrees = std::abs(difference) <= tolerance;
  claims.push_back({std::move(id), std::move(statement), number(paper), ours, std::move(unit),
                    fmt::format("{}{}", difference > 0.0 ? "+" : "", number(difference)),
                    agrees ? Verdict::kAgrees : Verdict::kDiffers, std::move(why)});
}

void Findings::check(std::string id, std::string statement, std::string paper, double ours,
                     std::string unit, bool holds, std::string why) {
  claims.push_back({std::move(id), std::move(statement), std::move(paper), ours, std::move(unit),
                    "", holds ? Verdict::kAgrees : Verdict::kDiffers, std::move(why)});
}

void Findings::add(std::string id, std::string statement, double ours, std::string unit,
                   std::string why) {
  claims.push_back({std::move(id), std::move(statement), "", ours, std::move(unit), "",
                    Verdict::kOurs, std::move(why)});
}

const Claim& Findings::claim(std::string_view id) const {
  for (const Claim& c : claims) {
    if (c.id == id) return c;
  }
  throw std::out_of_range(fmt::format("no claim '{}'", id));
}

std::string number(double value) {
  const double size = std::abs(value);
  if (size >= 1e4 && size < 1e6) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value + 0.0);
}

const char* name(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kAgrees:
      return "agrees";
    case Verdict::kDiffers:
      return "differs";
    case Verdict::kOurs:
      break;
  }
  return "ours";
}

}  // namespace billiard::lab
