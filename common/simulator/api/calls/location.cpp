#include "simulator/api/calls/location.hpp"

#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/registered.hpp"
#include "simulator/memory/symbols.hpp"

namespace cusim::api {

namespace {

std::optional<memory::Region> object_of(const memory::Heap& heap, const void* pointer) {
    const memory::Allocation* const found = heap.find(pointer);
    if (!found) return std::nullopt;
    return memory::Region{found->base, found->size};
}

bool is_made_by_kernel(const void* pointer) {
    const memory::Allocation* const found = memory::device().find(pointer);
    return found && found->by_kernel;
}

}  // namespace

Location locate(const void* pointer) {
    if (memory::device_heap.contains(pointer))
        return {Side::device, object_of(memory::device(), pointer),
                memory::device().was_freed(pointer), is_made_by_kernel(pointer)};
    if (memory::host_visible_heap.contains(pointer))
        return {Side::both, object_of(memory::host_visible(), pointer),
                memory::host_visible().was_freed(pointer)};
    if (const memory::Variable* variable = memory::find_symbol(pointer)) {
        const memory::Region object{reinterpret_cast<memory::Address>(variable->address),
                                    variable->size};
        return {variable->space == Space::managed ? Side::both : Side::device, object, false};
    }
    if (const auto range = memory::find_registered(reinterpret_cast<memory::Address>(pointer), 1))
        return {Side::both, range, false};
    return {};
}

}  // namespace cusim::api
