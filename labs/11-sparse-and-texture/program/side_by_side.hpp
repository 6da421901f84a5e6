// Problems of several functions put side by side: what each cost on the simulator, or its time on a
// device beside rivals that are no functions of the lab. For the labs whose calls are problems.
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

/// What one call did: the sums over its launches, as far as the simulator counts.
struct Cost {
    bool right = false;
    double estimated_microseconds = 0;
    std::map<std::string, std::uint64_t> counters;

    std::uint64_t counted(const std::string& name) const {
        const auto found = counters.find(name);
        return found == counters.end() ? 0 : found->second;
    }
    /// Of global memory, by all kinds of access.
    std::uint64_t sectors() const;
};

/// Makes the call. Throws std::runtime_error where it does not return.
Cost cost_of(const Program& program, const Problem& problem);

/// A rival's work, prepared from the arrays of the last of the problems.
using Rival = std::function<Work(Call& call)>;

/// The times of the problems' functions on the device, then of the rivals: warm, since each works
/// on one set of data, which stays in the cache where it fits.
std::vector<Spread> times_of(const Program& program, const std::vector<Problem>& problems,
                             const std::vector<Rival>& rivals = {});

/// cuSPARSE's product of the call's matrix in compressed rows: sizes n, m and nonzeros, inputs
/// row_start, columns, values and x, output y.
Work cusparse_product(Call& call);

}  // namespace runner
