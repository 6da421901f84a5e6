// Evaluates a sweep's measurements: averages as in the paper, medians, the best width of each
// algorithm, and how often each one wins. Pure: measures and prints nothing.
#pragma once

#include <vector>

#include "measure.hpp"

namespace runner::sweep {

enum class Cache { cold, warm };

double mean(const std::vector<float>& values);
/// The value that this share (0 to 1) of the values does not exceed; 0 if there are none.
double quantile(std::vector<float> values, double share);
double median(std::vector<float> values);

class Summary {
  public:
    /// Of what has blocks of so many threads, and of what has no such number.
    explicit Summary(const std::vector<Cell>& cells, int height = lab_height)
        : cells_(cells), height_(height) {}

    bool has(Kind kind) const;
    /// In milliseconds, averaged over every run on every shape.
    double mean_of(Kind kind, int width, Cache cache = Cache::cold) const;
    double median_of(Kind kind, int width, Cache cache = Cache::cold) const;

    /// The width with the smallest mean; 0 for an algorithm without widths.
    int best_width(Kind kind) const;

    /// On how many shapes `a` is faster on average than `b`, each with its best width; and on how
    /// many both ran.
    struct Wins {
        int won = 0, cases = 0;
    };
    Wins wins(Kind a, Kind b, Cache cache = Cache::cold) const;

    /// The median in microseconds on one shape, with the best width.
    double on(Shape shape, Kind kind, Cache cache = Cache::cold) const;

    /// Contenders, of every height, whose results were wrong at least once.
    std::vector<Cell> wrong() const;

  private:
    std::vector<float> runs(Kind kind, int width, Cache cache) const;
    const Cell* find(Kind kind, int width, Shape shape) const;

    bool counts(const Cell& cell) const { return cell.height == 0 || cell.height == height_; }

    const std::vector<Cell>& cells_;
    int height_;
};

}  // namespace runner::sweep
