// The simulator's interface for the programs around it, beside the CUDA runtime API: for the
// runner, which calls a student's function, and for the device behind Python's PyCUDA. Code outside
// the simulator includes none of its other headers, except some that depend on nothing else: the
// time model (device/), the kinds of findings, what unwritten memory holds, and in simcc the lexer,
// the brackets and the list of announced functions. common/tests/room_order.py has the list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "simulator/api/module.hpp"

namespace cusim {

// ---- Records

/// Discards all findings and launches recorded so far.
void forget_records();
/// The next `most` launches run; later ones are only counted.
void limit_launches(std::uint64_t most);
/// So many launches are recorded with their lines and arrays.
inline constexpr std::size_t most_detailed_launches = 256;
/// The JSON report, with the first `launches` launches.
std::string records(std::size_t launches);
/// `callback` is called before the report is written when a finding ends the process.
void before_last_report(void (*callback)());

/// The number of recorded launches, and the estimated time of the one with this number on the
/// simulated device; 0 if it was not counted.
std::size_t recorded_launches();
double estimated_microseconds(std::size_t launch);
/// The estimate for a launch taken from records(), as a number and in words; 0 and empty if it was
/// not counted.
double estimated_microseconds(const std::string& launch);
std::string estimate_in_words(const std::string& launch);

// ---- The runtime's state

/// Returns and resets what cudaGetLastError would return. Does not count as a check by the program.
int take_last_error();

/// Makes the `number`th CUDA call from now on fail (1: the next one), until stop_failing(). That
/// returns the failed call, such as "cudaMalloc at matvec.cu:41", and the first call after it, or
/// "".
void fail_call(std::uint64_t number);
struct FailedCall {
    std::string call, next;
};
FailedCall stop_failing();
/// For the runner's own CUDA calls: they are not counted by fail_call(), and do not fail.
void without_failing(const std::function<void()>& call);

/// The number so far of copies between host and device, plus the host's reads of values that
/// kernels stored in memory that both sides see, since these have the effect of copies. Not counted
/// are the first few flags after forget_records() that the host reads by volatile or atomic
/// accesses, and the first few constants that it copies to the device.
std::uint64_t copies_across();

/// Copies and fills within device memory so far, and the bytes that they read and wrote.
struct MovedWithin {
    std::uint64_t times = 0, bytes = 0;
};
MovedWithin moved_within();

// The bytes of the program's __device__, __constant__ and __managed__ variables.
std::uint64_t variable_bytes();

/// How often threads of kernels have read a value by an atomic so far: where none does, the order
/// "interleaved" is "forward".
std::uint64_t atomic_reads();

// ---- Memory

/// The bytes count as never written. If all words hold the same `filling`, findings call that value
/// unwritten.
void forget_contents(void* device, std::size_t bytes, std::uint32_t filling = 0);
/// Whether the last writer of each word was a kernel.
bool written_by_kernel(const void* device, std::size_t bytes);
/// Whether the last writer of any byte was a kernel.
bool touched_by_kernel(const void* device, std::size_t bytes);
/// Whether a kernel has failed, so that the device does nothing more.
bool is_device_lost();
/// The program is in Python: advice uses PyCUDA's names.
void speak_python();
/// Reports a note about arguments that PyCUDA copies in or out; `clause` is its text.
void note_handlers(const std::string& clause);
/// Whether kernels may access the address; the recorder's memory, for example, is refused.
bool device_may_use(const void* address);

/// A copy of device memory that nothing records.
std::vector<std::byte> contents(const void* device, std::size_t bytes);

/// The bases of live allocations and the handles of texture objects. report_leaks_since() reports,
/// once, what has been added since `before`.
using LiveMemory = std::set<std::uintptr_t>;
LiveMemory live_memory();
void report_leaks_since(const LiveMemory& before);
/// What is live when the process ends is not reported: some of it is not the program's.
void leave_leaks_to_caller();

/// Names host memory that ends at an inaccessible page, so that a fault there is reported with name
/// and index.
void name_host_array(const void* base, std::size_t elements, std::size_t element_size,
                     const std::string& name);
void forget_host_array(const void* base);

/// From here on, host code that touches the stack at `frame` or above it, where the callers of the
/// program's function keep theirs, ends the program. Null ends that.
void keep_stack_from(const void* frame);

/// Between these two calls, counts the cache lines that host code fetches, by the model of a CPU's
/// cache in count/host_cache.hpp.
void watch_host_cache();
std::uint64_t stop_watching_host_cache();

/// From here on, each launch records how its blocks divide the rows of this matrix, and whether
/// they read what others have stored: the counters most_bytes_of_a_row, by count/row_shares.hpp,
/// and reads_of_other_blocks, by race::count_orders(). A row of no bytes ends that.
void watch_rows(const void* base, std::size_t bytes, std::size_t row_bytes);

}  // namespace cusim
