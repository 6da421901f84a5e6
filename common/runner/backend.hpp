// The few things that the simulator can tell of a call and a real device cannot. One of
// backend_sim.cpp and backend_cuda.cpp answers; everything else in this room is the same for both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <string>

#include "runner/which_backend.hpp"

namespace runner::backend {

/// Forgets the records of earlier calls.
void begin_call();

/// Has the calls to come run their first `most` launches only, and count the others; all of them
/// where the backend does not count.
void limit_launches(std::uint64_t most);

/// What cudaGetLastError returns, asked by the runner: it does not count as the student's having
/// asked. A number, so that what calls the backend needs no CUDA header.
int last_error();

/// Findings and the first `launches` launches since begin_call(), as simcc's JSON report.
std::string records(std::size_t launches = std::numeric_limits<std::size_t>::max());

/// About how long a launch out of records() would take on the device that is simulated, and why, in
/// a line; empty where nothing was counted.
std::string estimate(const std::string& launch);
/// The same as a number of microseconds; 0 where nothing was counted.
double estimated_microseconds(const std::string& launch);

/// Has `callback` called when the process dies of something the backend sees, before it is gone.
void before_death(void (*callback)());

/// The bytes count as never written from here on; each word holds the filling.
void forget_contents(void* device, std::size_t bytes, std::uint32_t filling);

/// Whether every byte was written last by a kernel; true where the backend cannot tell.
bool written_by_kernel(const void* device, std::size_t bytes);

/// Host memory that ends at a page nobody may touch: until it is forgotten, a program that dies of
/// touching that page is told by this name and the index. Nothing where the backend does not see
/// it.
void name_host_array(const void* base, std::size_t elements, std::size_t element_size,
                     const std::string& name);
void forget_host_array(const void* base);

/// Lets the `number`th call of CUDA from now on fail; nothing where the backend cannot.
void fail_call(std::uint64_t number);

/// Makes a call of the runner's own, which neither fails so nor counts.
void without_failing(const std::function<void()>& call);

/// Ends that. As in Reply: the call that failed, and the first one that came after it.
struct FailedCall {
    std::string call, next;
};
FailedCall stop_failing();

/// Device memory that is live at the time; told of as a finding, with the line that took it, where
/// it was not there at an earlier time. Nothing where the backend cannot tell.
using LiveMemory = std::set<std::uintptr_t>;
LiveMemory live_memory();
void report_leaks_since(const LiveMemory& before);

/// How many copies between host and device the process has made so far, or reads of its own of what
/// kernels stored; 0 where the backend cannot tell.
std::uint64_t copies_across();

/// Copies and fills within device memory so far, and the bytes that they read and wrote; none where
/// the backend cannot tell.
struct MovedWithin {
    std::uint64_t times = 0, bytes = 0;
};
MovedWithin moved_within();

/// Between the two the lines are counted that a modelled cache of the CPU (32 KiB, lines of 64
/// bytes, 8 ways) fetches for host code; 0 where the backend has none.
void watch_cache();
std::uint64_t stop_watching_cache();

/// What a run by hand takes of the machine's memory for an element of A, copies and checks
/// included, and how much the grader lets it take: see sandbox/limits.cpp.
double bytes_per_element();
double most_bytes();

}  // namespace runner::backend
