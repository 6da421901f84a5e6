// Mistakes in the pixel of a point: hypotheses, by each of which all hits are counted again.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "suites/09-julia/checks.hpp"

namespace julia_suite {

namespace {

/// Column and row, rounded. The right ones are floor(right(...)).
using Place = std::array<double, 2>;

struct WrongPlace {
    std::string_view words;
    Place (*place)(const View& view, Number z);
};

double column_from(const View& view, Number z, double pixels_a_unit) {
    return (z.real() - view.centre.real()) * pixels_a_unit + 0.5 * view.columns;
}
double row_from(const View& view, Number z, double pixels_a_unit) {
    return (view.centre.imag() - z.imag()) * pixels_a_unit + 0.5 * view.rows;
}
Place down(double column, double row) {
    return {std::floor(column), std::floor(row)};
}
double scale_of(const View& view) {
    return view.columns / view.width;
}
Place scaled(const View& view, Number z, double pixels_a_unit) {
    return down(column_from(view, z, pixels_a_unit), row_from(view, z, pixels_a_unit));
}
/// Right, but for so much that is added.
Place moved(const View& view, Number z, double columns, double rows) {
    const auto [column, row] = julia::place_of(view, z);
    return down(column + columns, row + rows);
}
double lost_half(int length) {
    return length / 2 - 0.5 * length;
}

constexpr std::string_view no_whole_half =
    "half of the columns or rows is a quotient of two ints: half of an odd number of columns is "
    "not a whole number";
constexpr std::string_view towards_zero =
    "what lies less than a pixel before the first column or row is counted there: a conversion to "
    "int rounds towards 0, and floorf rounds down";

constexpr WrongPlace wrong_places[] = {
    {"the picture is upside down: row 0 is the top one, where the imaginary part is largest",
     [](const View& view, Number z) {
         return scaled(view, {z.real(), 2 * view.centre.imag() - z.imag()}, scale_of(view));
     }},
    {"the pixels of a unit are found with the rows: pixels are squares, width / columns wide both "
     "ways",
     [](const View& view, Number z) { return scaled(view, z, view.rows / view.width); }},
    {"distances are multiplied by the width of a pixel, width / columns, and not by the pixels of "
     "a unit, columns / width",
     [](const View& view, Number z) { return scaled(view, z, view.width / view.columns); }},
    {"half of the columns is added to find the row: that is half of the rows",
     [](const View& view, Number z) {
         return moved(view, z, 0, 0.5 * (view.columns - view.rows));
     }},
    {"half of the rows is added to find the column: that is half of the columns",
     [](const View& view, Number z) {
         return moved(view, z, 0.5 * (view.rows - view.columns), 0);
     }},
    {"rows and columns are counted from the centre of the view, and not from its left and top "
     "edge: half of the columns and of the rows is to be added",
     [](const View& view, Number z) {
         return moved(view, z, -0.5 * view.columns, -0.5 * view.rows);
     }},
    {no_whole_half,
     [](const View& view, Number z) {
         return moved(view, z, lost_half(view.columns), lost_half(view.rows));
     }},
    {no_whole_half,
     [](const View& view, Number z) { return moved(view, z, lost_half(view.columns), 0); }},
    {no_whole_half,
     [](const View& view, Number z) { return moved(view, z, 0, lost_half(view.rows)); }},
    {"the column lacks the centre of the view, which is to be subtracted from the real part",
     [](const View& view, Number z) {
         return moved(view, z, view.centre.real() * scale_of(view), 0);
     }},
    {"the row lacks the centre of the view, from which the imaginary part is to be subtracted",
     [](const View& view, Number z) {
         return moved(view, z, 0, -view.centre.imag() * scale_of(view));
     }},
    {"the centre of the view is left out: it lies in the middle of the picture",
     [](const View& view, Number z) {
         return moved(view, z, view.centre.real() * scale_of(view),
                      -view.centre.imag() * scale_of(view));
     }},
    {towards_zero,
     [](const View& view, Number z) -> Place {
         const auto [column, row] = julia::place_of(view, z);
         return {std::trunc(column), std::trunc(row)};
     }},
    {towards_zero,
     [](const View& view, Number z) -> Place {
         const auto [column, row] = julia::place_of(view, z);
         return {std::trunc(column), std::floor(row)};
     }},
    {towards_zero,
     [](const View& view, Number z) -> Place {
         const auto [column, row] = julia::place_of(view, z);
         return {std::floor(column), std::trunc(row)};
     }},
    {"places are rounded to the nearest whole number: floorf rounds down",
     [](const View& view, Number z) { return moved(view, z, 0.5, 0.5); }},
};

std::int64_t pixel_at(const View& view, Place place) {
    const auto [column, row] = place;
    if (!(column >= 0 && column < view.columns && row >= 0 && row < view.rows)) return -1;
    return static_cast<std::int64_t>(row) * view.columns + static_cast<std::int64_t>(column);
}

/// Where only the pixel's number is tested, and not the row and the column by themselves.
std::int64_t pixel_by_number(const View& view, Number z) {
    const auto [column, row] = julia::place_of(view, z);
    const double pixel = std::floor(row) * view.columns + std::floor(column);
    return pixel >= 0 && pixel < 1.0 * view.columns * view.rows ? static_cast<std::int64_t>(pixel)
                                                                : -1;
}

}  // namespace

std::string cause_by_places(const View& view, std::span<const unsigned> hits,
                            const CountsBy& counts_by) {
    std::string_view found;
    for (const auto& [words, place] : wrong_places) {
        const auto counts =
            counts_by([&, place = place](Number z) { return pixel_at(view, place(view, z)); });
        if (!std::equal(counts.begin(), counts.end(), hits.begin(), hits.end())) continue;
        if (!found.empty() && found != words) return {};
        found = words;
    }
    const auto by_number = counts_by([&](Number z) { return pixel_by_number(view, z); });
    if (found.empty() && std::ranges::equal(by_number, hits))
        found =
            "points left and right of the view are counted in pixels of other rows: the column "
            "is to lie within the view, and the row, too, not only the pixel's number";
    return found.empty() ? "" : fmt::format("\n  {}", found);
}

}  // namespace julia_suite
