#include "suite/value_causes.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <vector>

#include "suite/mistakes.hpp"

namespace grader::suite::matvec {

namespace {

using runner::Judged;
using runner::Layout;
using runner::MatvecProblem;

/// A mistake, and the element i of y that it makes; nothing where it would leave the arrays.
struct Mistake {
    std::string words;  // "y is what comes out …"
    std::function<std::optional<double>(int i)> element;
};

class Suspects {
  public:
    Suspects(const MatvecProblem& problem, const Judged& y) : p_(problem), y_(y) {
        if (problem.layout == Layout::column_major_transposed) std::swap(outer_, inner_);
    }

    /// The words of the only mistake that gives all of y.
    std::string only_one() const {
        std::string found;
        for (const Mistake& mistake : mistakes()) {
            if (!gives_all(mistake)) continue;
            if (!found.empty()) return {};
            found = mistake.words;
        }
        return found;
    }

  private:
    double term(int i, int j) const { return double{p_.A[p_.at(i, j)]} * p_.x[j]; }

    double sum(int i, int first, int end, int step = 1) const {
        double result = 0;
        for (int j = first; j < end; j += step) result += term(i, j);
        return result;
    }

    std::vector<Mistake> mistakes() const {
        const int m = p_.m;
        std::vector<Mistake> all{
            {"without b", [=, this](int i) { return sum(i, 0, m); }},
            {"where b is added twice", [=, this](int i) { return sum(i, 0, m) + 2.0 * p_.b[i]; }},
            {"where b is added with every product",
             [=, this](int i) { return sum(i, 0, m) + double{p_.b[i]} * m; }},
            {"where b is added with every product, and once more",
             [=, this](int i) { return sum(i, 0, m) + double{p_.b[i]} * (m + 1); }},
            {"where nothing is added to b", [=, this](int i) { return double{p_.b[i]}; }},
            {"where nothing is added up at all", [](int) { return 0.0; }},
            {fmt::format("without the first {}", inner_),
             [=, this](int i) { return p_.b[i] + sum(i, 1, m); }},
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
            {fmt::format("with x[{}] in place of x[{}]", outer_.front() == 'r' ? 'i' : 'j',
                         outer_.front() == 'r' ? 'j' : 'i'),
             [=, this](int i) { return by_row(i); }},
            other_layout(),
            {fmt::format("where each element of y is that of the {} before", outer_),
             [=, this](int i) { return row(i - 1); }},
            {fmt::format("where each element of y is that of the {} behind it", outer_),
             [=, this](int i) { return row(i + 1); }},
        };
        add_parts(all);
        return all;
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

    /// Only some columns: the first ones, or every second, fourth, ….
    void add_parts(std::vector<Mistake>& all) const {
        for (int step = 2; step <= 32 && step < p_.m; step *= 2)
            all.push_back({only_every(step, inner_),
                           [=, this](int i) { return p_.b[i] + sum(i, 0, p_.m, step); }});
        if (const auto columns = first_columns())
            all.push_back(
                {fmt::format("where only the first {} of {} {}s are added", *columns, p_.m, inner_),
                 [=, this](int i) { return p_.b[i] + sum(i, 0, *columns); }});
    }

    /// How many of the first columns give the first wrong element.
    std::optional<int> first_columns() const {
        const auto i = static_cast<int>(y_.first_wrong());
        double result = p_.b[i];
        for (int j = 0; j + 1 < p_.m; ++j) {
            result += term(i, j);
            if (j > 0 && is(i, result) &&
                gives_all({"", [=, this](int k) { return p_.b[k] + sum(k, 0, j + 1); }}))
                return j + 1;
        }
        return std::nullopt;
    }

    bool is(int i, double value) const {
        const auto got = y_.value(static_cast<std::size_t>(i));
        return got == value;
    }

    bool gives_all(const Mistake& mistake) const {
        for (int i = 0; i < p_.n; ++i) {
            if (y_.is_unwritten(static_cast<std::size_t>(i))) return false;
            const auto value = mistake.element(i);
            if (!value || !is(i, *value)) return false;
        }
        return true;
    }

    const MatvecProblem& p_;
    const Judged& y_;
    // Of A: what each element of y belongs to, and what its sum runs over.
    std::string outer_ = "row", inner_ = "column";
};

}  // namespace

std::string value_cause(const MatvecProblem& problem, const Judged& y) {
    if (y.first_wrong() == y.count()) return {};
    // In a small call one number is easily several things.
    constexpr int enough = 64;
    if (problem.rounds || problem.n < 2 || problem.m < 2 || problem.n * problem.m < enough)
        return {};
    const std::string words = Suspects(problem, y).only_one();
    return words.empty() ? "" : "\n  y is what comes out " + words;
}

}  // namespace grader::suite::matvec
