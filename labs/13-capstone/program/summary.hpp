// The results of a sweep of gemv and their presentation: a table for people, all figures for a
// spreadsheet, a plot. Uses no device.
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
    double error = 0;  // largest difference from the rival's y, relative to the sum of |a||x|

    double ratio() const { return rival.median / gemv.median; }
    double bytes() const { return 4.0 * lines * width; }
};

struct Sweep {
    std::string device, rival;
    double roof = 0;    // bytes per microsecond, of a kernel that only reads
    double launch = 0;  // microseconds of a launch that reads 16 bytes
    std::vector<Measured> products;
};

/// A page in Markdown.
std::string page_of(const Sweep& sweep);
std::string comma_separated(const Sweep& sweep);
/// Time by the matrix's size in bytes, along and across, with the rival and the roof.
runner::Plot plot_of(const Sweep& sweep);

/// Describes the first product that is faster than memory can be read, since no figure can then be
/// trusted; empty if there is none.
std::string impossible(const Sweep& sweep);

}  // namespace lab13
