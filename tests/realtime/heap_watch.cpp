// SPDX-License-Identifier: Apache-2.0
#include "heap_watch.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>

// Every way to the heap goes through these; the real ones are glibc's.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier): glibc's own names.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);
// NOLINTEND(bugprone-reserved-identifier)
}

namespace {
std::atomic<bool> watching{false};
std::atomic<long> calls{0};

void count() noexcept {
  if (watching.load(std::memory_order_relaxed)) calls.fetch_add(1, std::memory_order_relaxed);
}
}  // namespace

extern "C" {
void* malloc(std::size_t size) {
  count();
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) {
  count();
  return __libc_calloc(n, size);
}
void* realloc(void* memory, std::size_t size) {
  count();
  return __libc_realloc(memory, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  count();
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}
void free(void* memory) {
  if (memory != nullptr) count();
  __libc_free(memory);
}
}

namespace billiard {

void watch_heap() noexcept {
  calls = 0;
  watching = true;
}

long heap_calls_seen() noexcept {
  watching = false;
  return calls;
}

}  // namespace billiard
