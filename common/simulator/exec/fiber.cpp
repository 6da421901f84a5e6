// Stacks are mapped in chunks when first needed, so that a program with few threads uses little
// address space.
#include "simulator/exec/fiber.hpp"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>

#include "simulator/memory/layout.hpp"
#include "simulator/memory/return_addresses.hpp"

namespace cusim::exec {

namespace {

constexpr std::uint32_t stacks_per_chunk = 256;
constexpr std::uint32_t max_stacks = memory::fiber_stacks.size / stack_slot;

// If the used part began at the same offset in every stack, all threads would compete for the same
// cache sets. Most threads use less than `usual` bytes. Where these would lie in two pages, or the
// copies of their return addresses would, each such thread would touch a page more.
constexpr std::size_t page = 4 * memory::KiB, line = 64, usual = 640;
constexpr std::size_t copies = memory::return_address_shift % page;  // lower in their page
// The colours for which both lie in one page: first those whose copies lie above the end of a page,
// then those whose copies lie below it.
constexpr std::uint32_t colours_above = (page - copies - usual) / line;
constexpr std::uint32_t first_below = (page - copies + line - 1) / line;
constexpr std::uint32_t colours_below = (page - usual) / line - first_below + 1;

std::size_t colour(std::uint32_t stack) {
    const std::uint32_t place = stack % (colours_above + colours_below);
    return (place < colours_above ? place : place - colours_above + first_below) * line;
}

}  // namespace

std::uintptr_t StackPool::base(std::uint32_t stack) {
    return memory::fiber_stacks.base + stack * stack_slot;
}

std::uint32_t StackPool::take() {
    if (!free_.empty()) {
        const std::uint32_t stack = free_.back();
        free_.pop_back();
        return stack;
    }
    if (used_ == mapped_) map_more();
    return used_++;
}

void StackPool::abandon_all() {
    free_.clear();
    used_ = 0;
}

void StackPool::map_more() {
    void* const address = reinterpret_cast<void*>(base(mapped_));
    const std::size_t size = stacks_per_chunk * stack_slot;
    void* got = MAP_FAILED;
    if (mapped_ + stacks_per_chunk <= max_stacks)
        got = mmap(address, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != address ||
        (memory::is_fenced() && !memory::map_return_addresses(base(mapped_), size))) {
        std::fprintf(stderr, "simulator: no memory for the stacks of more than %u threads\n",
                     mapped_);
        std::exit(EXIT_FAILURE);
    }
    madvise(address, size, MADV_NOHUGEPAGE);
    mapped_ += stacks_per_chunk;
}

Context StackPool::prepare(std::uint32_t stack, void (*entry)(boost::context::detail::transfer_t)) {
    const std::uintptr_t top = base(stack) + stack_slot - colour(stack);
    return boost::context::detail::make_fcontext(reinterpret_cast<void*>(top), top - base(stack),
                                                 entry);
}

}  // namespace cusim::exec
