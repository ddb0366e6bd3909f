// SPDX-License-Identifier: Apache-2.0
// Vector table and start-up of the Cortex-M7.
#include <cstddef>
#include <cstdint>

extern "C" {
extern std::uint32_t data_begin, data_end, data_image, bss_begin, bss_end, stack_top;
extern void (*init_array_begin[])();
extern void (*init_array_end[])();

int main();
void systick_interrupt();
void uart0_receive_interrupt();
void uart0_transmit_interrupt();
void uart1_receive_interrupt();

/// Any unexpected exception: stop here; the hardware watchdog of a real board would reset.
void halt() {
  while (true) {
  }
}
void __cxa_pure_virtual() { halt(); }

void reset_entry() {
  constexpr std::uint32_t kFpuFullAccess = 0xFU << 20U;
  auto* const cpacr = reinterpret_cast<volatile std::uint32_t*>(0xE000ED88U);
  *cpacr = *cpacr | kFpuFullAccess;
  __asm volatile("dsb\n isb" ::: "memory");

  const std::uint32_t* from = &data_image;
  for (std::uint32_t* to = &data_begin; to < &data_end;) *to++ = *from++;
  for (std::uint32_t* to = &bss_begin; to < &bss_end;) *to++ = 0;
  for (auto* call = init_array_begin; call < init_array_end; ++call) (*call)();
  main();
  halt();
}

using Vector = void (*)();
__attribute__((section(".vectors"), used)) const Vector vectors[] = {
    reinterpret_cast<Vector>(&stack_top),
    reset_entry,
    halt,  // NMI
    halt,  // hard fault
    halt,  // memory management
    halt,  // bus fault
    halt,  // usage fault
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    halt,  // SVCall
    halt,  // debug
    nullptr,
    halt,  // PendSV
    systick_interrupt,
    uart0_receive_interrupt,
    uart0_transmit_interrupt,
    uart1_receive_interrupt,
    halt,  // UART1 transmit, never enabled
};
}
