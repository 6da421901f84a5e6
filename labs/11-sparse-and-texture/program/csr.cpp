#include "csr.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <stdexcept>

#include "runner/random.hpp"

namespace runner {

namespace {

// The k-th number of a stream, from 0 up to, but not including, `end`.
int drawn(std::uint64_t stream, std::uint64_t k, int end) {
    return static_cast<int>(bits_of(stream, k) % static_cast<std::uint64_t>(end));
}

std::vector<int> shuffled(std::vector<int> values, std::uint64_t seed) {
    const std::uint64_t stream = mix(seed, "rows");
    for (std::size_t i = values.size(); i > 1; --i)
        std::swap(values[i - 1],
                  values[static_cast<std::size_t>(drawn(stream, i, static_cast<int>(i)))]);
    return values;
}

std::vector<int> by_power_law(int rows, int mean, std::uint64_t seed) {
    double shares = 0;
    for (int rank = 1; rank <= rows; ++rank) shares += 1.0 / rank;
    std::vector<int> lengths(static_cast<std::size_t>(rows));
    for (int rank = 1; rank <= rows; ++rank)
        lengths[static_cast<std::size_t>(rank - 1)] =
            static_cast<int>(std::lround(double(rows) * mean / shares / rank));
    return shuffled(std::move(lengths), seed);
}

std::vector<int> with_a_huge_row(int rows, int mean, std::uint64_t seed) {
    std::vector<int> lengths(static_cast<std::size_t>(rows), (mean + 1) / 2);
    lengths[static_cast<std::size_t>(drawn(mix(seed, "huge"), 0, rows))] += rows * (mean / 2);
    return lengths;
}

std::vector<int> mostly_empty(int rows, int mean) {
    constexpr int one_in = 16;
    std::vector<int> lengths(static_cast<std::size_t>(rows), 0);
    for (int i = one_in / 2; i < rows - 1; i += one_in)
        lengths[static_cast<std::size_t>(i)] = one_in * mean;
    return lengths;
}

}  // namespace

std::string_view name_of(RowShape shape) {
    return row_shapes[static_cast<int>(shape)];
}

std::string_view words_of(RowShape shape) {
    static constexpr std::string_view words[] = {"uniform rows", "rows by a power law",
                                                 "one huge row", "mostly empty rows",
                                                 "only empty rows"};
    static_assert(std::size(words) == std::size(row_shapes));
    return words[static_cast<int>(shape)];
}

RowShape row_shape(std::string_view name) {
    const auto found = std::ranges::find(row_shapes, name);
    if (found == std::end(row_shapes))
        throw std::invalid_argument("rows of no kind that is known: " + std::string(name));
    return static_cast<RowShape>(found - std::begin(row_shapes));
}

std::vector<int> row_lengths(RowShape shape, int rows, int mean, std::uint64_t seed) {
    switch (shape) {
        case RowShape::uniform:
            return std::vector<int>(static_cast<std::size_t>(rows), mean);
        case RowShape::power_law:
            return by_power_law(rows, mean, seed);
        case RowShape::huge:
            return with_a_huge_row(rows, mean, seed);
        case RowShape::empty:
            return mostly_empty(rows, mean);
        case RowShape::none:
            break;
    }
    return std::vector<int>(static_cast<std::size_t>(rows), 0);
}

Csr make_csr(const std::vector<int>& lengths, int columns, InputKind kind, std::uint64_t seed) {
    Csr made{.rows = static_cast<int>(lengths.size()),
             .columns = columns,
             .row_start = std::vector<int>(lengths.size() + 1, 0),
             .column = {},
             .value = {}};
    std::partial_sum(lengths.begin(), lengths.end(), made.row_start.begin() + 1);
    const std::size_t nonzeros = static_cast<std::size_t>(made.nonzeros());
    made.column.resize(nonzeros);
    const std::uint64_t stream = mix(seed, "columns");
    for (std::size_t k = 0; k < nonzeros; ++k) made.column[k] = drawn(stream, k, columns);
    made.value.resize(nonzeros);
    fill(made.value, kind, seed, "values");
    return made;
}

Csr csr_of(int rows, int columns, const std::vector<Entry>& entries) {
    Csr made{.rows = rows,
             .columns = columns,
             .row_start = std::vector<int>(static_cast<std::size_t>(rows) + 1, 0),
             .column = std::vector<int>(entries.size()),
             .value = std::vector<float>(entries.size())};
    for (const Entry& entry : entries) ++made.row_start[static_cast<std::size_t>(entry.row) + 1];
    std::partial_sum(made.row_start.begin(), made.row_start.end(), made.row_start.begin());
    std::vector<int> next(made.row_start.begin(), made.row_start.end() - 1);
    for (const Entry& entry : entries) {
        const auto k = static_cast<std::size_t>(next[static_cast<std::size_t>(entry.row)]++);
        made.column[k] = entry.column;
        made.value[k] = entry.value;
    }
    return made;
}

}  // namespace runner
