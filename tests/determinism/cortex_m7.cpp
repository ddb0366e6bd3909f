// SPDX-License-Identifier: Apache-2.0
// Prints the digest on a bare Cortex-M7 (QEMU machine mps2-an500) through semihosting, and brings
// what the engine needs of a C++ run time.
#include <cstddef>
#include <cstdint>
#include <new>

#include "digest.hpp"

extern "C" {
extern std::uint32_t data_begin, data_end, data_image, bss_begin, bss_end, stack_top;
extern void (*init_array_begin[])();
extern void (*init_array_end[])();
}

namespace {

constexpr int kWriteString = 0x04;   // SYS_WRITE0
constexpr int kExitExtended = 0x20;  // SYS_EXIT_EXTENDED

int semihost(int operation, const void* argument) {
  register int r0 __asm("r0") = operation;
  register const void* r1 __asm("r1") = argument;
  __asm volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

[[noreturn]] void leave(std::uint32_t code) {
  constexpr std::uint32_t kApplicationExit = 0x20026;
  const std::uint32_t block[2] = {kApplicationExit, code};
  semihost(kExitExtended, block);
  while (true) {
  }
}

void report(const char* name, std::uint64_t hash) {
  char line[40];
  std::size_t n = 0;
  while (name[n] != '\0') {
    line[n] = name[n];
    ++n;
  }
  while (n < 21) line[n++] = ' ';
  for (int shift = 60; shift >= 0; shift -= 4) {
    line[n++] = "0123456789abcdef"[hash >> shift & 0xFU];
  }
  line[n++] = '\n';
  line[n] = '\0';
  semihost(kWriteString, line);
}

alignas(16) std::byte heap[3U << 20U];
std::size_t heap_used = 0;

}  // namespace

// Memory is taken when a simulator is built and never given back here.
void* operator new(std::size_t size) {
  const std::size_t at = heap_used;
  heap_used += (size + 15U) & ~std::size_t{15};
  if (heap_used > sizeof(heap)) leave(2);
  return heap + at;
}
void* operator new(std::size_t size, std::align_val_t /*at most 16*/) { return operator new(size); }
void operator delete(void* /*memory*/) noexcept {}
void operator delete(void* /*memory*/, std::size_t /*size*/, std::align_val_t /*align*/) noexcept {}
void operator delete(void* /*memory*/, std::size_t /*size*/) noexcept {}

namespace std {
[[noreturn]] void __throw_length_error(const char* /*what*/) { leave(3); }
[[noreturn]] void __throw_bad_optional_access() { leave(3); }
[[noreturn]] void __throw_bad_array_new_length() { leave(3); }
[[noreturn]] void __throw_bad_alloc() { leave(3); }
}  // namespace std

extern "C" {
void __cxa_pure_virtual() { leave(4); }
[[noreturn]] void abort() { leave(5); }
int* __errno() {  // of the square root, where it is called instead of compiled in
  static int number;
  return &number;
}
[[noreturn]] void fault() { leave(6); }
[[noreturn]] void __assert_func(const char*, int, const char*, const char*) { leave(7); }

[[noreturn]] void reset_entry() {
  constexpr std::uint32_t kFpuFullAccess = 0xFU << 20U;
  auto* const cpacr = reinterpret_cast<volatile std::uint32_t*>(0xE000ED88U);
  *cpacr = *cpacr | kFpuFullAccess;
  __asm volatile("dsb\n isb" ::: "memory");
  const std::uint32_t* from = &data_image;
  for (std::uint32_t* to = &data_begin; to < &data_end;) *to++ = *from++;
  for (std::uint32_t* to = &bss_begin; to < &bss_end;) *to++ = 0;
  for (auto* call = init_array_begin; call < init_array_end; ++call) (*call)();
  billiard::determinism::digest(report);
  leave(0);
}

using Vector = void (*)();
__attribute__((section(".vectors"), used)) const Vector vectors[] = {
    reinterpret_cast<Vector>(&stack_top), reset_entry, fault, fault, fault, fault, fault};
}
