#include "suite/causes/product_mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
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

// What lies at a place of a matrix of so many rows whose columns lie one behind the other, as a
// place in memory by rows.
std::size_t by_columns(std::size_t place, std::size_t rows, std::size_t columns) {
    return place % rows * columns + place / rows;
}

std::size_t by_columns_of_A(const Product& p, std::size_t i, std::size_t l) {
    return by_columns(by_rows_of_A(p, i, l), p.m, p.k);
}
std::size_t by_columns_of_B(const Product& p, std::size_t l, std::size_t j) {
    return by_columns(by_rows_of_B(p, l, j), p.k, p.n);
}

// The other matrices are the same when read by columns where they are square.
void add_stored_by_columns(std::vector<Mistake>& all, const Shared& p) {
    const auto words = [](const std::string& names) {
        return fmt::format("where {} in memory column by column, and read row by row", names);
    };
    if (p->m != p->k)
        all.push_back(misread(p, words(p->name_of_A + " lies"), by_columns_of_A, by_rows_of_B));
    if (p->k != p->n)
        all.push_back(misread(p, words(p->name_of_B + " lies"), by_rows_of_A, by_columns_of_B));
    if (p->m != p->k || p->k != p->n)
        all.push_back(misread(p, words(p->name_of_A + " and " + p->name_of_B + " lie"),
                              by_columns_of_A, by_columns_of_B));
}

// Each term loses its fractional part. If all factors are below 1, the same is left where a factor
// loses it, or where the bytes of an int are taken for those of a float.
Mistake kept_in_an_int(const Shared& p) {
    return {
        "where whole numbers are all that is left of the sum, or of a factor: is one of them "
        "converted to an int?",
        [p](std::size_t at) -> std::optional<double> {
            constexpr float most = 1e9F;  // beyond this, the result of the overflow is unknown
            int sum = 0;
            for (int l = 0; l < p->k; ++l) {
                const float a = p->A[by_rows_of_A(*p, at / p->n, l)];
                const float next = sum + a * p->B[by_rows_of_B(*p, l, at % p->n)];
                if (!(std::abs(next) < most)) return std::nullopt;
                sum = static_cast<int>(next);
            }
            return sum;
        },
        false, true};
}

// ---- Tiles. Beyond the edges of A and B, they hold zeros.

double in_A(const Product& p, int i, int l) {
    return i < p.m && l < p.k ? p.A[by_rows_of_A(p, i, l)] : 0.0;
}
double in_B(const Product& p, int l, int j) {
    return l < p.k && j < p.n ? p.B[by_rows_of_B(p, l, j)] : 0.0;
}

/// An element of C and its place in its tile.
struct InTile {
    int i, j, ti, tj;
};

/// C if each pair of tiles adds what `added` returns for the pair that begins at column `first` of
/// A, and the pairs begin `step` apart.
template <class Added>
Mistake by_tiles(const Shared& p, std::string words, int step, Added added) {
    return {std::move(words), [=](std::size_t at) -> std::optional<double> {
                const int i = static_cast<int>(at / p->n), j = static_cast<int>(at % p->n);
                const InTile place{i, j, i % p->depth, j % p->depth};
                double sum = 0;
                for (int first = 0; first < p->k; first += step) sum += added(place, first);
                return sum;
            }};
}

/// The products of one pair of tiles.
double of_pair(const Product& p, int i, int j, int first) {
    double sum = 0;
    for (int l = first; l < first + p.depth; ++l) sum += in_A(p, i, l) * in_B(p, l, j);
    return sum;
}

/// A pointer to B's tile goes on by the depth of a tile, as that to A's does.
void add_tiles_of_B_along_a_row(std::vector<Mistake>& all, const Shared& p) {
    all.push_back(
        {fmt::format("where the next tile of {0} begins {1} elements further in memory, in the "
                     "same row: {1} rows further, that is {1} times the length of a row",
                     p->name_of_B, p->depth),
         [p](std::size_t at) -> std::optional<double> {
             const int i = static_cast<int>(at / p->n), j = static_cast<int>(at % p->n);
             double sum = 0;
             for (int l = 0; l < p->k; ++l) {
                 const int first = l / p->depth * p->depth;
                 const std::size_t b = by_rows_of_B(*p, l - first, j) + first;
                 if (b >= p->B.size()) return std::nullopt;
                 sum += in_A(*p, i, l) * p->B[b];
             }
             return sum;
         }});
}

void add_mistakes_along_k(std::vector<Mistake>& all, const Shared& p) {
    const int depth = p->depth, last = (p->k - 1) / depth * depth;
    all.push_back(by_tiles(
        p,
        "where the sum holds the products of the last tiles only: each pair of tiles replaces what "
        "those before it gave",
        depth, [=](const InTile& c, int first) {
            return first == last ? of_pair(*p, c.i, c.j, first) : 0;
        }));
    all.push_back(by_tiles(p, "where each product replaces the sum, and is not added to it", depth,
                           [=](const InTile& c, int first) {
                               const int l = first + depth - 1;
                               return first == last ? in_A(*p, c.i, l) * in_B(*p, l, c.j) : 0;
                           }));
    all.push_back(by_tiles(
        p,
        fmt::format("where the next tiles begin one column of {} further, and not {}: most "
                    "products are added several times",
                    p->name_of_A, depth),
        1, [=](const InTile& c, int first) { return of_pair(*p, c.i, c.j, first); }));
    add_tiles_of_B_along_a_row(all, p);
    all.push_back(by_tiles(
        p,
        fmt::format("where the number of a tile stands for its first column: tile t of {} begins "
                    "at column t * {}",
                    p->name_of_A, depth),
        1, [=](const InTile& c, int first) {
            return first <= last / depth ? of_pair(*p, c.i, c.j, first) : 0;
        }));
    all.push_back(
        by_tiles(p, "where every second pair of tiles is left out", 2 * depth,
                 [=](const InTile& c, int first) { return of_pair(*p, c.i, c.j, first); }));
    const auto same_tiles = [=](bool of_A, bool of_B) {
        return [=](const InTile& c, int first) {
            double sum = 0;
            for (int l = 0; l < depth && first + l < p->k; ++l)
                sum += in_A(*p, c.i, of_A ? l : first + l) * in_B(*p, of_B ? l : first + l, c.j);
            return sum;
        };
    };
    const auto words = [](const std::string& names) {
        return fmt::format(
            "where the first tile of {} stands for all of them: does the index have what the loop "
            "over the tiles counts, and is the tile that was loaded last the one that is read?",
            names);
    };
    all.push_back(by_tiles(p, words(p->name_of_A), depth, same_tiles(true, false)));
    all.push_back(by_tiles(p, words(p->name_of_B), depth, same_tiles(false, true)));
    all.push_back(by_tiles(p, words(p->name_of_A + " and of " + p->name_of_B), depth,
                           same_tiles(true, true)));
}

void add_exchanged_in_tiles(std::vector<Mistake>& all, const Shared& p) {
    const int tile = p->depth;
    all.push_back(by_tiles(
        p,
        fmt::format("where a thread takes the column of {} whose number in the tile is that of its "
                    "row: it is that of its column",
                    p->name_of_B),
        tile,
        [=](const InTile& c, int first) { return of_pair(*p, c.i, c.j - c.tj + c.ti, first); }));
    // What lies at [ty][tx] of a tile is stored, or read, at [tx][ty].
    const auto exchanged = [=](bool of_A, bool of_B) {
        return [=](const InTile& c, int first) {
            double sum = 0;
            for (int l = 0; l < tile; ++l)
                sum += (of_A ? in_A(*p, c.i - c.ti + l, first + c.ti) : in_A(*p, c.i, first + l)) *
                       (of_B ? in_B(*p, first + c.tj, c.j - c.tj + l) : in_B(*p, first + l, c.j));
            return sum;
        };
    };
    const auto words = [](const std::string& names) {
        return fmt::format(
            "where the two indices of the tile of {} are exchanged, either where it "
            "is stored or where it is read",
            names);
    };
    all.push_back(by_tiles(p, words(p->name_of_A), tile, exchanged(true, false)));
    all.push_back(by_tiles(p, words(p->name_of_B), tile, exchanged(false, true)));
    all.push_back(by_tiles(p, words(p->name_of_A + " and that of " + p->name_of_B), tile,
                           exchanged(true, true)));
    all.push_back(by_tiles(
        p, fmt::format("where rows and columns are exchanged within each tile of {}", p->name_of_C),
        tile, [=](const InTile& c, int first) {
            return of_pair(*p, c.i - c.ti + c.tj, c.j - c.tj + c.ti, first);
        }));
}

// A thread has each * each elements, `apart` from one another, and stores the one of its row r and
// column c as that of row c and column r.
void add_exchanged_in_registers(std::vector<Mistake>& all, const Shared& p) {
    for (int apart = 1; apart <= 32; apart *= 2)
        for (const int each : {2, 4, 8}) {
            if (apart >= std::max(p->m, p->n)) continue;
            const auto exchanged = [=](int own, int other) {
                return own + (other / apart % each - own / apart % each) * apart;
            };
            all.push_back(
                {"where the rows and columns of each thread's elements are exchanged: "
                 "are the two indices of its sums in one order where they are made and "
                 "where they are stored?",
                 [=](std::size_t at) {
                     const int i = static_cast<int>(at) / p->n, j = static_cast<int>(at) % p->n;
                     double sum = 0;
                     for (int l = 0; l < p->k; ++l)
                         sum += in_A(*p, exchanged(i, j), l) * in_B(*p, l, exchanged(j, i));
                     return sum;
                 }});
        }
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
    add_stored_by_columns(all, p);
    all.push_back(kept_in_an_int(p));
    for (int terms = 0; terms < p->k; ++terms) all.push_back(cut_short(p, terms));
    if (p->depth > 0 && p->k > 0) add_mistakes_along_k(all, p);
    if (p->depth == 0 && p->k > 1)
        all.push_back(
            {"where each product replaces the sum, and is not added to it", [p](std::size_t at) {
                 const int i = static_cast<int>(at / p->n), j = static_cast<int>(at % p->n);
                 return in_A(*p, i, p->k - 1) * in_B(*p, p->k - 1, j);
             }});
    if (p->are_square)
        add_exchanged_in_tiles(all, p);
    else
        add_exchanged_in_registers(all, p);
    return all;
}

}  // namespace grader::suite
