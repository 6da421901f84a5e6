// Assembly for hooks that run where registers hold a caller's arguments or results: all that the
// calling convention lets a function change is saved on the stack, and loaded again after the call.
#pragma once

#define CUSIM_SAVE_LOW_VECTORS \
    "movups %xmm0, (%rsp)\n"   \
    "movups %xmm1, 16(%rsp)\n" \
    "movups %xmm2, 32(%rsp)\n" \
    "movups %xmm3, 48(%rsp)\n" \
    "movups %xmm4, 64(%rsp)\n" \
    "movups %xmm5, 80(%rsp)\n" \
    "movups %xmm6, 96(%rsp)\n" \
    "movups %xmm7, 112(%rsp)\n"

#define CUSIM_LOAD_LOW_VECTORS \
    "movups (%rsp), %xmm0\n"   \
    "movups 16(%rsp), %xmm1\n" \
    "movups 32(%rsp), %xmm2\n" \
    "movups 48(%rsp), %xmm3\n" \
    "movups 64(%rsp), %xmm4\n" \
    "movups 80(%rsp), %xmm5\n" \
    "movups 96(%rsp), %xmm6\n" \
    "movups 112(%rsp), %xmm7\n"

// At a function's beginning. Leaves the stack aligned for a call, and %rbp at the saved %rbp: the
// return address is at 8(%rbp).
#define CUSIM_SAVE_REGISTERS \
    "pushq %rbp\n"           \
    "movq %rsp, %rbp\n"      \
    "pushq %rax\n"           \
    "pushq %rcx\n"           \
    "pushq %rdx\n"           \
    "pushq %rsi\n"           \
    "pushq %rdi\n"           \
    "pushq %r8\n"            \
    "pushq %r9\n"            \
    "pushq %r10\n"           \
    "pushq %r11\n"           \
    "andq $-16, %rsp\n"      \
    "subq $128, %rsp\n" CUSIM_SAVE_LOW_VECTORS

#define CUSIM_LOAD_REGISTERS \
    CUSIM_LOAD_LOW_VECTORS   \
    "leaq -72(%rbp), %rsp\n" \
    "popq %r11\n"            \
    "popq %r10\n"            \
    "popq %r9\n"             \
    "popq %r8\n"             \
    "popq %rdi\n"            \
    "popq %rsi\n"            \
    "popq %rdx\n"            \
    "popq %rcx\n"            \
    "popq %rax\n"            \
    "popq %rbp\n"
