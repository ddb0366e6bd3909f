// SPDX-License-Identifier: Apache-2.0
#include "labelled_boxes.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "billiard_vision/table.hpp"

namespace billiard::vision {

namespace fs = std::filesystem;

int labelled_class(int kind) {
  const auto kinds = ball_kinds(BallSet::kPool);
  return static_cast<int>(kinds[static_cast<std::size_t>(kind)].ball_class) + 1;
}

std::vector<fs::path> labelled_clips() {
  const char* given = std::getenv("BILLIARD_DATA");
  const fs::path folder =
      fs::path(given != nullptr ? given : BILLIARD_SHARED_DATA) / "padova_game1";
  if (!fs::exists(folder)) return {};
  std::vector<fs::path> clips(fs::directory_iterator(folder), {});
  std::sort(clips.begin(), clips.end());
  return clips;
}

std::vector<LabelledBox> read_boxes(const fs::path& clip, const std::string& frame) {
  std::vector<LabelledBox> labels;
  std::ifstream file(clip / "bounding_boxes" / (frame + "_bbox.txt"));
  LabelledBox label;
  while (file >> label.box.x >> label.box.y >> label.box.width >> label.box.height >>
         label.ball_class) {
    labels.push_back(label);
  }
  return labels;
}

double overlap(const cv::Rect2d& a, const cv::Rect2d& b) {
  const double common = (a & b).area();
  return common / (a.area() + b.area() - common);
}

}  // namespace billiard::vision
