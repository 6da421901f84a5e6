// The kinds of findings, with one row for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace cusim::report {

// Add a new one before `unsupported`, with a row below.
enum class Kind : std::uint8_t {
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
    Kind kind;
    const char* name;   // in reports, --json and the labs' expectations
    const char* title;  // for humans
    // The order in which to fix findings: first what the program must not even ask for, then
    // memory, then order between threads, then consequences and tidiness.
    int urgency;
};

inline constexpr KindRow kinds[] = {
    {Kind::race, "race", "race", 5},
    {Kind::unsynchronized_access, "unsynchronized_access", "access without synchronisation", 5},
    {Kind::out_of_bounds, "out_of_bounds", "out of bounds", 3},
    {Kind::misaligned, "misaligned", "misaligned access", 3},
    {Kind::use_after_free, "use_after_free", "use after free", 3},
    {Kind::uninitialized_read, "uninitialized_read", "read of uninitialised memory", 6},
    {Kind::constant_write, "constant_write", "write to constant memory", 3},
    {Kind::barrier_divergence, "barrier_divergence", "barrier not reached by all threads", 4},
    {Kind::deadlock, "deadlock", "deadlock", 4},
    {Kind::livelock, "livelock", "livelock", 4},
    {Kind::stack_overflow, "stack_overflow", "stack overflow", 3},
    {Kind::host_pointer, "host_pointer", "host pointer used on the device", 2},
    {Kind::device_pointer, "device_pointer", "device pointer used on the host", 2},
    {Kind::bad_copy, "bad_copy", "wrong copy", 2},
    {Kind::leak, "leak", "memory never freed", 9},
    {Kind::launch_error, "launch_error", "launch refused", 1},
    {Kind::order_dependence, "order_dependence", "result depends on the order of threads", 8},
    {Kind::assertion, "assertion", "assertion failed", 7},
    {Kind::crash, "crash", "the program ended here", 3},
    {Kind::unsupported, "unsupported", "not supported by the simulator", 0},
};

constexpr const KindRow& row_of(Kind kind) {
    return kinds[static_cast<std::size_t>(kind)];
}

constexpr const char* name(Kind kind) {
    return row_of(kind).name;
}

constexpr bool in_order() {
    for (std::size_t i = 0; i < std::size(kinds); ++i)
        if (kinds[i].kind != static_cast<Kind>(i)) return false;
    return std::size(kinds) == static_cast<std::size_t>(Kind::unsupported) + 1;
}
static_assert(in_order(), "a row for each kind, in the order of the enumerators; unsupported last");

}  // namespace cusim::report
