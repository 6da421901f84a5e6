#include <doctest/doctest.h>

#include <array>
#include <cstdint>

#include "simulator/race/events.hpp"
#include "simulator/race/order/clocks.hpp"

namespace {

/// The order of the registers is that of the assembly below.
using Registers = std::array<std::uint64_t, 17>;
constexpr std::size_t flags = 16, stack_pointer = 7, status_flags = 0x8d5;  // O S Z A P C

}  // namespace

extern "C" {
/// As simcc announces an access to *address, with these registers. They become what is in them
/// afterwards.
void look_with_registers(void* address, Registers& registers);
}

asm(R"(
    .text
look_with_registers:
    pushq %rbx
    pushq %rbp
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    pushq %rsi
    pushq %rdi
    pushq 128(%rsi)
    popfq
    movq 0(%rsi), %rax
    movq 8(%rsi), %rbx
    movq 16(%rsi), %rcx
    movq 24(%rsi), %rdx
    movq 40(%rsi), %rdi
    movq 48(%rsi), %rbp
    movq 64(%rsi), %r8
    movq 72(%rsi), %r9
    movq 80(%rsi), %r10
    movq 88(%rsi), %r11
    movq 96(%rsi), %r12
    movq 104(%rsi), %r13
    movq 112(%rsi), %r14
    movq 120(%rsi), %r15
    movq 32(%rsi), %rsi
    pushq %rdi
    movq 8(%rsp), %rdi
    call __cusim_look_u4
    popq %rdi
    pushq %rsi
    movq 16(%rsp), %rsi
    movq %rax, 0(%rsi)
    movq %rbx, 8(%rsi)
    movq %rcx, 16(%rsi)
    movq %rdx, 24(%rsi)
    popq 32(%rsi)
    movq %rdi, 40(%rsi)
    movq %rbp, 48(%rsi)
    movq %r8, 64(%rsi)
    movq %r9, 72(%rsi)
    movq %r10, 80(%rsi)
    movq %r11, 88(%rsi)
    movq %r12, 96(%rsi)
    movq %r13, 104(%rsi)
    movq %r14, 112(%rsi)
    movq %r15, 120(%rsi)
    pushfq
    popq 128(%rsi)
    popq %rdi
    popq %rsi
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbp
    popq %rbx
    ret
)");

namespace {

/// For each combination of the flags that a comparison sets.
void check_all_is_kept(void* address) {
    for (const std::uint64_t set : {0x000, 0x001, 0x004, 0x010, 0x040, 0x080, 0x800, 0x8d5}) {
        CAPTURE(set);
        Registers before{};
        for (std::size_t i = 0; i < flags; ++i)
            if (i != stack_pointer) before[i] = 0x1234'5678'0000'0000 + i;
        before[flags] = 0x202 | set;
        Registers after = before;
        look_with_registers(address, after);
        after[flags] &= status_flags;
        before[flags] &= status_flags;
        CHECK(after == before);
    }
}

}  // namespace

TEST_CASE("a look at host memory keeps registers and flags") {
    int variable = 0;
    check_all_is_kept(&variable);
}

TEST_CASE("a thread's look at its own stack keeps registers and flags") {
    int variable = 0;
    cusim::race::ThreadClock thread{};
    thread.stack_base = reinterpret_cast<std::uintptr_t>(&variable);
    thread.stack_size = sizeof variable;
    cusim::race::running_thread = &thread;
    check_all_is_kept(&variable);
    cusim::race::running_thread = nullptr;
}
