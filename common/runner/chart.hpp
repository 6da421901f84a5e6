// Charts that a run by hand asks to be drawn (see results.hpp): numbers and labels.
#pragma once

#include <string>
#include <vector>

namespace runner {

struct Point {
    double x = 0, y = 0;

    bool operator==(const Point&) const = default;
};

struct Series {
    std::string name;
    std::vector<Point> points;
    bool dashed = false;
    int colour = 0;  // an algorithm has the same one in every chart

    bool operator==(const Series&) const = default;
};

/// Both axes are logarithmic, and cover all points, which are positive.
struct Chart {
    std::string title, x_label, y_label;
    std::vector<Series> series;

    bool operator==(const Chart&) const = default;
};

/// The charts are placed side by side.
struct Plot {
    std::vector<Chart> charts;

    bool operator==(const Plot&) const = default;
};

}  // namespace runner
