// Finds shared variables for translated code.
#include <cstring>
#include <string>

#include "simulator/exec/grid.hpp"
#include "simulator/exec/shared_places.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/race/events.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::detail {

namespace {

using exec::current_grid;
using exec::current_thread;

// New shared memory holds what the previous block left there. Here, it is filled with a pattern
// that is a NaN as a float and -1 as an integer.
constexpr int poison = 0xff;

// Its address is the key of the launch's dynamic shared memory, which all `extern` arrays share.
constexpr int dynamic_identity = 0;

[[noreturn]] void too_much(std::size_t wanted, std::size_t limit, const char* name) {
    report::Finding finding{.kind = report::FindingKind::launch_error,
                            .variant = report::Variant::shared_variables};
    finding.self = party(*current_thread, report::Op::none);
    finding.self.site = {
        .pc = nullptr, .file = current_grid->site().file, .line = current_grid->site().line};
    finding.variable = name;
    finding.cause = std::string("with ") + name + ", the block's shared variables take " +
                    std::to_string(wanted) + " bytes, and a block can have " +
                    std::to_string(limit);
    current_grid->abort(cudaErrorInvalidValue, std::move(finding));
}

std::size_t add_variable(const exec::SharedVariable& variable) {
    exec::SharedLayout& layout = current_grid->shared_layout();
    const std::size_t index = layout.add(variable);
    const std::size_t bytes = layout.static_bytes() + current_grid->shape().dynamic_shared;
    const std::size_t limit = current_grid->shape().shared_limit;
    if (bytes > limit) too_much(bytes, limit, variable.name);
    if (layout.end() > memory::shared_arena_size)
        too_much(layout.end(), memory::shared_arena_size, variable.name);
    return index;
}

// The variable's address in the block. On first use it is marked as uninitialised.
void* place(exec::Block& block, std::size_t index) {
    const exec::SharedPlace& place = current_grid->shared_layout().at(index);
    char* const base = static_cast<char*>(exec::arena(block)) + place.offset;
    if (index >= block.shared_ready.size()) block.shared_ready.resize(index + 1);
    if (!block.shared_ready[index]) {
        block.shared_ready[index] = true;
        std::memset(base, poison, place.variable.size);
        race::shared_variable(block.clock, {.base = reinterpret_cast<std::uintptr_t>(base),
                                            .size = place.variable.size,
                                            .name = place.variable.name,
                                            .elements = place.variable.elements,
                                            .shape = place.variable.shape});
    }
    return base;
}

// Arrays of different types may share the dynamic memory.
void forget_elements(std::size_t index, const void* base) {
    current_grid->shared_layout().forget_elements(index);
    for (trace::SharedVariable& each : current_thread->block->clock.shared)
        if (each.base == reinterpret_cast<std::uintptr_t>(base))
            each.elements = ElementKind::other, each.shape = nullptr;
}

void* place_in_block(const exec::SharedVariable& variable) {
    const exec::SharedLayout& layout = current_grid->shared_layout();
    std::size_t index = layout.find(variable.identity);
    if (index == exec::SharedLayout::not_found) index = add_variable(variable);
    void* const base = place(*current_thread->block, index);
    const exec::SharedVariable& known = layout.at(index).variable;
    if (known.elements != variable.elements || known.shape != variable.shape)
        forget_elements(index, base);
    return base;
}

}  // namespace

void* shared_variable(const int& identity, std::size_t size, std::size_t alignment,
                      const char* name, ElementKind elements, const Shape& shape) {
    return place_in_block({&identity, name, size, alignment, false, elements, &shape});
}

void* dynamic_shared(std::size_t alignment, const char* name, ElementKind elements,
                     const Shape& shape) {
    const std::size_t size = current_grid->shape().dynamic_shared;
    return place_in_block({&dynamic_identity, name, size, alignment, true, elements, &shape});
}

}  // namespace cusim::detail

void cusim::exec::place_all_in(Block& block) {
    for (std::size_t i = 0; i < current_grid->shared_layout().size(); ++i)
        cusim::detail::place(block, i);
}
