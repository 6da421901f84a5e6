// Stacks for simulated threads, and jumps between them. Stacks lie at fixed addresses, one slot
// apart, without guard pages, since one for each stack would exceed the process's limit of memory
// maps. Instead, step.hpp checks the stack pointer at every basic block. A stack that is never
// resumed is simply reused; nothing on it is unwound.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cusim::exec {

using Context = boost::context::detail::fcontext_t;

// The part for a student's variables and calls, and the part below it that the runtime needs.
constexpr std::size_t stack_for_student = 64 * 1024;
constexpr std::size_t stack_for_runtime = 32 * 1024;
constexpr std::size_t stack_slot = stack_for_student + stack_for_runtime;

// Continues in `to`. Stores the running context in *leaving; if that is nullptr, the context is
// dropped. Inline, as its callers should be: after the jump, the processor mispredicts the return
// of every function that was called on the way here.
[[gnu::always_inline]] inline void jump(Context to, Context* leaving) {
    const auto from = boost::context::detail::jump_fcontext(to, leaving);
    if (from.data) *static_cast<Context*>(from.data) = from.fctx;
}

class StackPool {
  public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::uint32_t take();
    void give_back(std::uint32_t stack) { free_.push_back(stack); }
    // Marks all stacks as free, whatever runs on them.
    void abandon_all();

    static std::uintptr_t base(std::uint32_t stack);
    // The lowest stack pointer that student code may reach.
    static std::uintptr_t limit(std::uint32_t stack) { return base(stack) + stack_for_runtime; }
    // Returns a context that calls `entry` on this stack when first jumped to.
    static Context prepare(std::uint32_t stack, void (*entry)(boost::context::detail::transfer_t));

  private:
    void map_more();

    std::vector<std::uint32_t> free_;
    std::uint32_t used_ = 0, mapped_ = 0;
};

}  // namespace cusim::exec
