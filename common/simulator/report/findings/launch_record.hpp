// The record of one launch: its shape, and what its memory accesses cost, for `kernels` in the JSON
// report. The terms are those of Nsight Compute. A count that was not taken is absent, never zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "simulator/report/findings/closeup.hpp"
#include "simulator/report/findings/finding.hpp"

namespace cusim::report {

// What a warp's request does, as the hardware distinguishes it: an atomic whose result is not used
// is a reduction (red).
enum class Operation : std::uint8_t { load, store, red, atom };
// Texture fetches read global memory, but have counters of their own.
enum class MemorySpace : std::uint8_t { global, shared, texture, constant };

const char* name(Operation operation);
const char* name(MemorySpace space);

struct Costs {
    std::uint64_t requests = 0;      // made by whole warps
    std::uint64_t sectors = 0;       // of 32 bytes, over all requests; of global memory
    std::uint64_t active_lanes = 0;  // over all requests
    std::uint64_t bytes = 0;         // that the lanes asked for
    // For shared memory only.
    std::uint64_t wavefronts = 0;
    std::uint64_t bank_conflicts = 0;
    // For constant memory only: the different addresses of each request.
    std::uint64_t addresses = 0;

    Costs& operator+=(const Costs& other);
};

// What one site cost at one variable or allocation.
struct AccessRecord {
    Site site = {};
    Operation operation = Operation::load;
    MemorySpace space = MemorySpace::global;
    std::string variable = {};         // as in findings; may be empty
    std::uint64_t variable_bytes = 0;  // its size
    Costs costs = {};
    std::optional<Closeup> closeup = {};  // with SIM_EXPLAIN only
};

// How many distinct sectors of global memory the launch touched.
struct UniqueCounts {
    std::uint64_t all = 0;
    std::uint64_t by_atomics = 0;
};

// An argument of the launch that is a whole number, which is often a size.
struct Number {
    std::string name;
    long value;
};

// An argument of the launch that points to memory, with the number of bytes from there to the end
// of that memory. `is_copied`: a copy from the host has stored every byte.
struct Pointer {
    std::string name;
    std::uintptr_t address;
    long bytes;
    bool is_copied = false;
};

// A pointer in a struct that is an argument, at this offset in bytes.
struct MemberPointer {
    std::string parameter;
    std::size_t offset;
    std::uintptr_t address;
};

// An argument that points to host memory, or a struct that has such a pointer.
struct HostPointer {
    std::string parameter;
    std::uintptr_t address;
    bool is_member = false;
};

// An allocation for which there was no room: the function that was called, and how many bytes all
// such allocations may have together.
struct RefusedAllocation {
    Site site;
    const char* function;
    std::uint64_t bytes, room;
};

struct LaunchRecord {
    std::string name;  // of the kernel, without template arguments
    Dim3 grid, block;
    std::vector<Number> numbers = {};    // until the launch ends
    std::vector<Pointer> pointers = {};  // until the launch ends
    std::vector<MemberPointer> members = {};
    std::vector<HostPointer> to_host = {};
    std::vector<std::string> nulls = {};   // arguments that are null pointers
    std::vector<std::string> astray = {};  // arguments that point to where nothing is allocated
    std::vector<MemberPointer> astray_members = {};  // and such pointers in structs
    std::uint64_t dynamic_shared = 0;                // bytes, as given in the launch
    // For a kernel in a library's header: the return addresses from the launch up.
    std::vector<const void*> asked_from = {};
    Site launched_from = {};
    std::uint64_t shared_bytes = 0;  // static and dynamic, per block
    std::map<std::string, std::uint64_t> counters =
        {};  // "barriers", "warps", …: docs/simulator.md
    // Empty if nothing was counted, or if there were too many records before.
    std::vector<AccessRecord> accesses = {};
    std::optional<BarrierTimeline> timeline = {};  // with SIM_EXPLAIN only

    // Takes the accesses and adds their sums to the counters. Not called if the launch was stopped,
    // or did more than can be counted.
    void count(std::vector<AccessRecord> accesses, UniqueCounts unique);
};

}  // namespace cusim::report
