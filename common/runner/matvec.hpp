// y = A x + b for the labs whose functions all have this one signature: registers the function with
// the program and gives it a run by hand that makes the inputs, calls it, compares with a double
// precision reference and says what error, launches and time mean.
// A has n rows and m columns; row_major: A[i * m + j], column_major: A[j * n + i].
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "runner/matvec_problem.hpp"
#include "runner/program.hpp"

namespace runner {

enum class Memory { device, host };

class Matvec {
  public:
    /// A function that returns nothing, or a status such as cudaError_t, which the suite sees.
    template <class Result>
    Matvec(std::string name,
           Result (*function)(int n, int m, float* y, const float* A, const float* x,
                              const float* b),
           Memory memory = Memory::device, Layout layout = Layout::row_major)
        : name(std::move(name)), memory(memory), layout(layout) {
        body = [function](int n, int m, float* y, const float* A, const float* x, const float* b) {
            if constexpr (std::is_void_v<Result>) {
                function(n, m, y, A, x, b);
                return std::int64_t{0};
            } else {
                return static_cast<std::int64_t>(function(n, m, y, A, x, b));
            }
        };
    }

    std::string name;
    Memory memory;  // where the function expects its arrays
    Layout layout;
    std::function<std::int64_t(int, int, float*, const float*, const float*, const float*)> body;
};

/// Declares all of them and the demonstration that serves them (--function NAME picks one).
void declare(Program& program, std::vector<Matvec> functions);

}  // namespace runner
