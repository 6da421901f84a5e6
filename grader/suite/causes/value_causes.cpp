#include "suite/causes/value_causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "suite/causes/block_mistakes.hpp"
#include "suite/causes/formula_mistakes.hpp"
#include "suite/causes/mistake_table.hpp"
#include "suite/causes/mistakes.hpp"
#include "suite/causes/ordinal.hpp"
#include "suite/causes/part_mistakes.hpp"
#include "suite/causes/reduction_mistakes.hpp"
#include "suite/causes/term_mistakes.hpp"

namespace grader::suite::matvec {

namespace {

using runner::Judged;
using runner::Layout;
using runner::MatvecProblem;

class Suspects : MistakeTable {
  public:
    using MistakeTable::MistakeTable;

    std::vector<Mistake> mistakes() const {
        std::vector<Mistake> all = mistakes_of_formula(p_, y_, split_);
        add_b_with_products(all);
        add_often_products(all);
        add_parts(all);
        add_often_b(all);
        add_left_out_zeros(all);
        add_by_columns(all);
        add_transposed_by_other_sizes(all);
        add_all_to_the_first(all);
        return all;
    }

    /// Every second, third, … product is missing, as where one of several sums is not added. The
    /// last products, which are too few for all the sums, may be added all the same. Tried last,
    /// since more special mistakes leave out such products, too. So does a tree with other strides.
    std::vector<Mistake> left_out() const {
        constexpr int most_sums = 8, fewest_turns = 3;
        const char* const question = split_.barriers > 0 || split_.shuffles
                                         ? ""
                                         : ": is one of several sums not added to the result?";
        std::vector<Mistake> all;
        for (int step = 2; step <= most_sums && fewest_turns * step <= p_.m; ++step)
            for (int first = 0; first < step; ++first)
                for (const int end : {p_.m, p_.m / step * step})
                    all.push_back({fmt::format("where every {} {} is left out, from number {} on{}",
                                               ordinal(std::size_t(step)), inner_, first, question),
                                   [=, this](int i) {
                                       double result = p_.b[i] + sum(i, 0, p_.m);
                                       for (int j = first; j < end; j += step) result -= term(i, j);
                                       return result;
                                   }});
        return all;
    }

    /// Of a loop that does not begin anew. Several threads or blocks may leave the same for other
    /// reasons.
    Mistake only_the_first() const {
        return {fmt::format("where the first {0} alone has products, and of all others b alone is "
                            "left: does what counts the {1}s begin anew in each {0}?",
                            outer_, inner_),
                [this](int i) { return p_.b[i] + (i == 0 ? sum(i, 0, p_.m) : 0.0); }};
    }

  private:
    /// Only some columns are included: the first ones, or every second, fourth, ….
    void add_parts(std::vector<Mistake>& all) const {
        for (int step = 2; step <= 32 && step < p_.m; step *= 2)
            all.push_back({only_every(step, inner_),
                           [=, this](int i) { return p_.b[i] + sum(i, 0, p_.m, step); }});
        if (const auto columns = first_columns())
            all.push_back(
                {fmt::format("where only the first {} of {} {}s are added", *columns, p_.m, inner_),
                 [=, this](int i) { return p_.b[i] + sum(i, 0, *columns); }});
    }

    /// The number of first columns that gives the first wrong element.
    std::optional<int> first_columns() const {
        for (int columns = 2; columns < p_.m; ++columns) {
            const Mistake cut_short{"", [=, this](int i) { return p_.b[i] + sum(i, 0, columns); }};
            if (leaves(cut_short, y_, y_.first_wrong()) && gives_all(cut_short)) return columns;
        }
        return std::nullopt;
    }

    /// If a power of two of threads is as many as there are columns, each of them may add b.
    bool may_be_threads() const {
        constexpr unsigned fewest_threads = 32;
        const auto columns = static_cast<unsigned>(p_.m);
        return columns >= fewest_threads && std::has_single_bit(columns);
    }

    void add_b_with_products(std::vector<Mistake>& all) const {
        if (may_be_threads()) return;
        all.push_back({"where b is added with every product",
                       [this](int i) { return sum(i, 0, p_.m) + double{p_.b[i]} * p_.m; }});
        all.push_back({"where b is added with every product, and once more",
                       [this](int i) { return sum(i, 0, p_.m) + double{p_.b[i]} * (p_.m + 1); }});
    }

    /// Each product is added three or more times; the first wrong element shows how often.
    void add_often_products(std::vector<Mistake>& all) const {
        const auto i = static_cast<int>(y_.first_wrong());
        const double products = i < p_.n ? sum(i, 0, p_.m) : 0;
        if (products == 0) return;
        const double times = (y_.value(y_.first_wrong()) - p_.b[i]) / products;
        if (!(times >= 3) || times != std::floor(times)) return;
        all.push_back({fmt::format("where every product is added {} times", times),
                       [=, this](int k) { return p_.b[k] + times * sum(k, 0, p_.m); }});
    }

    /// b is added three or more times; the first telling element shows how often.
    void add_often_b(std::vector<Mistake>& all) const {
        const auto i = static_cast<int>(y_.first_wrong());
        if (i >= p_.n || p_.b[i] == 0) return;
        const double times = (y_.value(y_.first_wrong()) - sum(i, 0, p_.m)) / p_.b[i];
        const bool told_already = !may_be_threads() && (times == p_.m || times == p_.m + 1);
        if (!(times >= 3) || times != std::floor(times) || told_already) return;
        all.push_back({fmt::format("where b is added {} times: once a row is enough, not by each "
                                   "of its threads or blocks",
                                   times),
                       [=, this](std::size_t k) { return sum(k, 0, p_.m) + times * p_.b[k]; }});
    }

    /// The numbers show whether zeros of A or of x are skipped.
    void add_left_out_zeros(std::vector<Mistake>& all) const {
        for (const auto& [of_A, of_x] : {std::pair{true, false}, {false, true}, {true, true}}) {
            const Mistake left_out{
                "where zero times infinity, which is NaN, is left out of the sum: products with a "
                "zero must not be skipped",
                [=, this](std::size_t i) { return without_zeros(i, of_A, of_x); }};
            const std::size_t first = y_.first_wrong();
            if (!std::isnan(sum(static_cast<int>(first), 0, p_.m))) return;
            if (!gives_all(left_out)) continue;
            all.push_back(left_out);
            return;
        }
    }

    double without_zeros(std::size_t i, bool of_A, bool of_x) const {
        double result = p_.b[i];
        for (int j = 0; j < p_.m; ++j) {
            const float in_A = p_.A[p_.at(static_cast<int>(i), j)], in_x = p_.x[j];
            if (!(of_A && in_A == 0) && !(of_x && in_x == 0)) result += double{in_A} * in_x;
        }
        return result;
    }

    /// y[j] += A[i * m + j] * x[j], over the rows i.
    void add_by_columns(std::vector<Mistake>& all) const {
        if (p_.n != p_.m) return;
        const auto by_columns = [this](std::size_t j) {
            double result = p_.b[j];
            for (int i = 0; i < p_.n; ++i) result += term(i, static_cast<int>(j));
            return result;
        };
        all.push_back({fmt::format("where each product is added to the element of its {}, not of "
                                   "its {}",
                                   inner_, outer_),
                       by_columns});
    }

    /// atomicAdd(y, …) for atomicAdd(&y[i], …)
    void add_all_to_the_first(std::vector<Mistake>& all) const {
        if (p_.n < 2) return;
        all.push_back(
            {"where every product is added to y[0]: y is the address of y[0], and "
             "&y[i] that of y[i]",
             [this](int i) {
                 double result = p_.b[i];
                 for (int k = 0; i == 0 && k < p_.n; ++k) result += sum(k, 0, p_.m);
                 return result;
             }});
    }

    /// At is made as if A had m rows and n columns.
    void add_transposed_by_other_sizes(std::vector<Mistake>& all) const {
        if (p_.layout != Layout::column_major_transposed || p_.n == p_.m) return;
        const auto exchanged = [this](std::size_t i) {
            const auto rows = static_cast<std::size_t>(p_.m), columns = std::size_t(p_.n);
            double result = p_.b[i];
            for (std::size_t k = 0; k < rows; ++k) {
                const std::size_t at = k * columns + i;
                result += double{p_.A[at % rows * columns + at / rows]} * p_.x[k];
            }
            return result;
        };
        all.push_back({"where A is transposed as if it had m rows and n columns", exchanged});
    }

    bool gives_all(const Mistake& mistake) const {
        for (int i = 0; i < p_.n; ++i)
            if (!leaves(mistake, y_, static_cast<std::size_t>(i))) return false;
        return true;
    }
};

}  // namespace

std::string value_cause(const MatvecProblem& problem, const Judged& y, const Split& split) {
    if (y.first_wrong() == y.count() || problem.m < 2) return {};
    const Suspects suspects(problem, y, split);
    std::vector<Mistake> all = suspects.mistakes();
    if (split.block == 0) all.push_back(suspects.only_the_first());
    // The first of several with the same words knows more.
    std::vector<Mistake> of_split = mistakes_of_reductions(problem, y, split);
    std::ranges::move(mistakes_of_parts(problem, y, split), std::back_inserter(of_split));
    std::ranges::move(mistakes_of_terms(problem, y, split), std::back_inserter(of_split));
    std::erase_if(all, [&](const Mistake& mistake) {
        return std::ranges::any_of(of_split, [&](const Mistake& other) {
            return other.words.starts_with(mistake.words + ". ");
        });
    });
    std::ranges::move(of_split, std::back_inserter(all));
    std::ranges::move(mistakes_of_blocks(problem, y, split), std::back_inserter(all));
    const auto terms = static_cast<std::size_t>(problem.m);
    const std::string words = only_mistake(y, all, terms);
    return words.empty() ? only_mistake(y, suspects.left_out(), terms) : words;
}

}  // namespace grader::suite::matvec
