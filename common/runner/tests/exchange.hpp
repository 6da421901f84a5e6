// A request for one of the functions of functions.hpp, performed on the simulator.
#pragma once

#include <cstddef>
#include <vector>

#include "runner/protocol.hpp"

namespace runner::test {

constexpr int n = 40;

/// With x = 0, 1, 2, …, as the grader would send it.
struct Exchange {
    explicit Exchange(const char* function);
    // The findings of planted errors must not become this program's exit status.
    ~Exchange();

    Reply perform();
    std::vector<float> array(std::size_t offset, std::size_t count = n) const;
    std::vector<float> y() const { return array(192); }
    std::vector<float> echo() const { return array(0); }

    Request request;
    std::vector<float> x = std::vector<float>(n);
    std::vector<std::byte> outputs = std::vector<std::byte>(512);
};

/// Whether the records of the last call contain `text`.
bool recorded(const char* text);

}  // namespace runner::test
