#include "suite/causes/formula_mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "suite/causes/mistake_table.hpp"

namespace grader::suite::matvec {

namespace {

using runner::Judged;
using runner::Layout;
using runner::MatvecProblem;

class Formula : MistakeTable {
  public:
    using MistakeTable::MistakeTable;

    std::vector<Mistake> all() const {
        std::vector<Mistake> all;
        for (auto part : {of_terms(), of_bounds(), of_additions(), of_factors(), of_places()})
            std::ranges::move(part, std::back_inserter(all));
        return all;
    }

  private:
    /// b or all products are missing, or added too often.
    std::vector<Mistake> of_terms() const {
        const int m = p_.m;
        return {
            {"without b", [=, this](int i) { return sum(i, 0, m); }},
            {"where b is added twice", [=, this](int i) { return sum(i, 0, m) + 2.0 * p_.b[i]; }},
            {"where nothing is added to b", [=, this](int i) { return double{p_.b[i]}; }},
            {has_fractions()
                 ? "where nothing is added up at all, or the sum is kept in an int or an unsigned, "
                   "which cuts it to 0 as long as it is below 1"
                 : "where nothing is added up at all",
             [](int) { return 0.0; }, true},
        };
    }

    /// The loop over a sum begins or ends elsewhere.
    std::vector<Mistake> of_bounds() const {
        const int m = p_.m;
        return {
            {fmt::format("without the first {}", inner_),
             [=, this](int i) { return p_.b[i] + sum(i, 1, m); }},
            {fmt::format("where the sum of each {} begins at its own number: does the loop over "
                         "the {}s begin at 0?",
                         outer_, inner_),
             [=, this](int i) { return p_.b[i] + sum(i, i, m); }},
            {fmt::format("where the sum of each {} ends before its own number: is the loop's bound "
                         "the number of {}s?",
                         outer_, inner_),
             [=, this](int i) { return p_.b[i] + sum(i, 0, std::min(i, m)); }},
            {fmt::format(
                 "where the sum of each {0} ends at its own number: is the loop's bound the "
                 "number of {1}s, and does a loop over the {0}s begin at 0?",
                 outer_, inner_),
             [=, this](int i) { return p_.b[i] + sum(i, 0, std::min(i + 1, m)); }},
        };
    }

    /// The products are right, and not what is done with them.
    std::vector<Mistake> of_additions() const {
        const int m = p_.m;
        return {
            {"where each product replaces the sum, so that only the last one is left",
             [=, this](int i) { return term(i, m - 1); }},
            {"where the last product alone is added to b",
             [=, this](int i) { return p_.b[i] + term(i, m - 1); }},
            {"where the products are subtracted",
             [=, this](int i) { return p_.b[i] - sum(i, 0, m); }},
            {"where every product is added twice",
             [=, this](int i) { return p_.b[i] + 2 * sum(i, 0, m); }},
            {fmt::format("where the sum is not set anew for each {}", outer_),
             [=, this](int i) { return running(i); }},
            {fmt::format("where the sum is not set anew for each {}, but for b", outer_),
             [=, this](int i) { return p_.b[i] + running(i) - all_of_b(i); }},
        };
    }

    /// The products are others.
    std::vector<Mistake> of_factors() const {
        const int m = p_.m;
        return {
            {fmt::format("with x[{}] in place of x[{}]", outer_.front() == 'r' ? 'i' : 'j',
                         outer_.front() == 'r' ? 'j' : 'i'),
             [=, this](int i) { return by_row(i); }},
            {fmt::format("where each sum begins with the element of x that has the {}'s number, in "
                         "place of that of b",
                         outer_),
             [=, this](int i) -> std::optional<double> {
                 if (i >= m) return std::nullopt;
                 return p_.x[i] + sum(i, 0, m);
             }},
            {fmt::format("where every {} is multiplied by x[0]", inner_),
             [=, this](int i) {
                 return p_.b[i] + of_elements(i, [&](double a, int) { return a * p_.x[0]; });
             }},
            {"where the elements of A and of x are added, and not multiplied",
             [=, this](int i) {
                 return p_.b[i] + of_elements(i, [&](double a, int j) { return a + p_.x[j]; });
             }},
            {"where x is left out, and only the elements of A are added: is each of them "
             "multiplied by its element of x before it is added?",
             [=, this](int i) {
                 return p_.b[i] + of_elements(i, [](double a, int) { return a; });
             }},
            {"where A is left out, and only the elements of x are added",
             [=, this](int i) {
                 return p_.b[i] + of_elements(i, [&](double, int j) { return double{p_.x[j]}; });
             }},
        };
    }

    /// A or y is taken at another place.
    std::vector<Mistake> of_places() const {
        const int m = p_.m;
        return {
            {fmt::format(
                 "with the first {0} of A for all {0}s: does what leads to A go on from {0} "
                 "to {0}?",
                 outer_),
             [=, this](int i) { return p_.b[i] + sum(0, 0, m); }},
            {fmt::format("with the first element of each {0} of A for all of it: does what leads "
                         "to A go on from {1} to {1}?",
                         outer_, inner_),
             [=, this](int i) {
                 return p_.b[i] + of_elements(i, [&](double, int j) {
                            return double{p_.A[p_.at(i, 0)]} * p_.x[j];
                        });
             }},
            other_layout(),
            {fmt::format("where each element of y is that of the {} before", outer_),
             [=, this](int i) { return row(i - 1); }},
            {fmt::format("where each element of y is that of the {} behind it", outer_),
             [=, this](int i) { return row(i + 1); }},
        };
    }

    bool has_fractions() const {
        return std::ranges::any_of(p_.A, [](float a) { return a != std::floor(a); });
    }

    template <class Of>
    double of_elements(int i, Of of) const {
        double result = 0;
        for (int j = 0; j < p_.m; ++j) result += of(double{p_.A[p_.at(i, j)]}, j);
        return result;
    }

    std::optional<double> row(int i) const {
        if (i < 0 || i >= p_.n) return std::nullopt;
        return p_.b[i] + sum(i, 0, p_.m);
    }

    double all_of_b(int i) const {
        double result = 0;
        for (int k = 0; k <= i; ++k) result += p_.b[k];
        return result;
    }

    double running(int i) const {
        double result = 0;
        for (int k = 0; k <= i; ++k) result += p_.b[k] + sum(k, 0, p_.m);
        return result;
    }

    std::optional<double> by_row(int i) const {
        if (i >= p_.m) return std::nullopt;
        double result = p_.b[i];
        for (int j = 0; j < p_.m; ++j) result += double{p_.A[p_.at(i, j)]} * p_.x[i];
        return result;
    }

    Mistake other_layout() const {
        const bool by_columns = p_.layout == Layout::column_major;
        return {p_.layout != Layout::row_major
                    ? "where A is read as if its rows lay one behind the other, A[i * m + j]"
                    : "where A is read as if its columns lay one behind the other, A[j * n "
                      "+ i]",
                [this, by_columns](int i) -> std::optional<double> {
                    double result = p_.b[i];
                    for (int j = 0; j < p_.m; ++j) {
                        const auto at =
                            by_columns ? std::size_t(i) * p_.m + j : std::size_t(j) * p_.n + i;
                        result += double{p_.A[at]} * p_.x[j];
                    }
                    return result;
                }};
    }
};

}  // namespace

std::vector<Mistake> mistakes_of_formula(const MatvecProblem& problem, const Judged& y,
                                         const Split& split) {
    return mistakes_in<Formula>(problem, y, split);
}

}  // namespace grader::suite::matvec
