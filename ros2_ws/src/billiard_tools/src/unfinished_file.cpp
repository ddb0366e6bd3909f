// SPDX-License-Identifier: Apache-2.0
#include "unfinished_file.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <utility>

namespace billiard {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

std::atomic<const char*> unfinished{nullptr};
static_assert(std::atomic<const char*>::is_always_lock_free);  // a signal may come at any time

/// Takes the file away and lets the signal do what it does without us.
void remove_and_end(int signal) {
  if (const char* name = unfinished.load()) ::unlink(name);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void set_handlers(void (*handler)(int)) {
  for (const int signal : kSignals) {
    if (std::signal(signal, handler) == SIG_IGN) std::signal(signal, SIG_IGN);  // nohup
  }
}

}  // namespace

UnfinishedFile::UnfinishedFile(std::string path)
    : path_(std::move(path)),
      name_(path_ + ".part" + std::filesystem::path(path_).extension().string()) {
  unfinished = name_.c_str();
  set_handlers(remove_and_end);
}

UnfinishedFile::~UnfinishedFile() {
  set_handlers(SIG_DFL);
  unfinished = nullptr;
  std::error_code ignored;
  std::filesystem::remove(name_, ignored);
}

void UnfinishedFile::finish() { std::filesystem::rename(name_, path_); }

}  // namespace billiard
