// The kinds of findings, with one row for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace cusim::report {

// Add a new one before `unsupported`, with a row below.
enum class FindingKind : std::uint8_t {
    race,
    unsynchronized_access,
    out_of_bounds,
    misaligned,
    use_after_free,
    uninitialized_read,
    constant_write,
    barrier_divergence,
    deadlock,
    livelock,
    stack_overflow,
    host_pointer,
    device_pointer,
    bad_copy,
    leak,
    launch_error,
    order_dependence,
    assertion,
    crash,
    unsupported,
};

struct KindRow {
    FindingKind kind;
    const char* name;   // in reports, --json and the labs' expectations
    const char* title;  // for humans
    // The order in which to fix findings: first what the program must not even ask for, then
    // memory, then order between threads, then consequences and tidiness.
    int urgency;
};

inline constexpr KindRow kinds[] = {
    {FindingKind::race, "race", "race", 5},
    {FindingKind::unsynchronized_access, "unsynchronized_access", "access without synchronisation",
     5},
    {FindingKind::out_of_bounds, "out_of_bounds", "out of bounds", 3},
    {FindingKind::misaligned, "misaligned", "misaligned access", 3},
    {FindingKind::use_after_free, "use_after_free", "use after free", 3},
    {FindingKind::uninitialized_read, "uninitialized_read", "read of uninitialised memory", 6},
    {FindingKind::constant_write, "constant_write", "write to constant memory", 3},
    {FindingKind::barrier_divergence, "barrier_divergence", "barrier not reached by all threads",
     4},
    {FindingKind::deadlock, "deadlock", "deadlock", 4},
    {FindingKind::livelock, "livelock", "livelock", 4},
    {FindingKind::stack_overflow, "stack_overflow", "stack overflow", 3},
    {FindingKind::host_pointer, "host_pointer", "host pointer used on the device", 2},
    {FindingKind::device_pointer, "device_pointer", "device pointer used on the host", 2},
    {FindingKind::bad_copy, "bad_copy", "wrong copy", 2},
    {FindingKind::leak, "leak", "memory never freed", 9},
    {FindingKind::launch_error, "launch_error", "launch refused", 1},
    {FindingKind::order_dependence, "order_dependence", "result depends on the order of threads",
     8},
    {FindingKind::assertion, "assertion", "assertion failed", 7},
    {FindingKind::crash, "crash", "the program ended here", 3},
    {FindingKind::unsupported, "unsupported", "not supported by the simulator", 0},
};

constexpr const KindRow& row_of(FindingKind kind) {
    return kinds[static_cast<std::size_t>(kind)];
}

constexpr const char* name(FindingKind kind) {
    return row_of(kind).name;
}

constexpr bool in_order() {
    for (std::size_t i = 0; i < std::size(kinds); ++i)
        if (kinds[i].kind != static_cast<FindingKind>(i)) return false;
    return std::size(kinds) == static_cast<std::size_t>(FindingKind::unsupported) + 1;
}
static_assert(in_order(), "a row for each kind, in the order of the enumerators; unsupported last");

}  // namespace cusim::report
