// A finding: one thing that is wrong (or doubtful) in a student's program, as the rooms that detect
// it state it. Plain values: what is known is filled in, the rest keeps its default. The wording
// (explanation.hpp), the order and the merging (recorder.hpp) are left to others.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "simulator/report/kinds.hpp"

namespace cusim::report {

struct Witness;  // witness.hpp

// An error costs points and sets the exit status; a warning and a note inform.
enum class Severity : std::uint8_t { error, warning, note };

enum class Op : std::uint8_t { read, write, atomic, copy, allocate, free, barrier, launch, none };

enum class Space : std::uint8_t { unknown, global, shared, constant, managed, pinned, local, host };

// What the parties and operations of a finding do not say by themselves. Whether the two threads
// of a race share a block or a warp, or whether one of them used an atomic, is read off the
// parties.
enum class Variant : std::uint8_t {
    none,
    same_value,          // race: both writes store the same bytes
    lockstep,            // race: of lanes of one warp, through volatile accesses
    lost_update,         // race: both threads read the element, change it and write it back
    narrow_scope,        // race: the threads synchronise, but with a _block form across blocks
    mixed_sizes,         // race: atomics of different sizes on one word
    missing_fence,       // race: a flag or ticket is passed on, without __threadfence() before it
    missing_acquire,     // race: a flag, lock or ticket was seen, without __threadfence() behind it
    relaxed_read,        // race: the same, by an atomic whose order does not acquire
    unfinished_copy,     // race: with an asynchronous copy that the thread has not waited for
    other_launch,        // race: the two threads belong to launches that nothing orders
    stale_texture,       // race: a texture fetch of what the same launch wrote
    stale_load,          // race: the same with __ldg()
    guard,               // race: a plain read decides whether to come to the atomic
    guess,               // race: a plain read guesses what a compare-and-swap will find
    pool_allocation,     // race: another stream's cudaMallocAsync is not waited for
    half_written,        // uninitialized_read: one half of the bytes does hold a value
    partly_written,      // uninitialized_read: a copy or fill ended inside the word
    dropped,             // uninitialized_read: of what reaches no result
    absent_lane,         // uninitialized_read: a shuffle asks a lane that takes no part
    null_pointer,        // out_of_bounds: an address near zero
    dead_variable,       // out_of_bounds: a local one of a function that has returned
    exited_threads,      // barrier_divergence, deadlock: threads that have returned are missing
    uneven_barriers,     // the same, and they had come to this barrier before
    different_barriers,  // barrier_divergence, deadlock: live threads wait at different barriers
    warp_barrier,        // barrier_divergence, deadlock: a warp operation's mask names absent lanes
    grid_barrier,        // barrier_divergence, deadlock: grid.sync()
    phase_barrier,       // deadlock: the phase of a cuda::barrier lacks arrivals
    cluster_barrier,     // deadlock: a barrier of a cluster
    tile_barrier,        // deadlock: a barrier of a tile of several warps
    ended_block,         // use_after_free: shared memory of a block that may have ended
    texture_object,      // leak: of a texture object, not of memory
    endless_loop,        // livelock: the thread waits for nobody, its loop does not end
    kernel_fault,        // crash: of a thread, which ends the launch and not the program
    division,            // crash: by zero, of a thread, which goes on
    handler,             // bad_copy: PyCUDA's In or Out does not fit what the kernel does
    refused_call,        // launch_error: of another function of the API
};

struct Dim3 {
    std::uint32_t x = 0, y = 0, z = 0;
    friend bool operator==(const Dim3&, const Dim3&) = default;
};

// A place in the program: either file and line, or the return address of the hook that saw it,
// resolved when it is printed. `file` must outlive the program (a literal, or __builtin_FILE()).
struct Site {
    const void* pc = nullptr;
    const char* file = nullptr;
    int line = 0;
};

// One side of a finding: a thread of a block, or the host.
struct Party {
    Site site = {};
    Dim3 block = {}, thread = {};
    bool host = false;
    Op op = Op::none;
    // Of another launch than the finding's; of a copy, the library's function that makes it.
    const char* kernel = nullptr;
};

struct Finding {
    Kind kind = Kind::unsupported;
    Severity severity = Severity::error;
    Party self = {};
    std::optional<Party> other = std::nullopt;
    std::string variable = {};                 // "Q", "d_y"; empty where unknown
    std::optional<long> index = std::nullopt;  // element of `variable`
    long elements = 0, element_size = 0;       // of `variable`, in bytes; 0 where unknown
    std::uintptr_t address = 0;                // of what was touched; 0 where unknown
    // What only the detecting room knows, as a whole clause without capital and full stop: "it is
    // 4 bytes past the end of the 1024 bytes of d_y". Follows the first sentence of the message.
    std::string cause = {};
    std::uint64_t count = 1;
    // Race between blocks: how many of them, if all that met were threads of one number, at the
    // element of that number; else 0.
    std::uint64_t blocks_at_own_number = 0;
    Space space = Space::unknown;
    Variant variant = Variant::none;
    // Of a race: an order in which it changes a value. Or, where such an order was looked for and
    // none found, why: "none" changes one, or a clause.
    std::shared_ptr<const Witness> witness = nullptr;
    std::string no_witness = {};
    // Not told until release(): it is still to be seen whether anything comes of it.
    bool held = false;
};

// The names that reports and --json use: "out_of_bounds", "error", "read".
const char* name(Severity severity);
const char* name(Op op);

}  // namespace cusim::report
