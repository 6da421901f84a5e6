// Stacks for simulated threads, and jumps between them. Stacks sit at fixed addresses, one slot
// apart, without guard pages (a guard page each would exhaust the process's memory maps): step.hpp
// checks the stack pointer at every basic block instead. A stack that is never resumed is simply
// given away anew; nothing on it is unwound.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cusim::exec {

using Context = boost::context::detail::fcontext_t;

// What a student's locals and calls may use, and what the runtime keeps below it for its own.
constexpr std::size_t stack_for_student = 64 * 1024;
constexpr std::size_t stack_for_runtime = 32 * 1024;
constexpr std::size_t stack_slot = stack_for_student + stack_for_runtime;

// Goes on in `to`; the running context is kept in *leaving, or dead if that is nullptr. Inline, and
// so should its callers be: behind the jump the processor mispredicts the return of each function
// that was called to come here.
[[gnu::always_inline]] inline void jump(Context to, Context* leaving) {
    const auto from = boost::context::detail::jump_fcontext(to, leaving);
    if (from.data) *static_cast<Context*>(from.data) = from.fctx;
}

class StackPool {
  public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::uint32_t take();
    void give_back(std::uint32_t stack) { free_.push_back(stack); }
    // All stacks are free again, whoever stood on them.
    void abandon_all();

    static std::uintptr_t base(std::uint32_t stack);
    // The lowest stack pointer that student code may reach.
    static std::uintptr_t limit(std::uint32_t stack) { return base(stack) + stack_for_runtime; }
    // A context that calls `entry` on this stack when first jumped to.
    static Context prepare(std::uint32_t stack, void (*entry)(boost::context::detail::transfer_t));

  private:
    void map_more();

    std::vector<std::uint32_t> free_;
    std::uint32_t used_ = 0, mapped_ = 0;
};

}  // namespace cusim::exec
