// One call of a student's function: its name, sizes, inputs and outputs. A value type that holds a
// well-formed request with its inputs' bytes. The session sends it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runner/protocol.hpp"

namespace grader::suite {

class Call {
  public:
    explicit Call(std::string function) { request_.function = std::move(function); }

    Call& size(const std::string& name, std::int64_t value) {
        request_.sizes[name] = value;
        return *this;
    }

    /// The size of this name is not told in words.
    Call& keep_secret(const std::string& name) {
        secrets_.insert(name);
        return *this;
    }

    /// A number that is not sent, and that the limit of the function's work may depend on.
    Call& measure(const std::string& name, double value) {
        measures_[name] = value;
        return *this;
    }

    Call& real(const std::string& name, double value) {
        request_.reals[name] = value;
        return *this;
    }

    template <class T>
    Call& input(const std::string& name, const std::vector<T>& values) {
        return add_input(name, runner::element_type<T>, std::as_bytes(std::span(values)));
    }

    template <class T>
    Call& output(const std::string& name, std::size_t count) {
        return add_returned(name, runner::element_type<T>, runner::Role::out, count);
    }

    /// An array that holds these values before the call, and that the function changes.
    template <class T>
    Call& in_out(const std::string& name, const std::vector<T>& before) {
        return sent(name, runner::element_type<T>, std::as_bytes(std::span(before)))
            .template output<T>(name, before.size());
    }

    /// The same for elements whose type is known only at run time. `sent`: an input that is not
    /// returned.
    Call& sent(const std::string& name, runner::ElementType type, std::span<const std::byte> bytes);
    Call& input(const std::string& name, runner::ElementType type,
                std::span<const std::byte> bytes) {
        return add_input(name, type, bytes);
    }
    Call& in_out(const std::string& name, runner::ElementType type,
                 std::span<const std::byte> before) {
        return sent(name, type, before)
            .add_returned(name, type, runner::Role::out,
                          before.size() / runner::element_size(type));
    }
    Call& output(const std::string& name, runner::ElementType type, std::size_t count) {
        return add_returned(name, type, runner::Role::out, count);
    }

    /// Scratch memory for the function, whose contents are not checked.
    template <class T>
    Call& scratch(const std::string& name, std::size_t count) {
        return output<T>(name, count).as_scratch(name);
    }
    Call& as_scratch(const std::string& name) {
        scratch_.insert(name);
        return *this;
    }

    /// The same call, except that an output holds zeros at first, which shows what is added to it.
    Call with_zeros_in(const std::string& output) const;

    /// The function may let this output begin as a copy or a fill, to which its kernels add: an
    /// element to which nothing is to be added keeps what was copied.
    Call& added_to(const std::string& name) {
        added_to_.insert(name);
        return *this;
    }

    /// For timed batches: the program generates these inputs itself, and uses one slot after the
    /// other.
    Call& drawn(const std::string& name, std::uint64_t count, std::uint64_t slots,
                std::uint64_t stride) {
        request_.arrays.push_back({.name = name,
                                   .role = runner::Role::drawn,
                                   .count = count,
                                   .slots = slots,
                                   .stride = stride});
        return *this;
    }
    /// A size that differs in each run of the batch.
    Call& drawn_size(const std::string& name) {
        request_.drawn_sizes.push_back(name);
        return *this;
    }
    Call& output_slots(const std::string& name, std::uint64_t count, std::uint64_t slots,
                       std::uint64_t stride, runner::ElementType type = runner::ElementType::f32);
    Call& batch(std::uint64_t nonce, int repeat) {
        request_.nonce = nonce;
        request_.repeat = repeat;
        return *this;
    }

    /// Leaves the function only this much free device memory, to test whether it checks for errors.
    Call& device_bytes_left(std::uint64_t bytes) {
        request_.device_bytes_left = bytes;
        return *this;
    }

    /// Makes the function's `number`th CUDA call fail (1: the first), to test whether it checks for
    /// errors: see Answer::failed_call, and failing.hpp. On the simulator only.
    Call& fail_call(std::uint64_t number) {
        request_.fail_call = number;
        return *this;
    }

    /// Counts the cache lines that the function's host code fetches, by a model of the CPU's cache
    /// (32 KiB, lines of 64 bytes, 8 ways): see Answer::lines_fetched. On the simulator only.
    Call& watch_cache() {
        request_.watch_cache = true;
        return *this;
    }

    /// Counts the most bytes of one row of this array that one block loads, or one thread, and all
    /// that is loaded of it: the launches' counters most_bytes_of_a_row,
    /// most_bytes_of_a_row_by_thread and bytes_of_rows.
    Call& watch_rows(std::string array, int elements) {
        request_.rows_of = std::move(array);
        request_.row_elements = static_cast<std::uint64_t>(elements);
        return *this;
    }

    /// Makes the call on another simulated device, named by its profile. On the simulator only.
    Call& on_device(std::string profile) {
        device_ = std::move(profile);
        return *this;
    }

    /// The function's work is the host's: an answer for which a kernel was launched is refused.
    Call& of_the_host() {
        of_the_host_ = true;
        return *this;
    }

    /// An exception from the function is an answer (Answer::thrown), and does not fail the case.
    Call& may_throw() {
        may_throw_ = true;
        return *this;
    }
    /// For a call that the function must refuse: findings about what it does instead are not
    /// reported.
    Call& to_be_refused() {
        refused_ = true;
        return may_throw();
    }

    /// Whether the values of a wrong result show which mistake it is, if the sizes do not show
    /// that: see Run::defer.
    Call& telling(bool telling) {
        telling_ = telling;
        return *this;
    }

    /// Shown with a failure: the arguments by which the student makes this call.
    Call& reproduce_with(std::string arguments) {
        reproduction_ = std::move(arguments);
        return *this;
    }

    /// Another call of the function, which is made instead of this one in all orders but the first:
    /// each program gets one of the two, and cannot know what it would have got in the other. See
    /// Outcome::twins.
    Call& twin(Call other) {
        twin_ = std::make_shared<const Call>(std::move(other));
        return *this;
    }

    const runner::Request& request() const { return request_; }
    bool is_secret(const std::string& name) const { return secrets_.contains(name); }
    const std::map<std::string, double>& measures() const { return measures_; }
    std::span<const std::byte> inputs() const { return inputs_; }
    /// Afterwards the call has none, and costs little to copy: for calls that share the memory of
    /// their inputs.
    std::vector<std::byte> take_inputs() { return std::exchange(inputs_, {}); }
    std::size_t outputs_bytes() const { return outputs_bytes_; }
    const std::string& reproduction() const { return reproduction_; }
    bool throwing_is_answer() const { return may_throw_; }
    bool must_be_refused() const { return refused_; }
    bool launches_nothing() const { return of_the_host_; }
    const std::string& device() const { return device_; }  // empty: the run's own
    /// As stated, or whether the call is large enough that a number identifies one thing: no size
    /// is 1, and no two sizes are equal, unless the lab's matrices are square.
    bool is_telling() const;
    const Call* twin() const { return twin_.get(); }
    bool is_scratch(const std::string& name) const { return scratch_.contains(name); }
    bool is_added_to(const std::string& name) const { return added_to_.contains(name); }

  private:
    Call& add_input(const std::string& name, runner::ElementType type,
                    std::span<const std::byte> bytes);
    Call& add_returned(const std::string& name, runner::ElementType type, runner::Role role,
                       std::size_t count);

    runner::Request request_;
    std::set<std::string> secrets_;
    std::map<std::string, double> measures_;
    std::vector<std::byte> inputs_;
    std::size_t outputs_bytes_ = 0;
    std::string reproduction_;
    bool may_throw_ = false, refused_ = false, of_the_host_ = false;
    std::string device_;
    std::optional<bool> telling_;
    std::set<std::string> scratch_, added_to_;
    std::shared_ptr<const Call> twin_;
};

/// Calls of one function, in the order in which a program got them.
using History = std::vector<std::shared_ptr<const Call>>;

}  // namespace grader::suite
