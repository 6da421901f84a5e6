// Charts side by side, as SVG: for the runs by hand that leave a plot.
#pragma once

#include <string>
#include <vector>

namespace runner {

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

}  // namespace runner
