// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace billiard {

/// While it lives nothing reaches standard error. Decoders of images and videos print there what
/// they dislike about a file, in words of their own; our message names the file.
class Quiet {
 public:
  Quiet();
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  int kept_;  ///< standard error meanwhile; negative if it could not be kept
};

}  // namespace billiard
