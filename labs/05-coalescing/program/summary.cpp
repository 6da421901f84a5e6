#include "summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace runner::sweep {

namespace {

const std::vector<float>& runs_of(const Cell& cell, Cache cache) {
    return cache == Cache::cold ? cell.cold : cell.warm;
}

}  // namespace

double mean(const std::vector<float>& values) {
    if (values.empty()) return 0;
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double quantile(std::vector<float> values, double share) {
    if (values.empty()) return 0;
    const double rank = std::ceil(share * static_cast<double>(values.size() - 1));
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

double median(std::vector<float> values) {
    return quantile(std::move(values), 0.5);
}

std::vector<float> Summary::runs(Kind kind, int width, Cache cache) const {
    std::vector<float> all;
    for (const Cell& cell : cells_) {
        if (cell.kind != kind || cell.width != width || !counts(cell)) continue;
        const auto& runs = runs_of(cell, cache);
        all.insert(all.end(), runs.begin(), runs.end());
    }
    return all;
}

const Cell* Summary::find(Kind kind, int width, Shape shape) const {
    const auto found = std::ranges::find_if(cells_, [&](const Cell& cell) {
        return cell.kind == kind && cell.width == width && cell.shape == shape && counts(cell);
    });
    return found == cells_.end() ? nullptr : &*found;
}

bool Summary::has(Kind kind) const {
    return std::ranges::any_of(cells_,
                               [&](const Cell& cell) { return cell.kind == kind && counts(cell); });
}

double Summary::mean_of(Kind kind, int width, Cache cache) const {
    return 1e-3 * mean(runs(kind, width, cache));
}

double Summary::median_of(Kind kind, int width, Cache cache) const {
    return 1e-3 * median(runs(kind, width, cache));
}

int Summary::best_width(Kind kind) const {
    std::set<int> widths;
    for (const Cell& cell : cells_)
        if (cell.kind == kind && counts(cell)) widths.insert(cell.width);
    if (widths.empty()) return 0;
    return *std::ranges::min_element(widths, {}, [&](int width) { return mean_of(kind, width); });
}

Summary::Wins Summary::wins(Kind a, Kind b, Cache cache) const {
    const int width_a = best_width(a), width_b = best_width(b);
    Wins wins;
    for (const Cell& cell : cells_) {
        if (cell.kind != a || cell.width != width_a || !counts(cell)) continue;
        const Cell* other = find(b, width_b, cell.shape);
        if (!other) continue;
        ++wins.cases;
        wins.won += mean(runs_of(cell, cache)) < mean(runs_of(*other, cache));
    }
    return wins;
}

double Summary::on(Shape shape, Kind kind, Cache cache) const {
    const Cell* cell = find(kind, best_width(kind), shape);
    return cell ? median(runs_of(*cell, cache)) : 0;
}

std::vector<Cell> Summary::wrong() const {
    std::vector<Cell> wrong;
    std::ranges::copy_if(cells_, std::back_inserter(wrong),
                         [](const Cell& cell) { return !cell.right; });
    return wrong;
}

}  // namespace runner::sweep
