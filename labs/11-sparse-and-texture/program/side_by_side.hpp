// Compares several functions on problems: their costs on the simulator, or their times on a device,
// where other libraries can be included. For the labs whose calls are problems.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runner/call.hpp"
#include "runner/problem.hpp"
#include "runner/program.hpp"
#include "runner/stopwatch.hpp"

namespace runner {

/// The cost of one call: sums over its launches, as far as the simulator counts them.
struct Cost {
    bool right = false;
    double estimated_microseconds = 0;
    std::map<std::string, std::uint64_t> counters;

    std::uint64_t counted(const std::string& name) const {
        const auto found = counters.find(name);
        return found == counters.end() ? 0 : found->second;
    }
    /// Of global memory, by all kinds of accesses.
    std::uint64_t sectors() const;
};

/// Makes the call. Throws std::runtime_error if it does not return.
Cost cost_of(const Program& program, const Problem& problem);

/// A library's work, prepared from the arrays of the last problem.
using Rival = std::function<Work(Call& call)>;

/// The times of the problems' functions on the device, then those of the rivals. Caches are warm:
/// each one uses the same data repeatedly, which stay in the cache if they fit.
std::vector<Spread> times_of(const Program& program, const std::vector<Problem>& problems,
                             const std::vector<Rival>& rivals = {});

/// cuSPARSE's product of the call's matrix in CSR form: sizes n, m and nonzeros, inputs row_start,
/// columns, values and x, output y.
Work cusparse_product(Call& call);

}  // namespace runner
