// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

namespace billiard_nodes {

/// A folder of its own with grey pictures 0.png, 1.png, …, gone at the end.
class PictureFolder {
 public:
  explicit PictureFolder(const std::vector<int>& greys) {
    std::string pattern = (std::filesystem::temp_directory_path() / "pictures_XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
    for (std::size_t i = 0; i < greys.size(); ++i) {
      cv::imwrite(path_ + "/" + std::to_string(i) + ".png",
                  cv::Mat(36, 64, CV_8UC3, cv::Scalar::all(greys[i])));
    }
  }
  ~PictureFolder() { std::filesystem::remove_all(path_); }
  PictureFolder(const PictureFolder&) = delete;
  PictureFolder& operator=(const PictureFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace billiard_nodes
