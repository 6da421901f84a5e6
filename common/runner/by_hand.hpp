// A call made by hand: the request that the grader would send, with its arrays, and the launches
// that it led to, printed. For the demonstrations of all labs, whatever their functions compute.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "runner/program.hpp"
#include "runner/protocol.hpp"

namespace runner {

class CallByHand {
  public:
    explicit CallByHand(const std::string& function) { request_.function = function; }

    CallByHand& size(const std::string& name, int value);
    CallByHand& input(const std::string& name, std::span<const float> values);
    CallByHand& output(const std::string& name, std::size_t count);

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
    std::vector<float> values(const std::string& name) const;

  private:
    Request request_;
    std::vector<std::byte> inputs_, outputs_;
    std::uint64_t lines_fetched_ = 0;
};

/// Prints the launches of the last call with what the simulator counted.
void show_launches();

/// How many there were.
std::size_t launches();

}  // namespace runner
