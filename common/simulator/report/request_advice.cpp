// Derived from the addresses of the line's worst request: a constant stride from lane to lane, runs
// of neighbours, lanes with equal addresses.
#include "simulator/report/request_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>

namespace cusim::report {
namespace {

constexpr std::int64_t bank_bytes = 4;

std::vector<std::int64_t> offsets(const RequestExample& example) {
    std::vector<std::int64_t> result;
    for (std::uint32_t rest = example.lanes; rest != 0; rest &= rest - 1)
        result.push_back(example.offset[std::countr_zero(rest)]);
    return result;
}

// The distance in bytes from each active lane to the next; nullopt if it varies.
std::optional<std::int64_t> stride_of(const std::vector<std::int64_t>& at) {
    if (at.size() < 2) return std::nullopt;
    for (std::size_t i = 2; i < at.size(); ++i)
        if (at[i] - at[i - 1] != at[1] - at[0]) return std::nullopt;
    return at[1] - at[0];
}

// The number of runs of lanes whose elements are adjacent.
std::size_t runs_of_neighbours(const std::vector<std::int64_t>& at, std::int64_t size) {
    std::size_t runs = 1;
    for (std::size_t i = 1; i < at.size(); ++i) runs += at[i] - at[i - 1] != size;
    return runs;
}

// The largest number of lanes with the same address.
std::size_t crowd(const std::vector<std::int64_t>& at) {
    std::map<std::int64_t, std::size_t> lanes;
    std::size_t most = 0;
    for (const std::int64_t offset : at) most = std::max(most, ++lanes[offset]);
    return most;
}

std::string elements(std::int64_t bytes, std::int64_t size) {
    return bytes % size == 0 ? fmt::format("{} elements", std::abs(bytes) / size)
                             : fmt::format("{} bytes", std::abs(bytes));
}

bool is_atomic(const WorstLine& line) {
    return line.operation == Operation::red || line.operation == Operation::atom;
}

std::string global_advice(const WorstLine& line) {
    const auto at = offsets(line.example);
    const std::int64_t size = std::max(line.example.size, 1u);
    if (is_atomic(line) && crowd(at) > 1)
        return fmt::format(
            "{} lanes update one element, and atomics on one address take turns: add up within the "
            "warp or the block first, and update once.",
            crowd(at));
    const auto stride = stride_of(at);
    if (stride && std::abs(*stride) > size)
        return fmt::format(
            "neighbouring lanes are {} apart, so of the {} bytes of a sector they use {}: let "
            "neighbouring lanes use neighbouring elements, or bring the data through shared memory "
            "in rows.",
            elements(*stride, size), sector_bytes,
            std::max<std::int64_t>(std::int64_t(at.size()) * size / std::int64_t(line.example.cost),
                                   1));
    if (stride)
        return fmt::format(
            "the lanes are neighbours, but the first one begins {} bytes behind the start of a "
            "sector: let rows begin at a multiple of {} bytes, by a leading dimension of a "
            "multiple of {} elements.",
            (line.example.start + *std::ranges::min_element(at)) % sector_bytes, sector_bytes,
            sector_bytes / std::min(size, sector_bytes));
    if (const auto runs = runs_of_neighbours(at, size); runs <= at.size() / 2)
        return fmt::format(
            "the warp's lanes form {} runs of neighbours that lie apart: let all 32 lanes run "
            "along neighbouring elements, as with a block whose x extent is a multiple of 32.",
            runs);
    return "the lanes' elements lie scattered: let neighbouring lanes use neighbouring elements, "
           "or bring the data through shared memory in rows.";
}

std::string shared_advice(const WorstLine& line) {
    if (is_atomic(line))
        return "atomics on shared memory let one lane of each bank through at a time: add up in "
               "registers or by shuffles first, or spread the counts over several copies.";
    const auto stride = stride_of(offsets(line.example));
    if (!stride || *stride % bank_bytes != 0)
        return "several lanes want different words of one bank: let neighbouring lanes use "
               "neighbouring elements.";
    const std::int64_t words = std::abs(*stride) / bank_bytes;
    const std::int64_t reached = banks / std::gcd(words, banks);
    const std::string cause = fmt::format(
        "neighbouring lanes are {} words apart and so meet in {} of the {} banks: ", words, reached,
        banks);
    if (words % banks == 0)
        return cause +
               "pad each row by one element, as in tile[32][33], or let neighbouring lanes "
               "use neighbouring elements.";
    return cause +
           "let neighbouring lanes use neighbouring elements; a stride that must be, make "
           "odd by padding.";
}

}  // namespace

std::string advice(const WorstLine& line) {
    if (line.beyond() == 0)
        return line.space == MemorySpace::shared
                   ? "no bank has to deliver two words at a time: there is nothing to gain here."
                   : "the lanes use all that is fetched: there is nothing to gain here.";
    return line.space == MemorySpace::shared ? shared_advice(line) : global_advice(line);
}

}  // namespace cusim::report
