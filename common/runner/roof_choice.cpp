#include "runner/roof.hpp"
#include "runner/stopwatch.hpp"

namespace runner {

Reading faster_reading(const float* d_values, std::size_t count, float* d_sums) {
    const auto times = time_side_by_side(
        {[&](int) { read_all(d_values, count, d_sums, nullptr, Reading::once); },
         [&](int) { read_all(d_values, count, d_sums, nullptr, Reading::in_turns); }},
        1);
    return times[0].median <= times[1].median ? Reading::once : Reading::in_turns;
}

}  // namespace runner
