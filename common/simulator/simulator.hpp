// What the simulator offers to the programs around it, beside the CUDA runtime that a program
// calls: the runner, which calls a student's function, and the device behind Python's PyCUDA.
// Nobody outside the simulator includes another of its headers, but for two libraries that stand by
// themselves: the model of time (device/) and simcc's lexer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "simulator/api/module.hpp"

namespace cusim {

// ---- Records

/// Findings and launches are forgotten; what comes is recorded from the beginning.
void forget_records();
/// Of the launches to come the first `most` run, and the others are counted only.
void limit_launches(std::uint64_t most);
/// So many launches are recorded with their lines and arrays.
inline constexpr std::size_t most_detailed_launches = 256;
/// The JSON report, with the first `launches` launches.
std::string records(std::size_t launches);
/// Called when the process dies of something that the simulator sees, before the report is written.
void before_last_report(void (*callback)());

/// How many launches are recorded, and about how long one of them would take on the simulated
/// device; 0 where it was not counted.
std::size_t recorded_launches();
double estimated_microseconds(std::size_t launch);
/// The same of a launch out of records(), and in words: empty where it was not counted.
double estimated_microseconds(const std::string& launch);
std::string estimate_in_words(const std::string& launch);

// ---- The runtime's state

/// What cudaGetLastError returns and resets, without counting as the program's having asked.
int take_last_error();

/// Lets the `number`th call of CUDA from now on fail, 1 being the next. Ended by
/// stop_failing(): "cudaMalloc at matvec.cu:41" and the first call that came after it, or "".
void fail_call(std::uint64_t number);
struct FailedCall {
    std::string call, next;
};
FailedCall stop_failing();
/// A call that is the runner's own: it neither fails so nor is it counted.
void without_failing(const std::function<void()>& call);

/// Copies between host and device so far, and the host's reads of what kernels stored in memory of
/// both sides, which are copies without the name; a few flags since forget_records(), which it
/// reads as volatile or atomic, are none.
std::uint64_t copies_across();

/// Copies and fills within device memory so far, and the bytes that they read and wrote.
struct MovedWithin {
    std::uint64_t times = 0, bytes = 0;
};
MovedWithin moved_within();

// ---- Memory

/// The bytes count as never written from here on. Where all words hold the same filling, a value
/// that is the filling is told as never written.
void forget_contents(void* device, std::size_t bytes, std::uint32_t filling = 0);
/// Whether a kernel was the last to write each word.
bool written_by_kernel(const void* device, std::size_t bytes);
/// Whether a kernel has failed, so that nothing happens on the device any more.
bool is_device_lost();
/// The program is one in Python: advice has PyCUDA's names.
void speak_python();
/// Of arguments that PyCUDA was told to copy in or out: a note, of this clause.
void note_handlers(const std::string& clause);
/// Neither the recorder nor anything else of this process is device memory.
bool device_may_use(const void* address);

/// The bases of live allocations and the handles of texture objects; what is live and was not
/// before is reported as a leak, once.
using LiveMemory = std::set<std::uintptr_t>;
LiveMemory live_memory();
void report_leaks_since(const LiveMemory& before);

/// Host memory that ends at a page nobody may touch: a fault there is reported by name and index.
void name_host_array(const void* base, std::size_t elements, std::size_t element_size,
                     const std::string& name);
void forget_host_array(const void* base);

/// Between the two, the lines are counted that a modelled cache of the CPU fetches for host code.
void watch_host_cache();
std::uint64_t stop_watching_host_cache();

}  // namespace cusim
