// A call made by hand: makes the request that the grader would send, with its arrays, and prints
// the launches. For the demonstrations of all labs.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "runner/element.hpp"
#include "runner/problem.hpp"
#include "runner/program.hpp"
#include "runner/protocol.hpp"

namespace runner {

class CallByHand {
  public:
    explicit CallByHand(const std::string& function) { request_.function = function; }

    /// The whole call: sizes, reals, arrays.
    explicit CallByHand(const Problem& problem);

    CallByHand& size(const std::string& name, std::int64_t value);
    CallByHand& real(const std::string& name, double value);
    template <class T = float>
    CallByHand& input(const std::string& name, const std::vector<T>& values) {
        return add_input(name, element_type<T>, std::as_bytes(std::span(values)));
    }
    template <class T = float>
    CallByHand& output(const std::string& name, std::size_t count) {
        return add_output(name, element_type<T>, count);
    }

    /// Counts the cache lines that host code fetches, by a model of the CPU's cache: see
    /// lines_fetched().
    CallByHand& watch_cache() {
        request_.watch_cache = true;
        return *this;
    }

    /// Calls the function. Throws std::runtime_error with the reason if it does not return. If CUDA
    /// reports an error, prints it and returns false.
    bool perform(const Program& program);

    /// Prints the launches of this call with the simulator's counts, unless the student must
    /// predict them first.
    void show_launches() const;

    /// The function's return value.
    std::int64_t result() const { return result_; }

    /// 0 if the backend has no such cache.
    std::uint64_t lines_fetched() const { return lines_fetched_; }

    /// The bytes as the function left them. Throws ProtocolError if there is no such output.
    std::span<const std::byte> output_bytes(const std::string& name, ElementType type) const;

    const Request& request() const { return request_; }
    std::span<const std::byte> inputs() const { return inputs_; }
    std::size_t output_memory() const { return outputs_.size(); }

    /// The contents of an output after the call.
    template <class T = float>
    std::vector<T> values(const std::string& name) const {
        const auto bytes = output_bytes(name, element_type<T>);
        std::vector<T> values(bytes.size() / sizeof(T));
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }

  private:
    CallByHand& add_input(const std::string& name, ElementType type,
                          std::span<const std::byte> bytes);
    CallByHand& add_output(const std::string& name, ElementType type, std::size_t count);

    Request request_;
    std::vector<std::byte> inputs_, outputs_;
    std::uint64_t lines_fetched_ = 0;
    std::int64_t result_ = 0;
};

/// The functions, separated by commas, whose counts the lab asks the student to predict and for
/// which the answer is missing. Set by `grade run`.
inline constexpr const char* to_predict_variable = "KIT_TO_PREDICT";

/// Whether counts of `function` must be predicted first. If so, prints that.
bool is_to_be_predicted(const std::string& function);

/// The number of launches.
std::size_t launches();

}  // namespace runner
