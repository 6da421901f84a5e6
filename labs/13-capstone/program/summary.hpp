// What a sweep of gemv measured, and how it is told: a table for people, every figure for a
// spreadsheet, a plot. Knows no device.
#pragma once

#include <string>
#include <vector>

#include "runner/chart.hpp"
#include "runner/stopwatch.hpp"

namespace lab13 {

/// One product: `lines` lines of `width` floats, whose sums run along them or across.
struct Measured {
    std::string set;  // which part of the sweep it belongs to
    bool along = true;
    int lines = 0, width = 0;
    int padding = 0, offset = 0, incx = 1, incy = 1;
    runner::Spread gemv = {}, rival = {};
    double error = 0;  // the largest difference from the rival's y, over the sum of |a||x| it is of

    double ratio() const { return rival.median / gemv.median; }
    double bytes() const { return 4.0 * lines * width; }
};

struct Sweep {
    std::string device, rival;
    double roof = 0;    // bytes a microsecond, of reading and nothing else
    double launch = 0;  // microseconds of a launch that reads 16 bytes
    std::vector<Measured> products;
};

/// A page in Markdown.
std::string page_of(const Sweep& sweep);
std::string comma_separated(const Sweep& sweep);
/// Time over the matrix's bytes, along and across, beside the rival and the roof.
runner::Plot plot_of(const Sweep& sweep);

/// Faster than memory can be read, after which no other figure can be believed: the first such
/// product, in words; empty where there is none.
std::string impossible(const Sweep& sweep);

}  // namespace lab13
