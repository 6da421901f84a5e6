#include "simulator/report/advice/freed_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "simulator/report/advice/bounds_advice.hpp"
#include "simulator/report/source/source_tokens.hpp"

namespace cusim::report {
namespace {

// Whether an argument of the launch, or a member of one, points into the finding's memory.
bool is_pointed_to(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const auto base = f.address - static_cast<std::uintptr_t>(f.index.value_or(0) * f.element_size);
    const auto is_inside = [&](const auto& pointer) {
        return pointer.address - base <
               static_cast<std::uintptr_t>(std::max(1L, f.elements * f.element_size));
    };
    return std::ranges::any_of(settled.recorded.pointers, is_inside) ||
           std::ranges::any_of(settled.recorded.members, is_inside);
}

// Whether the line fetches from a texture.
bool fetches(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    for (std::size_t at = 0; tokens && at < tokens->size(); ++at) {
        const std::string_view name = (*tokens)[at].text;
        const bool is_fetch =
            name.starts_with("tex1D") || name.starts_with("tex2D") || name.starts_with("tex3D");
        if (is_fetch && (*tokens)[at].line == settled.self.line) return true;
    }
    return false;
}

std::string freed_twice(const Settled& settled) {
    if (!settled.freed)
        return "Each allocation is freed once: look for what has freed this one before, such as a "
               "destructor or another line, and leave one of the two out.";
    if (settled.freed->path == settled.self.path && settled.freed->line == settled.self.line)
        return "Each allocation is freed once, and this line has come to one twice, as the "
               "destructor of an object and of its copy would, or a loop: let one object own it, "
               "which is moved and not copied, or set the pointer to nullptr where it is freed.";
    return "Each allocation is freed once: leave one of the two out, or set the pointer to nullptr "
           "where it is freed first (freeing that does nothing).";
}

}  // namespace

std::string use_after_free(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.variant == Variant::ended_block)
        return "A block's shared memory is there from its begin to its end: a cluster.sync() "
               "before the first access from another block, and one behind the last, keep it "
               "there.";
    if (f.variant == Variant::freed_beside)
        return "Nothing lets the one thread wait for the other: free the memory where all threads "
               "have done with it, in a block behind a __syncthreads().";
    if (f.variant == Variant::texture_object)
        return "Destroy it after the last kernel that reads through it.";
    if (f.variant == Variant::descriptor)
        return "Create each one before the first call that takes it, and destroy it once, after "
               "the last.";
    if (fetches(settled))
        return "What a texture reads stays until the last kernel that fetches from it has ended: "
               "destroy the texture object then, and free its memory behind that.";
    if (!f.self.host && f.variable.empty() && !settled.recorded.astray.empty())
        return handed_over_astray(settled);
    if (!f.self.host && f.variable.empty() && f.address != 0 && !is_pointed_to(settled))
        return "No argument of the launch points there: either the index of another array is so "
               "far outside that it leads there, or the pointer was stored somewhere before its "
               "memory was freed.";
    if (f.self.host && f.self.op == Op::free) return freed_twice(settled);
    if (f.self.host && (f.self.op == Op::read || f.self.op == Op::write))
        return "Free memory after its last use, by the host, too, and forget the pointer then.";
    return "Free memory after the last kernel that uses it, and forget the pointer then.";
}

}  // namespace cusim::report
