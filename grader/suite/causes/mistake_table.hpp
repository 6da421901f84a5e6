// A table of mistakes in y = A x + b, each with what y would be had the student made it. A row
// whose words have a number gets it from the output: the first number that fits.
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runner/matvec_problem.hpp"
#include "runner/problem.hpp"
#include "suite/causes/mistakes.hpp"
#include "suite/causes/split.hpp"

namespace grader::suite::matvec {

constexpr int warp_size = 32;

class MistakeTable {
  public:
    MistakeTable(const runner::MatvecProblem& problem, const runner::Judged& y, const Split& split)
        : p_(problem), y_(y), split_(split) {
        if (problem.layout == runner::Layout::column_major_transposed) std::swap(outer_, inner_);
    }

  protected:
    double term(std::size_t i, int j) const {
        return double{p_.A[p_.at(static_cast<int>(i), j)]} * p_.x[j];
    }

    /// Every `step`-th of the products from `first` on, those from `end` on not included.
    double sum(int i, int first, int end, int step = 1) const {
        double result = 0;
        for (int j = first; j < end; j += step) result += term(i, j);
        return result;
    }

    /// b and the products, each multiplied by `times`.
    template <class Times>
    double weighted(std::size_t i, Times times) const {
        double result = p_.b[i];
        for (int j = 0; j < p_.m; ++j)
            if (const auto often = times(j)) result += often * term(i, j);
        return result;
    }

    /// Without any mistake.
    double right(std::size_t i) const {
        return weighted(i, [](int) { return 1; });
    }

    template <class Times>
    Mistake weighing(std::string words, Times times) const {
        return {std::move(words), [this, times](std::size_t i) -> std::optional<double> {
                    return weighted(i, times);
                }};
    }

    template <class Times>
    void add(std::string words, Times times) {
        all_.push_back(weighing(std::move(words), times));
    }

    /// A row with a number that the output shows: the first mistake that gives the first wrong
    /// element.
    template <class Make>
    void add_fitting(const std::vector<int>& numbers, Make make) {
        for (const int number : numbers) {
            all_.push_back(make(number));
            if (gives_first_wrong(all_.back())) return;
            all_.pop_back();
        }
    }

    static std::vector<int> powers(int begin, int end) {
        std::vector<int> numbers;
        for (int number = begin; number < end; number *= 2) numbers.push_back(number);
        return numbers;
    }

    static std::vector<int> all_below(int begin, int end) {
        std::vector<int> numbers;
        for (int number = begin; number < end; ++number) numbers.push_back(number);
        return numbers;
    }

    bool gives_first_wrong(const Mistake& mistake) const {
        const std::size_t i = y_.first_wrong();
        const auto value = mistake.element(i);
        return value && std::abs(*value - y_.value(i)) <= y_.array().expected(i).tolerance;
    }

    bool gives_all_wrong(const Mistake& mistake) const {
        std::size_t i = 0;
        while (i < y_.count() && (y_.is_right(i) || leaves(mistake, y_, i))) ++i;
        return i == y_.count();
    }

    int size(const char* name) const {
        const auto found = split_.sizes.find(name);
        return found == split_.sizes.end() ? 0 : found->second;
    }

    const runner::MatvecProblem& p_;
    const runner::Judged& y_;
    const Split& split_;
    // For A: the dimension that an element of y belongs to, and the one that its sum runs over.
    std::string outer_ = "row", inner_ = "column";
    std::vector<Mistake> all_;
};

/// The mistakes of a table, which live as long as any of them is used.
template <class Table>
std::vector<Mistake> mistakes_in(const runner::MatvecProblem& problem, const runner::Judged& y,
                                 const Split& split) {
    const auto table = std::make_shared<Table>(problem, y, split);
    std::vector<Mistake> all = table->all();
    for (Mistake& mistake : all)
        mistake.element = [table, element = std::move(mistake.element)](std::size_t i) {
            return element(i);
        };
    return all;
}

}  // namespace grader::suite::matvec
