// What is kept of one launch: its shape, and what its memory accesses cost, for the `kernels` of
// the JSON report. The terms are Nsight Compute's. A count that was not taken is absent, never
// zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "simulator/report/closeup.hpp"
#include "simulator/report/finding.hpp"

namespace cusim::report {

// What a warp's request does, as the hardware tells them apart: an atomic whose result nobody uses
// is a reduction (red).
enum class Operation : std::uint8_t { load, store, red, atom };
// Texture fetches read global memory by way of their own counters.
enum class MemorySpace : std::uint8_t { global, shared, texture };

const char* name(Operation operation);
const char* name(MemorySpace space);

struct Costs {
    std::uint64_t requests = 0;      // of whole warps
    std::uint64_t sectors = 0;       // of 32 bytes, over all requests; not of shared memory
    std::uint64_t active_lanes = 0;  // that took part, over all requests
    std::uint64_t bytes = 0;         // that they asked for
    // Of shared memory only.
    std::uint64_t wavefronts = 0;
    std::uint64_t bank_conflicts = 0;

    Costs& operator+=(const Costs& other);
};

// What one place in the program cost at one variable or allocation.
struct AccessRecord {
    Site site = {};
    Operation operation = Operation::load;
    MemorySpace space = MemorySpace::global;
    std::string variable = {};         // as the findings name it; may be empty
    std::uint64_t variable_bytes = 0;  // its size
    Costs costs = {};
    std::optional<Closeup> closeup = {};  // where closeups are wanted
};

// How many different sectors of global memory a launch touched.
struct UniqueCounts {
    std::uint64_t all = 0;
    std::uint64_t by_atomics = 0;
};

// An argument of the launch that is a whole number: often the size of something.
struct Number {
    std::string name;
    long value;
};

// An argument of the launch that points to memory: the bytes from there to its end.
struct Pointer {
    std::string name;
    std::uintptr_t address;
    long bytes;
};

// A pointer within an argument that is a struct, so many bytes behind its beginning.
struct MemberPointer {
    std::string parameter;
    std::size_t offset;
    std::uintptr_t address;
};

struct LaunchRecord {
    std::string name;  // the kernel's, without template arguments
    Dim3 grid, block;
    std::vector<Number> numbers = {};    // until it ends
    std::vector<Pointer> pointers = {};  // the same
    std::vector<MemberPointer> members = {};
    std::uint64_t dynamic_shared = 0;  // bytes, as the launch gives them
    // Of a kernel of a library's header: the return addresses from the launch on.
    std::vector<const void*> asked_from = {};
    std::uint64_t shared_bytes = 0;    // static and dynamic, per block
    std::map<std::string, std::uint64_t> counters =
        {};  // "barriers", "warps", …: docs/simulator.md
    // Where they were counted, and the record is one of the first.
    std::vector<AccessRecord> accesses = {};
    std::optional<BarrierTimeline> timeline = {};  // where closeups are wanted

    // Takes the accesses and adds their sums to the counters. Not called where the launch was
    // stopped, or did more than can be counted.
    void count(std::vector<AccessRecord> accesses, UniqueCounts unique);
};

}  // namespace cusim::report
