// The words a lab program and the grader exchange, and their JSON. Both sides include this file,
// so that neither can drift. It promises that decoding accepts nothing but a well-formed message
// of bounded size (anything else is a ProtocolError) and leaves file descriptors and memory to
// channel.hpp and to whoever makes the memory.
//
// One message is one packet of a SOCK_SEQPACKET socket. A request carries three descriptors:
// inputs (sealed against every change), outputs and records (sealed against resizing). Records
// begin with their length as a 64-bit integer, written last, so that a program that dies in the
// middle of a call can still leave them.
//
// A new option of a call: a member of Request, written by encode and read by decode_request, its
// value in tests/protocol.cpp's some_request(), a setter in grader/suite/call.hpp, its use in
// perform.cpp. What it brings back: a member of Reply, the same, and of suite::Answer.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "runner/element.hpp"

namespace runner {

inline constexpr std::size_t max_message_bytes = 64 * 1024;
inline constexpr std::size_t max_nesting = 8;
inline constexpr std::size_t records_capacity = 64 * 1024 * 1024;  // few pages of it are touched
// The launches of a call that its records list, the first ones; of the others they say how many
// there were. A program of very many would be told at length otherwise.
inline constexpr std::size_t most_listed_launches = 256;
// The launches of a call that the simulator runs. It counts the others: a launch for each element
// would take minutes, and a call with more than these is refused.
inline constexpr std::uint64_t most_run_launches = 20'000;
inline constexpr std::size_t array_alignment = 64;
inline constexpr const char* channel_variable = "KIT_CHANNEL";
// What a program says in place of an answer whose script's process, a child of the grader's too, is
// no longer there or does not speak any more: the grader knows how it ended.
inline constexpr const char* script_gone = "the script's process is gone";

class ProtocolError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// in: sent to the function. out: what it is to write; where an `in` of the same name stands beside
/// it, the function finds that in it. echo: an input as the function left it. drawn: of a timed batch, an
/// input or room to work in, filled by the program itself and not returned.
enum class Role { in, out, echo, drawn };

struct ArraySpec {
    std::string name;
    ElementType type = ElementType::f32;
    Role role = Role::in;
    std::uint64_t count = 0;   // elements of one slot
    std::uint64_t offset = 0;  // bytes into the inputs (in) or outputs (out, echo) memory
    // Timed batches: run k of a batch uses elements [(k % slots) * stride, … + count).
    std::uint64_t slots = 1;
    std::uint64_t stride = 0;

    std::uint64_t elements() const { return (slots - 1) * stride + count; }
    std::uint64_t bytes() const { return elements() * element_size(type); }
    bool operator==(const ArraySpec&) const = default;
};

struct Request {
    int call = 0;
    std::string function;
    std::map<std::string, std::int64_t> sizes;
    std::map<std::string, double> reals;
    std::vector<ArraySpec> arrays;
    int repeat = 1;
    // Timed batches: what is drawn is made by the program from this number, not sent: arrays of
    // that role, and sizes that are another in each run.
    std::optional<std::uint64_t> nonce;
    std::vector<std::string> drawn_sizes;
    // Leave the function only this much free device memory, to see whether it notices.
    std::optional<std::uint64_t> device_bytes_left;
    // Let the function's n-th call of CUDA fail, to see whether it notices; the simulator can. For
    // functions that are given host memory: the runner's own calls would be counted too.
    std::optional<std::uint64_t> fail_call;
    // Count what a modelled cache of the CPU fetches for the function's host code.
    bool watch_cache = false;

    bool operator==(const Request&) const = default;
};

/// threw: the function ended by an exception. refused: the request could not be met.
enum class ReplyStatus { returned, threw, unknown_function, refused };

struct Reply {
    int call = 0;
    ReplyStatus status = ReplyStatus::returned;
    std::string error;   // CUDA's name for the last error, "cudaSuccess" without one
    std::string reason;  // where it did not return: why
    std::int64_t result = 0;
    std::int64_t leaked_bytes = 0;
    // Copies between host and device inside a function that was given device memory only.
    std::uint64_t host_copies = 0;
    // Copies and fills within device memory that the function made, and the bytes that they read
    // and wrote.
    std::uint64_t device_copies = 0, device_copy_bytes = 0;
    // Lines that the modelled cache fetched; 0 where none was asked for, or the backend has none.
    std::uint64_t lines_fetched = 0;
    // Outputs that something other than a kernel wrote last; empty where the backend cannot tell.
    std::vector<std::string> written_by_host;
    // The call that was made to fail, "cudaMalloc at matvec.cu:41", and the first one that the
    // function went on to. Empty where there was none.
    std::string failed_call, next_call;

    bool operator==(const Reply&) const = default;
};

std::string encode(const Request& request);
std::string encode(const Reply& reply);

/// Throw ProtocolError with a short reason. Never trust the peer: sizes, nesting, types and
/// UTF-8 are all checked; unknown fields are refused.
Request decode_request(std::string_view text);
Reply decode_reply(std::string_view text);

}  // namespace runner
