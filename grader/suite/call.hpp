// One call of a student's function to be made: its name, sizes, inputs and the outputs wanted.
// A value: it promises to hold a well-formed request with its inputs' bytes, and leaves sending it
// to the session.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
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

    /// An array that the function finds filled with these values, and is to change.
    template <class T>
    Call& in_out(const std::string& name, const std::vector<T>& before) {
        return sent(name, runner::element_type<T>, std::as_bytes(std::span(before)))
            .template output<T>(name, before.size());
    }

    /// The same for elements whose type is known at run time only; `sent` is an input that is not
    /// asked back.
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

    /// The same call, but for an output that holds zeros at first: what is added to it shows.
    Call with_zeros_in(const std::string& output) const;
    /// An output for the function to use as it likes: what is left in it is nobody's business.
    template <class T>
    Call& scratch(const std::string& name, std::size_t count) {
        return output<T>(name, count).is_for_use(name);
    }
    Call& is_for_use(const std::string& name) {
        scratch_.insert(name);
        return *this;
    }

    /// Timed batches: the program makes these inputs itself, and takes slot after slot of them.
    Call& drawn(const std::string& name, std::uint64_t count, std::uint64_t slots,
                std::uint64_t stride) {
        request_.arrays.push_back({.name = name,
                                   .role = runner::Role::drawn,
                                   .count = count,
                                   .slots = slots,
                                   .stride = stride});
        return *this;
    }
    /// A size that is another one in each run of the batch.
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

    /// Leaves the function only this much free device memory, to see whether it notices.
    Call& device_bytes_left(std::uint64_t bytes) {
        request_.device_bytes_left = bytes;
        return *this;
    }

    /// Lets the function's `number`th call of CUDA fail, 1 being the first, to see whether it
    /// notices: see Answer::failed_call, and failing.hpp. On the simulator.
    Call& fail_call(std::uint64_t number) {
        request_.fail_call = number;
        return *this;
    }

    /// Counts the lines that a modelled cache of the CPU fetches for the function's host code (32
    /// KiB, lines of 64 bytes, 8 ways): see Answer::lines_fetched. On the simulator.
    Call& watch_cache() {
        request_.watch_cache = true;
        return *this;
    }

    /// Makes the call on another simulated device, by the name of its profile. On the simulator
    /// only.
    Call& on_device(std::string profile) {
        device_ = std::move(profile);
        return *this;
    }

    /// An exception out of the function is an answer (Answer::thrown), not a failure of the case.
    Call& may_throw() {
        may_throw_ = true;
        return *this;
    }
    /// A call that the function must refuse: what it does instead is not reported beside that.
    Call& is_to_be_refused() {
        refused_ = true;
        return may_throw();
    }

    /// Whether its numbers are not easily several things at once, where that is not to be seen from
    /// its sizes: see Run::defer.
    Call& is_telling(bool telling) {
        telling_ = telling;
        return *this;
    }

    /// Shown with a failure: how the student makes this call again by hand.
    Call& reproduce_with(std::string arguments) {
        reproduction_ = std::move(arguments);
        return *this;
    }

    const runner::Request& request() const { return request_; }
    std::span<const std::byte> inputs() const { return inputs_; }
    std::size_t outputs_bytes() const { return outputs_bytes_; }
    const std::string& reproduction() const { return reproduction_; }
    bool throwing_is_answer() const { return may_throw_; }
    bool must_be_refused() const { return refused_; }
    const std::string& device() const { return device_; }  // empty: the run's own
    std::optional<bool> telling() const { return telling_; }
    bool is_scratch(const std::string& name) const { return scratch_.contains(name); }

  private:
    Call& add_input(const std::string& name, runner::ElementType type,
                    std::span<const std::byte> bytes);
    Call& add_returned(const std::string& name, runner::ElementType type, runner::Role role,
                       std::size_t count);

    runner::Request request_;
    std::vector<std::byte> inputs_;
    std::size_t outputs_bytes_ = 0;
    std::string reproduction_;
    bool may_throw_ = false, refused_ = false;
    std::string device_;
    std::optional<bool> telling_;
    std::set<std::string> scratch_;
};

}  // namespace grader::suite
