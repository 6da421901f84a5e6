#include "suite/product_mistakes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

namespace grader::suite {

namespace {

using Shared = std::shared_ptr<const Product>;
using Place = std::size_t (*)(const Product& p, std::size_t row, std::size_t column);

std::size_t by_rows_of_A(const Product& p, std::size_t i, std::size_t l) {
    return i * p.k + l;
}
std::size_t by_rows_of_B(const Product& p, std::size_t l, std::size_t j) {
    return l * p.n + j;
}

/// Element (i, j) if A and B are read at these positions and the sum has `terms` terms.
std::optional<double> element(const Product& p, std::size_t i, std::size_t j, Place in_A,
                              Place in_B, int terms) {
    double sum = 0;
    for (int l = 0; l < terms; ++l) {
        const std::size_t a = in_A(p, i, l), b = in_B(p, l, j);
        if (a >= p.A.size() || b >= p.B.size()) return std::nullopt;
        sum += double{p.A[a]} * p.B[b];
    }
    return sum;
}

Mistake misread(const Shared& p, std::string words, Place in_A, Place in_B) {
    return {std::move(words), [p, in_A, in_B](std::size_t at) {
                return element(*p, at / p->n, at % p->n, in_A, in_B, p->k);
            }};
}

Mistake cut_short(const Shared& p, int terms) {
    return {fmt::format("where the sums end after {} of {} terms", terms, p->k),
            [p, terms](std::size_t at) {
                return element(*p, at / p->n, at % p->n, by_rows_of_A, by_rows_of_B, terms);
            },
            terms == 0};
}

// Each term loses its fractional part.
Mistake kept_in_an_int(const Shared& p) {
    return {"where the sum is kept in an int", [p](std::size_t at) -> std::optional<double> {
                constexpr float most = 1e9F;  // beyond this, the result of the overflow is unknown
                int sum = 0;
                for (int l = 0; l < p->k; ++l) {
                    const float a = p->A[by_rows_of_A(*p, at / p->n, l)];
                    const float next = sum + a * p->B[by_rows_of_B(*p, l, at % p->n)];
                    if (!(std::abs(next) < most)) return std::nullopt;
                    sum = static_cast<int>(next);
                }
                return sum;
            }};
}

}  // namespace

std::vector<Mistake> product_mistakes(Product product) {
    const auto p = std::make_shared<const Product>(std::move(product));
    std::vector<Mistake> all{
        misread(
            p,
            fmt::format("where rows of {0} are taken to be k long, {0}[l * k + j]", p->name_of_B),
            by_rows_of_A,
            [](const Product& p, std::size_t l, std::size_t j) { return l * p.k + j; }),
        misread(
            p,
            fmt::format("where rows of {0} are taken to be n long, {0}[i * n + l]", p->name_of_A),
            [](const Product& p, std::size_t i, std::size_t l) { return i * p.n + l; },
            by_rows_of_B),
        misread(
            p, fmt::format("where {0} is read column by column, {0}[l * m + i]", p->name_of_A),
            [](const Product& p, std::size_t i, std::size_t l) { return l * p.m + i; },
            by_rows_of_B),
        misread(p, fmt::format("where {0} is read column by column, {0}[j * k + l]", p->name_of_B),
                by_rows_of_A,
                [](const Product& p, std::size_t l, std::size_t j) { return j * p.k + l; }),
        {fmt::format("where {0} is written column by column, {0}[j * m + i]", p->name_of_C),
         [p](std::size_t at) {
             return element(*p, at % p->m, at / p->m, by_rows_of_A, by_rows_of_B, p->k);
         }},
    };
    all.push_back(kept_in_an_int(p));
    for (int terms = 0; terms < p->k; ++terms) all.push_back(cut_short(p, terms));
    return all;
}

}  // namespace grader::suite
