#include "simulator/race/handed_over.hpp"

#include "simulator/race/events.hpp"

namespace cusim::race {

namespace {

// As much as a few flags take, by which the host tells a kernel to go on, or a few constants.
constexpr std::size_t bytes_of_flags = 64;

std::size_t handed_over = 0;  // since forget_handed_over()

bool is_shared_with_host(const trace::MemoryObject& object) {
    return object.kind == memory::MemoryKind::managed || object.kind == memory::MemoryKind::pinned;
}

void hand_over(trace::MemoryObject& object) {
    handed_over += object.host_bytes;
    object.host_bytes = 0;
}

}  // namespace

// The kernels' later reads of the object may not be noticed one by one.
void host_stores(trace::MemoryObject& object, std::size_t bytes) {
    if (!is_shared_with_host(object)) return;
    object.host_bytes += bytes;
    if (object.read_by_kernels) hand_over(object);
}

void kernel_reads(trace::MemoryObject& object) {
    if (!is_shared_with_host(object)) return;
    object.read_by_kernels = true;
    hand_over(object);
}

bool are_few_constants(std::size_t bytes) {
    return bytes <= bytes_of_flags;
}

void host_hands_over(std::size_t bytes) {
    handed_over += bytes;
}

bool host_has_handed_over() {
    return handed_over > bytes_of_flags;
}

void forget_handed_over() {
    handed_over = 0;
}

}  // namespace cusim::race
