// SPDX-License-Identifier: Apache-2.0
#include "billiard_lab/report.hpp"

#include <fmt/format.h>

#include "billiard_lab/html.hpp"

namespace billiard::lab {
namespace {

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Billiard lab: the papers' experiments</title>
<style>
body { font: 15px/1.5 Helvetica, Arial, "DejaVu Sans", sans-serif; color: #222; background: #fff;
       max-width: 1200px; margin: 0 auto; padding: 0 20px 60px; }
h1 { font-size: 28px; margin: 28px 0 4px; }
h2 { font-size: 21px; margin: 48px 0 2px; padding-top: 16px; border-top: 2px solid #ddd; }
.source { color: #666; margin: 0 0 10px; }
table { border-collapse: collapse; margin: 12px 0 18px; width: 100%; font-size: 14px; }
th, td { padding: 5px 10px; text-align: left; vertical-align: top; border-bottom: 1px solid #ddd; }
th { border-bottom: 2px solid #888; }
td.number, th.number { text-align: right; }
td.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: #555; padding-bottom: 4px; }
.agrees { color: #00694f; font-weight: bold; }
.differs { color: #b34700; font-weight: bold; }
.ours { color: #666; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(540px, 1fr)); gap: 10px; }
.plots svg { width: 100%; height: auto; max-width: 900px; }
figure { margin: 14px 0 22px; }
figcaption { color: #555; }
code { background: #f3f3f3; padding: 0 3px; }
</style>
</head>
<body>
<h1>Billiard lab</h1>
<p>Each experiment of the papers, run again. “K” is Kudra et al. 2016 (Shaping the trajectory of the
billiard ball), “G” Gismeros et al. 2021 (Nonlinear Dynamics: pool with smooth contacts), “E” their
ECCOMAS paper of the same year. A verdict is <span class="agrees">agrees</span>,
<span class="differs">differs</span> – then the last column says why – or
<span class="ours">ours</span> where the paper has nothing to compare with.</p>
)";

std::string claim_row(const Claim& c) {
  const std::string unit = c.unit.empty() ? "" : " " + c.unit;
  const auto with_unit = [&](const std::string& value) {
    const bool numeric = !c.difference.empty();
    return value.empty() ? std::string("–") : escape(value + (numeric ? unit : ""));
  };
  return fmt::format(
      "<tr><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
      "<td class=\"number\">{}</td><td class=\"{}\">{}</td><td>{}</td></tr>\n",
      escape(c.statement), with_unit(c.paper), escape(number(c.ours) + unit),
      c.difference.empty() ? "–" : escape(c.difference + unit), name(c.verdict), name(c.verdict),
      escape(c.why));
}

std::string claims_table(const std::vector<Claim>& claims) {
  std::string out =
      "<table>\n<tr><th>statement</th><th class=\"number\">paper</th><th class=\"number\">ours</th>"
      "<th class=\"number\">difference</th>"
      "<th>verdict</th><th>why</th></tr>\n";
  for (const Claim& c : claims) out += claim_row(c);
  return out + "</table>\n";
}

std::string data_table(const DataTable& table) {
  std::string out = fmt::format("<table>\n<caption>{}</caption>\n<tr>", escape(table.caption));
  for (const auto& cell : table.header) out += fmt::format("<th>{}</th>", escape(cell));
  out += "</tr>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (const auto& cell : row) out += fmt::format("<td>{}</td>", escape(cell));
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

std::string figure(const Figure& f) {
  std::string out = "<figure>\n<div class=\"plots\">\n";
  for (const auto& plot : f.plots) out += plot;
  return out + fmt::format("</div>\n<figcaption>{}</figcaption>\n</figure>\n", escape(f.caption));
}

std::string section(const Outcome& o) {
  std::string out = fmt::format(
      "<h2 id=\"{0}\">{1}</h2>\n<p class=\"source\">{2} · <code>{0}</code></p>\n<p>{3}</p>\n",
      escape(o.experiment.name), escape(o.experiment.title), escape(o.experiment.source),
      escape(o.findings.summary));
  for (const auto& f : o.findings.figures) out += figure(f);
  out += claims_table(o.findings.claims);
  for (const auto& t : o.findings.tables) out += data_table(t);
  return out;
}

int count(const Findings& findings, Verdict verdict) {
  int n = 0;
  for (const Claim& c : findings.claims) n += c.verdict == verdict ? 1 : 0;
  return n;
}

std::string overview(const std::vector<Outcome>& outcomes) {
  std::string out =
      "<table>\n<tr><th>experiment</th><th>from</th><th>agrees</th><th>differs</th>"
      "<th>ours</th></tr>\n";
  for (const Outcome& o : outcomes) {
    out += fmt::format(
        "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td class=\"agrees\">{}</td>"
        "<td class=\"differs\">{}</td><td class=\"ours\">{}</td></tr>\n",
        escape(o.experiment.name), escape(o.experiment.title), escape(o.experiment.source),
        count(o.findings, Verdict::kAgrees), count(o.findings, Verdict::kDiffers),
        count(o.findings, Verdict::kOurs));
  }
  return out + "</table>\n";
}

}  // namespace

std::string escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string to_html(const std::vector<Outcome>& outcomes) {
  std::string out = kHead + overview(outcomes);
  for (const Outcome& o : outcomes) out += section(o);
  return out + "</body>\n</html>\n";
}

nlohmann::ordered_json to_json(const std::vector<Outcome>& outcomes) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const Outcome& o : outcomes) {
    nlohmann::ordered_json claims = nlohmann::ordered_json::array();
    for (const Claim& c : o.findings.claims) {
      claims.push_back({{"id", c.id},
                        {"statement", c.statement},
                        {"paper", c.paper},
                        {"ours", c.ours},
                        {"unit", c.unit},
                        {"verdict", name(c.verdict)},
                        {"why", c.why}});
    }
    all[o.experiment.name] = {
        {"source", o.experiment.source}, {"cpu_s", o.cpu_time}, {"claims", claims}};
  }
  return all;
}

}  // namespace billiard::lab
