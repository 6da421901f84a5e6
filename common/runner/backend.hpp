// The few things about a call that the simulator knows and a real device does not. Implemented by
// backend_sim.cpp and backend_cuda.cpp; everything else in this directory is the same for both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <string>

#include "runner/which_backend.hpp"

namespace runner::backend {

/// Makes the device ready for the first call, which then need not wait for that. Errors are left to
/// that call. Leaks are reported by report_leaks_since() only.
void prepare();

/// Discards the records of earlier calls.
void begin_call();

/// In the following calls, only the first `most` launches run, and later ones are counted. If the
/// backend does not count, all run.
void limit_launches(std::uint64_t most);

/// What cudaGetLastError returns. A call by the runner does not count as a check by the student. A
/// number, so that callers need no CUDA header.
int last_error();

/// Findings and the first `launches` launches since begin_call(), as simcc's JSON report.
std::string records(std::size_t launches = std::numeric_limits<std::size_t>::max());

/// The estimated time of a launch from records() on the simulated device, and why, in a line; empty
/// if it was not counted.
std::string estimate(const std::string& launch);
/// The same in microseconds; 0 if it was not counted.
double estimated_microseconds(const std::string& launch);

/// How often kernels have read by an atomic so far; 0 if the backend does not know.
std::uint64_t atomic_reads();

/// `callback` is called when the process is about to die of an error that the backend sees.
void before_death(void (*callback)());

/// The bytes now count as never written; each word contains the filling.
void forget_contents(void* device, std::size_t bytes, std::uint32_t filling);

/// Whether every byte was last written by a kernel; true if the backend does not know.
bool written_by_kernel(const void* device, std::size_t bytes);

/// Host memory that ends at an inaccessible page. Until it is forgotten, a program that dies of an
/// access to that page is reported with this name and the index. No effect if the backend does not
/// see it.
void name_host_array(const void* base, std::size_t elements, std::size_t element_size,
                     const std::string& name);
void forget_host_array(const void* base);
/// From here on the stack at `frame` and above it is the runner's: a function that is called must
/// not touch it, where the backend sees that. Null ends it.
void keep_stack_from(const void* frame);

/// Makes the `number`th CUDA call from now on fail. No effect if the backend cannot do it.
void fail_call(std::uint64_t number);

/// For the runner's own calls, which neither fail nor count.
void without_failing(const std::function<void()>& call);

/// Ends the effect of fail_call(). As in Reply: the call that failed, and the first one after it.
struct FailedCall {
    std::string call, next;
};
FailedCall stop_failing();

/// Live device memory. report_leaks_since() reports, with the line of the allocation, what was not
/// live before. No effect if the backend does not know it.
using LiveMemory = std::set<std::uintptr_t>;
LiveMemory live_memory();
void report_leaks_since(const LiveMemory& before);

/// How many copies between host and device the program has made so far, including its reads of what
/// kernels stored, but not a few constants that it copied to the device; 0 if the backend does not
/// know.
std::uint64_t copies_across();

/// The number of copies and fills within device memory so far, and the bytes that they read and
/// wrote; zero if the backend does not know.
struct MovedWithin {
    std::uint64_t times = 0, bytes = 0;
};
MovedWithin moved_within();

/// The bytes of the program's variables in device memory; 0 if the backend does not know.
std::uint64_t variable_bytes();

/// Between these two calls, counts the cache lines that host code fetches, by a model of a CPU's
/// cache (32 KiB, lines of 64 bytes, 8 ways); 0 if the backend has none.
void watch_cache();
std::uint64_t stop_watching_cache();

/// From here on, launches record the most bytes of one row of this matrix that one block loads, if
/// the backend can tell. A row of no bytes ends that.
void watch_rows(const void* base, std::size_t bytes, std::size_t row_bytes);

/// Memory of the machine that a run by hand needs for each element of A, including copies and
/// checks; and how much the grader allows: see sandbox/limits.cpp.
double bytes_per_element();
double most_bytes();

}  // namespace runner::backend
