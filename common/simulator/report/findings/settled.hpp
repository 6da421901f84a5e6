// A finding on its way to the report: as recorded, and ready to be printed.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simulator/report/findings/finding.hpp"
#include "simulator/report/findings/launch_record.hpp"
#include "simulator/report/findings/resolve.hpp"

namespace cusim::report {

// A finding with the data of its launch; `kernel` is empty if the host made the mistake.
struct Recorded {
    Finding finding;
    std::string kernel;
    Dim3 grid, block;
    std::vector<Number> numbers = {};  // among the launch's arguments
    std::vector<Pointer> pointers = {};
    std::vector<MemberPointer> members = {};
    std::vector<HostPointer> to_host = {};
    std::vector<std::string> nulls = {};
    std::vector<std::string> astray = {};
    std::vector<MemberPointer> astray_members = {};
    std::uint64_t dynamic_shared = 0;  // bytes
    std::vector<const void*> asked_from = {};
    Site launched_from = {};  // by the host
    bool is_python = false;   // the program: remedies use PyCUDA's names
    // For a null pointer in a kernel: the latest allocation for which there was no room.
    std::optional<RefusedAllocation> refused = std::nullopt;
};

// Each thread stores so many elements, from `apart` times its number on. `first` is the first
// element as written in the source.
struct Overlap {
    long stores = 0, apart = 0;
    std::string first = {};
};

// A finding ready to be printed.
struct Settled {
    Recorded recorded;
    Place self;
    std::optional<Place> other;
    // Where the memory was freed that is used; not where a library's header frees it.
    std::optional<Place> freed = std::nullopt;
    // Where the launch is; not where a kernel or a library launches.
    std::optional<Place> launched = std::nullopt;
    // Where recorded.refused was called.
    std::optional<Place> refused = std::nullopt;
    // For an access in a function that is inlined into another one: its call.
    std::optional<Call> called = std::nullopt;
    // For a race: another line, on which two threads of a block store one element of the same array
    // in the same kernel; 0 if there is none.
    int stored_twice_on = 0;
    // For a negative index: the line on which the thread has read what held no value; 0 if none.
    int garbage_on = 0;
    // For a race: the line of one side, if it also goes beyond the array in this kernel.
    int outside_on = 0;
    // The place is a call of a library's algorithm; the access itself is inside the algorithm.
    bool is_in_library = false;
    // For a race between threads whose elements overlap.
    std::optional<Overlap> overlap = std::nullopt;
};

// A finding about two threads, as the other one would have it.
inline Settled from_the_other_side(Settled settled) {
    std::swap(settled.recorded.finding.self, *settled.recorded.finding.other);
    std::swap(settled.self, *settled.other);
    return settled;
}

}  // namespace cusim::report
