// A function of a lab that computes y = A x + b: its arguments, and how it expects them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "runner/matvec_problem.hpp"

namespace runner {

enum class Memory { device, host };

/// The arguments of a function: A's shape in memory, the arrays in the memory that the function
/// expects, and additional ones of its lab.
struct MatvecCall {
    int n = 0, m = 0;
    float* y = nullptr;
    const float *A = nullptr, *x = nullptr, *b = nullptr;
    std::map<std::string, int> numbers;            // declared by Program::number
    std::map<std::string, float*> scratch_memory;  // declared by Matvec::scratch

    /// These throw std::out_of_range if the lab declares none with that name.
    int number(const std::string& name) const { return numbers.at(name); }
    float* scratch(const std::string& name) const { return scratch_memory.at(name); }
};

class Matvec {
  public:
    /// For a function that returns nothing, or a status such as cudaError_t, which the suite sees.
    template <class Result>
    Matvec(std::string name,
           Result (*function)(int n, int m, float* y, const float* A, const float* x,
                              const float* b),
           Memory memory = Memory::device, Layout layout = Layout::row_major)
        : Matvec(
              std::move(name),
              [function](const MatvecCall& c) { return function(c.n, c.m, c.y, c.A, c.x, c.b); },
              memory, layout) {}

    /// The same for any callable that takes a MatvecCall, and passes on what its function needs.
    template <class Body>
    requires std::is_invocable_v<Body, const MatvecCall&> Matvec(std::string name, Body function,
                                                                 Memory memory = Memory::device,
                                                                 Layout layout = Layout::row_major)
        : name(std::move(name)), memory(memory), layout(layout) {
        body = [function = std::move(function)](const MatvecCall& call) {
            if constexpr (std::is_void_v<std::invoke_result_t<Body, const MatvecCall&>>) {
                function(call);
                return std::int64_t{0};
            } else {
                return static_cast<std::int64_t>(function(call));
            }
        };
    }

    /// Gives the function scratch memory with `count` elements for n rows and m columns.
    Matvec& scratch(std::string scratch_name, std::function<std::size_t(int n, int m)> count) {
        scratch_memory.emplace_back(std::move(scratch_name), std::move(count));
        return *this;
    }

    /// For a function that is wrong on purpose: it is shown, but not timed.
    Matvec& not_timed() {
        timed = false;
        return *this;
    }

    std::string name;
    bool timed = true;
    Memory memory;  // where the function expects its arrays
    Layout layout;
    std::function<std::int64_t(const MatvecCall&)> body;
    std::vector<std::pair<std::string, std::function<std::size_t(int, int)>>> scratch_memory;
};

}  // namespace runner
