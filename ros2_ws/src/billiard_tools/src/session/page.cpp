// SPDX-License-Identifier: Apache-2.0
#include "session/page.hpp"

#include <fmt/format.h>

#include "drawing/svg.hpp"
#include "session/animation.hpp"

namespace billiard::session {

namespace {

// The policy keeps a browser from loading anything, should a text of a bag ever try to.
constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
)";

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --back: #f6f5f1; --card: #ffffff; --text: #1d2320; --soft: #5d6661; --line: #dcdcd4; --accent: #1f7a6c; --good: #17714f; --bad: #b3261e; --near: #a45a00; }
@media (prefers-color-scheme: dark) {
  :root { --back: #14181a; --card: #1e2427; --text: #e7ebe8; --soft: #a3ada8; --line: #343c3f; --accent: #4fb8a6; --good: #5ecf9c; --bad: #ff8a80; --near: #ffb35c; }
}
* { box-sizing: border-box; }
body { font: 15px/1.5 Helvetica, Arial, "DejaVu Sans", sans-serif; color: var(--text); background: var(--back); max-width: 1200px; margin: 0 auto; padding: 0 18px 60px; }
h1 { font-size: 27px; margin: 28px 0 2px; }
h2 { font-size: 20px; margin: 34px 0 10px; }
h3 { font-size: 16px; margin: 0 0 8px; }
.soft { color: var(--soft); }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 165px), 1fr)); gap: 10px; margin: 16px 0; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 10px 14px; }
.tile b { display: block; font-size: 23px; line-height: 1.25; font-variant-numeric: tabular-nums; }
.tile small { color: var(--soft); display: block; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 14px; margin: 14px 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; margin: 6px 0; }
th, td { padding: 4px 12px 4px 0; text-align: right; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th { color: var(--soft); font-weight: normal; }
caption { text-align: left; color: var(--soft); padding-bottom: 4px; }
ul.notes { padding-left: 18px; color: var(--soft); }
.plot { background: #fff; border-radius: 8px; padding: 6px; }
.plot svg { width: 100%; height: auto; display: block; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 12px; }
)";

}  // namespace

std::string make_page(std::string_view title, std::string_view body) {
  const std::string text = escape_xml(title);
  return fmt::format(
      "{}<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n<h1>{}</h1>\n{}<script>{}</"
      "script>"
      "\n</body>\n</html>\n",
      kHead, text, kStyle, animation_style(), text, body, animation_script());
}

std::string make_tile(std::string_view value, std::string_view label, std::string_view note) {
  std::string out =
      fmt::format("<div class=\"tile\"><b>{}</b>{}", escape_xml(value), escape_xml(label));
  if (!note.empty()) out += fmt::format("<small>{}</small>", escape_xml(note));
  return out + "</div>\n";
}

}  // namespace billiard::session
