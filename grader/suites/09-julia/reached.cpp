// The points that few steps lead to, and whether it is certain in which pixels they lie.
#include <algorithm>
#include <cmath>

#include "suites/09-julia/checks.hpp"

namespace julia_suite {

std::vector<Number> reachable(Number c, int steps) {
    std::vector<Number> points{julia::fixed_point(c)};
    for (int i = 0; i < steps; ++i) {
        std::vector<Number> next;
        for (const Number z : points) {
            const Number w = std::sqrt(z - c);
            next.push_back(w);
            next.push_back(-w);
        }
        points = std::move(next);
    }
    return points;
}

std::size_t nearest(const std::vector<Number>& points, Number z) {
    const auto distance = [z](Number point) { return std::abs(point - z); };
    return static_cast<std::size_t>(std::ranges::min_element(points, {}, distance) -
                                    points.begin());
}

bool is_clear(const View& view, Number c, int steps) {
    constexpr double margin = 0.01;  // in pixels
    for (int step = 0; step <= steps; ++step)
        for (const Number z : reachable(c, step))
            for (const double place : julia::place_of(view, z))
                if (std::abs(place - std::round(place)) < margin) return false;
    return true;
}

}  // namespace julia_suite
