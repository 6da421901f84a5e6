// The functions that compilers call before each load and store under -fsanitize=thread. They only
// forward; race/quick_check.hpp and race/check.cpp decide.
#include "simulator/hooks/accesses.hpp"

#include "simulator/exec/grid.hpp"
#include "simulator/exec/progress.hpp"
#include "simulator/exec/step.hpp"
#include "simulator/host/turns.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/race/quick_check.hpp"

namespace cusim::hooks {

void plain_range(const void* p, std::size_t size, trace::Op op, const void* pc) {
    if (size == 0) return;
    const auto a = reinterpret_cast<memory::Address>(p);
    if (!race::running_thread) return race::host_access(a, size, op, pc);
    race::check_thread_access({a, size, 1, op, race::AccessKind::plain, pc});
}

void volatile_access(const void* p, std::uint32_t size, trace::Op op, const void* pc) {
    const auto a = reinterpret_cast<memory::Address>(p);
    if (!race::running_thread) {
        host::looks_at_flag();
        return race::host_looks_at(a, size, op, pc, race::AccessKind::volatile_);
    }
    if (a - race::running_thread->stack_base < race::running_thread->stack_size)
        return race::own_stack({a, size, 1, op, race::AccessKind::volatile_, pc},
                               CUSIM_STACK_IN_USE());
    exec::switch_point(p, size, op == trace::Op::write, pc);
    race::volatile_access(a, size, op, pc);
}

namespace {

[[gnu::noinline]] void block_without_room(const void* pc) {
    trace::append(trace::mark_record(trace::Mark::block, pc));
    exec::step(pc);
}

}  // namespace

}  // namespace cusim::hooks

using cusim::trace::append;
using cusim::trace::Mark;
using cusim::trace::mark_record;
using cusim::trace::Op;

#define PC __builtin_return_address(0)

#define SMALL_HOOK(name, size, op)                  \
    void name(void* p) {                            \
        cusim::race::small_access<op, size>(p, PC); \
    }
#define WORD_HOOK(name, words, op)             \
    void name(void* p) {                       \
        cusim::race::access<op, words>(p, PC); \
    }
#define RANGE_HOOK(name, size, op)                  \
    void name(void* p) {                            \
        cusim::hooks::plain_range(p, size, op, PC); \
    }
#define VOLATILE_HOOK(name, size, op)                   \
    void name(void* p) {                                \
        cusim::hooks::volatile_access(p, size, op, PC); \
    }

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {
    append(mark_record(Mark::enter, PC));
}
void __tsan_func_exit() {
    append(mark_record(Mark::leave, nullptr));
}
// The hidden vtable pointer of an object is memory like any other.
void __tsan_vptr_read(void** p) {
    cusim::race::access<Op::read, 2>(p, PC);
}
void __tsan_vptr_update(void** p, void*) {
    cusim::race::access<Op::write, 2>(p, PC);
}

void __sanitizer_cov_trace_pc() {
    using namespace cusim::trace;
    if (log_next == log_end) [[unlikely]]
        return cusim::hooks::block_without_room(PC);
    *log_next++ = mark_record(Mark::block, PC);
    cusim::exec::step(PC);
}

// Called at the beginning of a block with much arithmetic, which is worth so many steps more
// (simcc/machine/arithmetic.hpp). Time slices do not depend on it.
[[gnu::used]] void __cusim_arithmetic(unsigned steps) {
    if (cusim::exec::current_thread) cusim::exec::current_thread->all_steps += steps;
}

SMALL_HOOK(__tsan_read1, 1, Op::read)
SMALL_HOOK(__tsan_read2, 2, Op::read)
WORD_HOOK(__tsan_read4, 1, Op::read)
WORD_HOOK(__tsan_read8, 2, Op::read)
WORD_HOOK(__tsan_read16, 4, Op::read)
SMALL_HOOK(__tsan_write1, 1, Op::write)
SMALL_HOOK(__tsan_write2, 2, Op::write)
WORD_HOOK(__tsan_write4, 1, Op::write)
WORD_HOOK(__tsan_write8, 2, Op::write)
WORD_HOOK(__tsan_write16, 4, Op::write)

RANGE_HOOK(__tsan_unaligned_read2, 2, Op::read)
RANGE_HOOK(__tsan_unaligned_read4, 4, Op::read)
RANGE_HOOK(__tsan_unaligned_read8, 8, Op::read)
RANGE_HOOK(__tsan_unaligned_read16, 16, Op::read)
RANGE_HOOK(__tsan_unaligned_write2, 2, Op::write)
RANGE_HOOK(__tsan_unaligned_write4, 4, Op::write)
RANGE_HOOK(__tsan_unaligned_write8, 8, Op::write)
RANGE_HOOK(__tsan_unaligned_write16, 16, Op::write)

VOLATILE_HOOK(__tsan_volatile_read1, 1, Op::read)
VOLATILE_HOOK(__tsan_volatile_read2, 2, Op::read)
VOLATILE_HOOK(__tsan_volatile_read4, 4, Op::read)
VOLATILE_HOOK(__tsan_volatile_read8, 8, Op::read)
VOLATILE_HOOK(__tsan_volatile_read16, 16, Op::read)
VOLATILE_HOOK(__tsan_volatile_write1, 1, Op::write)
VOLATILE_HOOK(__tsan_volatile_write2, 2, Op::write)
VOLATILE_HOOK(__tsan_volatile_write4, 4, Op::write)
VOLATILE_HOOK(__tsan_volatile_write8, 8, Op::write)
VOLATILE_HOOK(__tsan_volatile_write16, 16, Op::write)

void __tsan_read_range(void* p, unsigned long size) {
    cusim::hooks::plain_range(p, size, Op::read, PC);
}
void __tsan_write_range(void* p, unsigned long size) {
    cusim::hooks::plain_range(p, size, Op::write, PC);
}

// clang can be told to report reads before writes; it then announces both with one call.
void __tsan_read_write4(void* p) {
    cusim::race::access<Op::read, 1>(p, PC);
    cusim::race::access<Op::write, 1>(p, PC);
}
void __tsan_read_write8(void* p) {
    cusim::race::access<Op::read, 2>(p, PC);
    cusim::race::access<Op::write, 2>(p, PC);
}
}
