// A sweep's plot as SVG: times over the width, relative to each algorithm's best, here and in the
// paper; and times over the rows of the widest matrices, for both products.
#pragma once

#include <string>
#include <vector>

#include "runner/sweep/measure.hpp"

namespace runner::sweep {

struct Point {
    double x = 0, y = 0;
};

struct Series {
    std::string name;
    std::vector<Point> points;
    bool dashed = false;
    int colour = 0;  // the same for the same algorithm in every chart
};

/// One chart; both axes are logarithmic, and hold all points, which are positive.
struct Chart {
    std::string title, x_label, y_label;
    std::vector<Series> series;
};

/// The charts side by side.
std::string svg(const std::vector<Chart>& charts);

std::vector<Chart> charts_of(const Measurements& measured);

}  // namespace runner::sweep
