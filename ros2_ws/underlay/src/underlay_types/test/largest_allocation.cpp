// SPDX-License-Identifier: Apache-2.0
// In a file of its own: inlined into the tests, the compiler would take free() for a mistake.
#include "largest_allocation.hpp"

#include <cstdlib>
#include <new>

std::atomic<std::size_t> largest_allocation{0};

void* operator new(std::size_t size) {
  if (size > largest_allocation) largest_allocation = size;
  void* memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
