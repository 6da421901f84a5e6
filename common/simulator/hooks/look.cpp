// Called before accesses that no compiler's hook announces (simcc/machine/announce.hpp), under
// names like __cusim_look_r4, with the address in %rdi. A call may be between any two instructions,
// so all registers and flags must be preserved.
#include "simulator/hooks/accesses.hpp"
#include "simulator/hooks/saved_registers.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/trace/consumers.hpp"
#include "simulator/trace/recent_accesses.hpp"

namespace cusim::hooks {

// threadIdx and the like belong to the runtime and are not memory of the program. Code of a module
// addresses them through a table.
extern const char thread_index[] __asm__("threadIdx"), block_index[] __asm__("blockIdx"),
    block_size[] __asm__("blockDim"), grid_size[] __asm__("gridDim");

namespace {

enum Touched : unsigned { a_read = 1, a_write = 2 };

constexpr std::size_t index_size = 3 * sizeof(unsigned);

CUSIM_NO_VECTORS bool is_built_in_variable(memory::Address a) {
    for (const char* const variable : {thread_index, block_index, block_size, grid_size})
        if (a - reinterpret_cast<memory::Address>(variable) < index_size) return true;
    return false;
}

}  // namespace
}  // namespace cusim::hooks

extern "C" {

// Called before vector registers are saved: returns those bits of `touched` that must be announced,
// which are none for memory that nobody watches.
CUSIM_NO_VECTORS [[gnu::used]] unsigned __cusim_look_matters(cusim::memory::Address a,
                                                             unsigned touched, std::size_t bytes,
                                                             const void* pc) {
    using namespace cusim;
    if (race::running_thread) {
        // There may have been a hook further up in the basic block that simcc could not match to
        // this instruction.
        if ((touched & hooks::a_read) && trace::is_at_end_of_log(a, bytes, trace::Op::read))
            touched &= ~hooks::a_read;
        if ((touched & hooks::a_write) && trace::is_at_end_of_log(a, bytes, trace::Op::write))
            touched &= ~hooks::a_write;
        if (touched == hooks::a_read && hooks::is_built_in_variable(a)) return 0;
        return touched;
    }
    if (!race::is_known_to_be_free(a, bytes)) return touched;
    const bool watched = trace::host_consumer || memory::host_visible_heap.contains(a) ||
                         memory::device_heap.contains(a) || race::host_watches_any_memory ||
                         (race::host_watches_program && memory::program.contains(a));
    if (!watched) return 0;
    if (trace::recent_accesses.announced(a, trace::Op::read, pc)) touched &= ~hooks::a_read;
    if (trace::recent_accesses.announced(a, trace::Op::write, pc)) touched &= ~hooks::a_write;
    return touched;
}

[[gnu::used]] void __cusim_look(void* p, unsigned touched, std::size_t bytes, const void* pc) {
    using namespace cusim;
    if (touched & hooks::a_read) hooks::plain_range(p, bytes, trace::Op::read, pc);
    if (touched & hooks::a_write) hooks::plain_range(p, bytes, trace::Op::write, pc);
}
}

// A thread's own stack is not watched: most calls return early, below, for this reason. A kernel
// that sums in a local array makes such a call for each element.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
static_assert(offsetof(cusim::race::ThreadClock, stack_base) == 32);
static_assert(offsetof(cusim::race::ThreadClock, stack_size) == 40);
#pragma GCC diagnostic pop

// %rdi is the caller's to restore. Until an access turns out to be elsewhere, %rax holds the flags.
//
// On entry to .Lcusim_look, %rdi holds the address, %eax what is done, %rcx the number of bytes.
// Above the return address lie the saved %rax, %rdx, flags and %rcx.
asm(R"(
    .macro cusim_look name, touched, count:vararg
    .globl __cusim_look_\name
    .type __cusim_look_\name, @function
__cusim_look_\name:
    pushq %rax
    lahf
    seto %al
    pushq %rdx
    movq _ZN5cusim4race14running_threadE(%rip), %rdx
    testq %rdx, %rdx
    je 1f
    subq 32(%rdx), %rdi
    cmpq 40(%rdx), %rdi
    jb .Lcusim_looked
    addq 32(%rdx), %rdi
1:  pushq %rax
    pushq %rcx
    movl $\touched, %eax
    \count
    jmp .Lcusim_look
    .size __cusim_look_\name, .-__cusim_look_\name
    .endm

    .text
    .irp bytes, 1, 2, 4, 8, 10, 16
    cusim_look r\bytes, 1, movl $\bytes, %ecx
    cusim_look w\bytes, 2, movl $\bytes, %ecx
    cusim_look u\bytes, 3, movl $\bytes, %ecx
    .endr
    .irp bytes, 1, 2, 4, 8
    cusim_look times_r\bytes, 1, imulq $\bytes, %rcx
    cusim_look times_w\bytes, 2, imulq $\bytes, %rcx
    .endr

.Lcusim_look:
    pushq %rsi
    pushq %rdi
    pushq %r8
    pushq %r9
    pushq %r10
    pushq %r11
    pushq %rbx
    pushq %rbp
    movq %rsp, %rbp
    andq $-16, %rsp
    movl %eax, %esi
    movq %rcx, %rdx
    pushq %rcx
    pushq %rcx
    movq 96(%rbp), %rcx
    call __cusim_look_matters
    popq %rdx
    popq %rdx
    movl %eax, %esi
    testl %eax, %eax
    je 1f
    subq $256, %rsp
)" CUSIM_SAVE_LOW_VECTORS R"(
    movups %xmm8, 128(%rsp)
    movups %xmm9, 144(%rsp)
    movups %xmm10, 160(%rsp)
    movups %xmm11, 176(%rsp)
    movups %xmm12, 192(%rsp)
    movups %xmm13, 208(%rsp)
    movups %xmm14, 224(%rsp)
    movups %xmm15, 240(%rsp)
    movq 48(%rbp), %rdi
    movq 96(%rbp), %rcx
    call __cusim_look
)" CUSIM_LOAD_LOW_VECTORS R"(
    movups 128(%rsp), %xmm8
    movups 144(%rsp), %xmm9
    movups 160(%rsp), %xmm10
    movups 176(%rsp), %xmm11
    movups 192(%rsp), %xmm12
    movups 208(%rsp), %xmm13
    movups 224(%rsp), %xmm14
    movups 240(%rsp), %xmm15
1:  movq %rbp, %rsp
    popq %rbp
    popq %rbx
    popq %r11
    popq %r10
    popq %r9
    popq %r8
    popq %rdi
    popq %rsi
    popq %rcx
    popq %rax
.Lcusim_looked:
    popq %rdx
    addb $127, %al
    sahf
    popq %rax
    ret
)");
