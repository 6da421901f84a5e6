// What came back from one call: copies of the raw outputs, CUDA's error, and the records. They are
// in the grader's own memory, where the student's process cannot change them. The records are well
// formed and limited in size. Whether they are true is judged elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/element.hpp"
#include "runner/protocol.hpp"
#include "score/message.hpp"
#include "score/record.hpp"
#include "suite/calls/call.hpp"
#include "suite/calls/records.hpp"

namespace grader::suite {

/// The accesses that explain a complaint about counts or time.
struct Accesses {
    enum class Of { nothing, anything, loads, stores, atomics };
    Of of = Of::nothing;
    bool shared = false;   // to shared memory only
    bool of_time = false;  // and with so much traffic that they may explain a launch's time
};
inline constexpr Accesses about_accesses{.of = Accesses::Of::anything};
inline constexpr Accesses about_loads{.of = Accesses::Of::loads};
inline constexpr Accesses about_stores{.of = Accesses::Of::stores};
inline constexpr Accesses about_atomics{.of = Accesses::Of::atomics};
inline constexpr Accesses about_shared_memory{.of = Accesses::Of::anything, .shared = true};

/// Ends a case. The message, why and how together are what the student reads.
struct CaseFailed {
    score::Message message;  // what is wrong
    score::Lines why = {};
    score::Lines how = {};  // to reproduce it
    bool is_final = false;  // further calls would only take time
    double share = 0;       // of its points, that the case keeps, from 0 to 1
    Accesses accesses = {};
    bool is_crash = false;  // the program has ended in the call

    score::Message whole() const { return message + why + how; }
};

/// A copy of `bytes` of the outputs' memory, from `first` on.
using CopyOutputs = std::function<std::vector<std::byte>(std::size_t bytes, std::size_t first)>;

class Answer {
  public:
    struct Array {
        runner::ElementType type;
        std::vector<std::byte> bytes;
    };

    /// Throws std::logic_error if the call has no such output of that type, which is an error of
    /// the suite.
    template <class T>
    std::vector<T> output(const std::string& name) const {
        const Array& array = find(name, runner::element_type<T>);
        std::vector<T> values(array.bytes.size() / sizeof(T));
        std::memcpy(values.data(), array.bytes.data(), values.size() * sizeof(T));
        return values;
    }

    /// The bytes of an output of any type. Throws std::logic_error if there is none.
    std::span<const std::byte> output_bytes(const std::string& name) const;

    const std::vector<score::Finding>& findings() const { return findings_; }
    /// Whether there are more launches than are looked at. launches() then fails the case.
    bool has_unlisted_launches() const { return unlisted_launches_ > 0; }
    std::uint64_t launch_count() const { return launches_.size() + unlisted_launches_; }
    /// Throws CaseFailed if there were more launches than are listed, since sums over them would be
    /// too small.
    const std::vector<score::Kernel>& launches() const;
    /// For messages: the launches that are listed, which are the first ones.
    const std::vector<score::Kernel>& first_launches() const { return launches_; }

    /// CUDA's name for the last error when the function returned; "cudaSuccess" if there was none.
    const std::string& error() const { return error_; }
    bool has_cuda_error() const { return error_ != "cudaSuccess"; }
    /// "CUDA reports cudaErrorIllegalAddress after WHERE", and what a student may not know of it.
    std::string error_after(std::string_view where) const;
    /// The text of the exception that ended the function; empty if there was none.
    const std::string& thrown() const { return thrown_; }
    /// Whether the function returned, and CUDA reports no error.
    bool has_completed() const { return thrown_.empty() && !has_cuda_error(); }
    /// The function's return value; 0 if it returns nothing.
    std::int64_t result() const { return result_; }
    /// Device memory that the function allocated and did not free.
    std::int64_t leaked_bytes() const { return leaked_bytes_; }
    /// Whether it freed device memory that was not its own.
    bool freed_others() const { return freed_others_; }
    /// Of all variables of the submission in device memory, which are there as long as the program.
    std::uint64_t variable_bytes() const { return variable_bytes_; }
    /// The call that Call::fail_call made fail, "cudaMalloc at matvec.cu:41", and the first call
    /// that the function made after it; empty if there was none.
    const std::string& failed_call() const { return failed_call_; }
    const std::string& next_call() const { return next_call_; }
    /// Copies between host and device that a function made although it was given only device
    /// memory.
    std::uint64_t host_copies() const { return host_copies_; }
    /// Copies and fills within device memory by the function, and the bytes that they read and
    /// wrote.
    std::uint64_t device_copies() const { return device_copies_; }
    std::uint64_t device_copy_bytes() const { return device_copy_bytes_; }
    /// Whether the function's kernels have read a value by an atomic.
    bool reads_by_atomics() const { return atomic_reads_ > 0; }
    /// The number of cache lines fetched, if Call::watch_cache asked for it.
    std::uint64_t lines_fetched() const { return lines_fetched_; }
    /// Outputs that are completely written, but not by a kernel.
    std::vector<std::string> written_by_host() const;
    /// False for an array that the function may change.
    bool has_echo(const std::string& name) const { return echoes_.contains(name); }
    /// Whether input `name` still held `bytes` when the function returned.
    bool left_unchanged(const std::string& name, std::span<const std::byte> bytes) const;
    /// Whether the other answer has the same outputs and ended in the same way.
    bool equals(const Answer& other) const;
    const std::string& function() const { return function_; }
    /// The order of threads in which this answer was computed: "forward", "reverse", "random:7".
    const std::string& order() const { return order_; }
    /// Such as "in reverse order". The order of a witness is too long for a sentence, and is not
    /// quoted.
    std::string in_order() const {
        return order_.find("witness") == order_.npos ? "in " + order_ + " order"
                                                     : "in another order";
    }
    /// The profile of the simulated device that the call asked for; empty: that of the run.
    const std::string& device() const { return device_; }
    /// The simulator chose the order, to reverse a race.
    void made_in(std::string order) { order_ = std::move(order); }
    /// What its program had been asked before. Nothing if that is not known.
    const std::optional<History>& before() const { return before_; }
    void made_after(std::optional<History> before) { before_ = std::move(before); }
    void made_on(std::string device) { device_ = std::move(device); }

  private:
    friend Answer make_answer(const runner::Request& request, const runner::Reply& reply,
                              const CopyOutputs& outputs, std::string_view records,
                              std::string order, Remedies remedies);
    const Array& find(const std::string& name, runner::ElementType type) const;

    std::map<std::string, Array> outputs_;
    std::map<std::string, Array> echoes_;
    std::vector<score::Finding> findings_;
    std::vector<score::Kernel> launches_;
    std::uint64_t unlisted_launches_ = 0;
    std::string function_;
    std::string error_;
    std::string thrown_;
    std::int64_t result_ = 0;
    std::int64_t leaked_bytes_ = 0;
    bool freed_others_ = false;
    std::uint64_t variable_bytes_ = 0;
    std::string failed_call_, next_call_;
    std::uint64_t host_copies_ = 0;
    std::uint64_t device_copies_ = 0, device_copy_bytes_ = 0;
    std::uint64_t atomic_reads_ = 0, lines_fetched_ = 0;
    std::vector<std::string> written_by_host_;
    std::string order_;
    std::string device_;
    std::optional<History> before_;
};

/// Throws RecordsError if the records are not in the simulator's format. A batch of no runs has no
/// outputs.
Answer make_answer(const runner::Request& request, const runner::Reply& reply,
                   const CopyOutputs& outputs, std::string_view records, std::string order,
                   Remedies remedies = Remedies::told);

/// The answers to one call, one for each order in which it was made. Accessors without an order use
/// the first.
class Outcome {
  public:
    explicit Outcome(std::vector<Answer> answers, std::vector<Answer> twins = {})
        : answers_(std::move(answers)), twins_(std::move(twins)) {}

    auto begin() const { return answers_.begin(); }
    auto end() const { return answers_.end(); }
    const Answer& first() const { return answers_.front(); }
    /// The answers to the call's twin, if it has one.
    const std::vector<Answer>& twins() const { return twins_; }

    template <class T>
    std::vector<T> output(const std::string& name) const {
        return first().output<T>(name);
    }

  private:
    std::vector<Answer> answers_, twins_;
};

}  // namespace grader::suite
