// A call made by hand: the request that the grader would send, with its arrays, and the launches
// that it led to, printed. For the demonstrations of all labs, whatever their functions compute.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "runner/element.hpp"
#include "runner/program.hpp"
#include "runner/protocol.hpp"

namespace runner {

class CallByHand {
  public:
    explicit CallByHand(const std::string& function) { request_.function = function; }

    CallByHand& size(const std::string& name, int value);
    template <class T = float>
    CallByHand& input(const std::string& name, const std::vector<T>& values) {
        return add_input(name, element_type<T>, std::as_bytes(std::span(values)));
    }
    template <class T = float>
    CallByHand& output(const std::string& name, std::size_t count) {
        return add_output(name, element_type<T>, count);
    }

    /// Counts what a modelled cache of the CPU fetches for host code: see lines_fetched().
    CallByHand& watch_cache() {
        request_.watch_cache = true;
        return *this;
    }

    /// Calls the function. Throws std::runtime_error with the reason where it does not return;
    /// says so, and returns false, where CUDA reports an error.
    bool perform(const Program& program);

    /// 0 where the backend has no such cache.
    std::uint64_t lines_fetched() const { return lines_fetched_; }

    /// What the function left in an output.
    template <class T = float>
    std::vector<T> values(const std::string& name) const {
        const auto bytes = bytes_of_output(name, element_type<T>);
        std::vector<T> values(bytes.size() / sizeof(T));
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }

  private:
    CallByHand& add_input(const std::string& name, ElementType type,
                          std::span<const std::byte> bytes);
    CallByHand& add_output(const std::string& name, ElementType type, std::size_t count);
    /// Throws ProtocolError where there is none of that name and type.
    std::span<const std::byte> bytes_of_output(const std::string& name, ElementType type) const;

    Request request_;
    std::vector<std::byte> inputs_, outputs_;
    std::uint64_t lines_fetched_ = 0;
};

/// Prints the launches of the last call with what the simulator counted.
void show_launches();

/// How many there were.
std::size_t launches();

}  // namespace runner
