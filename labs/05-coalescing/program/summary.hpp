// What a sweep's measurements come to: averages as the paper made them, medians, the best width of
// each algorithm and in how many cases who wins. Pure: measures and prints nothing.
#pragma once

#include <vector>

#include "measure.hpp"

namespace runner::sweep {

enum class Cache { cold, warm };

double mean(const std::vector<float>& values);
/// So large a share of the values, of 0 to 1, is at most that; the upper one of two. 0 of none.
double quantile(std::vector<float> values, double share);
double median(std::vector<float> values);

class Summary {
  public:
    explicit Summary(const std::vector<Cell>& cells) : cells_(cells) {}

    bool has(Kind kind) const;
    /// In milliseconds, over every run on every shape.
    double mean_of(Kind kind, int width, Cache cache = Cache::cold) const;
    double median_of(Kind kind, int width, Cache cache = Cache::cold) const;

    /// The width with the smallest mean; 0 for what has none.
    int best_width(Kind kind) const;

    /// On how many shapes `a` is faster on average than `b`, each with its own best width, and on
    /// how many both ran.
    struct Wins {
        int won = 0, cases = 0;
    };
    Wins wins(Kind a, Kind b, Cache cache = Cache::cold) const;

    /// The median microseconds on one shape, with the best width.
    double on(Shape shape, Kind kind, Cache cache = Cache::cold) const;

    /// Contenders and widths that were wrong somewhere.
    std::vector<Cell> wrong() const;

  private:
    std::vector<float> runs(Kind kind, int width, Cache cache) const;
    const Cell* find(Kind kind, int width, Shape shape) const;

    const std::vector<Cell>& cells_;
};

}  // namespace runner::sweep
