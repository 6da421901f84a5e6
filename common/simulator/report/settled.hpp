// A finding on its way to the report: as it was recorded, and ready to be told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulator/report/finding.hpp"
#include "simulator/report/launch_record.hpp"
#include "simulator/report/resolve.hpp"

namespace cusim::report {

// A finding with the launch it belongs to; `kernel` is empty where the host was at fault.
struct Recorded {
    Finding finding;
    std::string kernel;
    Dim3 grid, block;
    std::vector<Number> numbers = {};  // among the launch's arguments
    std::vector<Pointer> pointers = {};
    std::vector<MemberPointer> members = {};
    std::uint64_t dynamic_shared = 0;  // bytes
    std::vector<const void*> asked_from = {};
};

// Each thread stores so many elements, from `apart` times its number on, and `first` is how the
// first one is written.
struct Overlap {
    long stores = 0, apart = 0;
    std::string first = {};
};

// A finding ready to be told.
struct Settled {
    Recorded recorded;
    Place self;
    std::optional<Place> other;
    // Of a thread's access in a function that is inlined into another one: where it is called.
    std::optional<Call> called = std::nullopt;
    // Of a race: another line, on which two threads of a block store one element of the same array
    // in the same kernel; 0 where there is none.
    int stored_twice_on = 0;
    // The place is a call of a library's algorithm, whose own lines the access is on.
    bool is_in_library = false;
    // Of a race of threads whose elements overlap.
    std::optional<Overlap> overlap = std::nullopt;
};

}  // namespace cusim::report
