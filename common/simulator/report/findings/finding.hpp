// A finding: one error, or doubtful thing, in a student's program, as the code that detects it
// describes it. Members whose values are unknown keep their defaults. explanation.hpp puts it into
// words; recorder.hpp merges and orders findings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "cusim/shape.hpp"
#include "simulator/report/findings/kinds.hpp"

namespace cusim::report {

struct Witness;  // witness.hpp

// An error costs points and sets the exit status; warnings and notes only inform.
enum class Severity : std::uint8_t { error, warning, note };

enum class Op : std::uint8_t {
    read,
    write,
    atomic,
    copy,
    allocate,
    free,
    function,  // of the host, which a stream calls
    barrier,
    launch,
    none
};

enum class Space : std::uint8_t { unknown, global, shared, constant, managed, pinned, local, host };

// What the two sides and operations of a finding do not show. (They do show whether the two threads
// of a race are of one block or warp, or whether one used an atomic.)
enum class Variant : std::uint8_t {
    none,
    same_value,           // race: both writes store the same bytes
    lockstep,             // race: between lanes of one warp, by volatile accesses
    lost_update,          // race: both threads read the element, change it and write it back
    narrow_scope,         // race: the threads synchronise, but with a _block form across blocks
    mixed_sizes,          // race: atomics of different sizes on one word
    missing_fence,        // race: a flag or ticket is passed on, without __threadfence() before it
    missing_acquire,      // race: a flag, lock or ticket was read, without __threadfence() after it
    relaxed_read,         // race: the same, by an atomic whose order does not acquire
    unfinished_copy,      // race: with an asynchronous copy that the thread has not waited for
    other_launch,         // race: the two threads belong to launches that nothing orders
    child_launch,         // race: with what a launch did after it had launched this grid
    overlapped_launch,    // race: with the launch before it, which a thread did not wait for
    stale_texture,        // race: a texture fetch of what the same launch wrote
    stale_load,           // race: the same with __ldg()
    guard,                // race: a plain read decides whether to execute the atomic
    lone_guard,           // race: the same, and nothing looks at what the atomic returns
    check_then_act,       // race: the same, and an order is known in which that changes a value
    guess,                // race: a plain read guesses what a compare-and-swap will find
    pool_allocation,      // race: not ordered after another stream's cudaMallocAsync
    half_written,         // uninitialized_read: one half of the bytes holds a value
    partly_written,       // uninitialized_read: a copy or fill ended inside the word
    dropped,              // uninitialized_read: the value has no effect on a result
    copied_to_host,       // uninitialized_read: by the host, of a copy of what nothing has written
    absent_lane,          // uninitialized_read: a shuffle reads from a lane that takes no part
    shuffle_width,        // uninitialized_read: the width of a shuffle is no power of two
    null_pointer,         // out_of_bounds: an address near zero; of a call: null as an argument
    least_int,            // out_of_bounds: by the least int as an index, or one little above it
    outside_texture,      // out_of_bounds: tex1Dfetch, which then returns 0
    dead_variable,        // out_of_bounds: a local variable of a function that has returned
    exited_threads,       // barrier_divergence, deadlock: threads that have exited are missing
    uneven_barriers,      // barrier_divergence: the same, and they had arrived there before
    first_thread_exited,  // barrier_divergence: at the grid's barrier, a block's first thread is
    different_barriers,   // barrier_divergence, deadlock: live threads wait at different barriers
    warp_barrier,      // barrier_divergence, deadlock: a warp operation's mask names absent lanes
    unnamed_caller,    // barrier_divergence: a warp operation's mask does not name the lane itself
    grid_barrier,      // barrier_divergence, deadlock: grid.sync()
    phase_barrier,     // deadlock: the phase of a cuda::barrier lacks arrivals
    cluster_barrier,   // deadlock: a barrier of a cluster
    tile_barrier,      // deadlock: a barrier of a tile of several warps
    numbered_barrier,  // deadlock: a barrier with a number, as inline PTX has
    freed_beside,      // use_after_free: freed by a thread that nothing lets wait for this one
    ended_block,       // use_after_free: shared memory of a block that may have ended
    texture_object,    // leak, use_after_free: of a texture object, not of memory
    stream,            // leak: of a stream, made anew by call after call; likewise the next four
    event,
    graph,
    executable_graph,
    surface_object,
    descriptor,         // use_after_free: of a library's descriptor, destroyed or never created
    endless_loop,       // livelock: the thread waits for nobody, its loop does not end
    time_is_up,         // livelock: not more than where the program was when it was stopped
    kernel_fault,       // crash: of a thread, which ends the launch and not the program
    division,           // crash: by zero, of a thread, which goes on
    wide_quotient,      // crash: of a division whose quotient does not fit, likewise
    wide_conversion,    // crash: of a float to an integer that does not hold it, likewise
    wide_shift,         // crash: by as many bits as there are, or more, likewise
    other_texel,        // crash: by a fetch of another type than the texture holds, likewise
    handler,            // bad_copy: PyCUDA's In or Out does not fit what the kernel does
    own_address,        // bad_copy: to or from the address of a pointer, as in `&y`
    vector_object,      // bad_copy: to or from the address of a std::vector, as in `&v`
    wrong_direction,    // bad_copy: the direction does not fit where the pointers lead
    kernel_allocation,  // bad_copy: memory that a kernel has allocated
    narrow_pitch,       // bad_copy: a row is wider than the pitch
    few_bytes,          // bad_copy: as many bytes as a variable has elements
    negative_size,      // bad_copy: a size that is negative as a signed number
    pointer_size,       // bad_copy: as many bytes as a pointer has, by `sizeof(pointer)`
    too_many_bytes,     // bad_copy: more than one of its ends has
    short_host_array,   // bad_copy: more than the host's array has
    refused_call,       // launch_error: a refused call of another API function
    host_variable,      // host_pointer: a variable of the host at namespace scope
    host_table,         // host_pointer: a virtual function of an object that the host has made
    device_table,       // device_pointer: by the host, of an object that a kernel has made
    host_function,      // host_pointer: the host's address of a function of the device
    device_function,    // device_pointer: a call of a function of the device by the host
    endless_capture,    // launch_error: a capture of a stream that is never ended
    no_stream,          // launch_error, bad_copy: in a stream that is not there
    empty_grid,         // launch_error: a length of the grid is 0
    empty_block,        // launch_error: a length of the block is 0
    empty_occupancy,    // launch_error: of a grid of no blocks, as the occupancy query has answered
    little_too_large,   // launch_error: a block has too many threads, by no more than a warp
    long_block,         // launch_error: a length of the block is beyond what the device takes
    shared_variables,   // launch_error: a block's shared variables are too large
    not_resident,       // launch_error: not all blocks of a cooperative launch fit at a time
    no_cooperation,     // launch_error: the device has no cooperative launches
    no_texture,         // unsupported: a fetch from an object that was never made
};

struct Dim3 {
    std::uint32_t x = 0, y = 0, z = 0;
    friend bool operator==(const Dim3&, const Dim3&) = default;
};

// A place in the program: either file and line, or the return address of the hook that saw it,
// which is resolved when it is printed. `file` must outlive the program (a literal, or
// __builtin_FILE()).
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
    // If it is not the finding's kernel: the kernel of the other launch, or for a copy, the
    // library's function that makes it.
    const char* kernel = nullptr;
};

// Which elements of a variable hold a value: those from `first` to `last`; all others if `is_gap`;
// some if there are several such parts, and then only `count` is known.
struct StoredPart {
    long count = 0;
    long first = 0, last = -1;
    bool is_gap = false;

    bool may_hold(long element) const {
        return count > 0 && (last < first || is_gap != (first <= element && element <= last));
    }
};

// An array beside which an access ends.
struct Neighbour {
    std::string variable = {};  // empty if unknown
    std::uintptr_t address = 0;
    long bytes = 0;
};

struct Finding {
    FindingKind kind = FindingKind::unsupported;
    Severity severity = Severity::error;
    Party self = {};
    std::optional<Party> other = std::nullopt;
    std::string variable = {};                 // "Q", "d_y"; empty if unknown
    std::optional<long> index = std::nullopt;  // element of `variable`
    long elements = 0, element_size = 0;       // of `variable`, in bytes; 0 if unknown
    const detail::Shape* shape = nullptr;      // the type of `variable`, if known
    std::uintptr_t address = 0;                // of the access; 0 if unknown
    bool is_unread = false;  // launch_error: the program drops the result that tells of it
    // For an access out of bounds: whether it begins within `variable`, and ends behind it.
    bool begins_inside = false;
    // For an access between two arrays: the one that is further away than `variable`.
    std::optional<Neighbour> neighbour = std::nullopt;
    // Who has freed the memory, where that is the mistake.
    std::shared_ptr<const Party> freed_by = nullptr;
    // What only the detecting code knows, as a complete clause without capital and full stop: "it
    // is 4 bytes past the end of the 1024 bytes of d_y". Follows the first sentence of the message.
    std::string cause = {};
    std::uint64_t count = 1;
    // For a race between blocks: if all threads that met have the same number in their blocks, and
    // met at the element of that number, how many blocks these are; otherwise 0.
    std::uint64_t blocks_at_own_number = 0;
    // For a race between threads of one block: whether threads of different blocks meet there, too.
    bool blocks_meet_too = false;
    Space space = Space::unknown;
    Variant variant = Variant::none;
    // For an uninitialized_read: what has been stored when it is reported; nullopt if unknown.
    std::optional<StoredPart> stored = std::nullopt;
    // For a race: an order in which it changes a value. If the search found none, `no_witness` is
    // the reason: "none" if no order changes a value, otherwise a clause.
    std::shared_ptr<const Witness> witness = nullptr;
    std::string no_witness = {};
    // Not reported until release(), since the value may turn out to have no effect.
    bool held = false;
};

// The names that reports and --json use: "out_of_bounds", "error", "read".
const char* name(Severity severity);
const char* name(Op op);

}  // namespace cusim::report
