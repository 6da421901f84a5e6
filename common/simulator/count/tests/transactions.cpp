// Compares the cost of single requests with the counts of a profiler on an H100 (requests_h100.txt,
// written by validation/validate).
#include "simulator/count/transactions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace cusim;
using namespace cusim::count;

namespace {

template <class Index>
trace::WarpRequest request(unsigned size, Index index, std::uint32_t mask = ~0u) {
    trace::WarpRequest made{mask, size, {}};
    for (unsigned lane = 0; lane < 32; ++lane) made.address[lane] = 4096 + index(lane) * size;
    return made;
}

// A line of the table: name, bytes per lane, mask, "x" or "x:y" for each lane in the mask, '=',
// counts.
struct Measured {
    std::string name;
    unsigned size = 0;
    std::uint32_t mask = 0;
    std::array<std::uint64_t, 32> x{}, y{};
    std::vector<unsigned> counts;

    bool is(const char* kind) const { return name.rfind(kind, 0) == 0; }
    bool names(const char* word) const { return name.find(word) != std::string::npos; }
};

Measured parse(const std::string& line) {
    std::istringstream words{line};
    Measured made;
    words >> made.name >> made.size >> std::hex >> made.mask >> std::dec;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if ((made.mask >> lane & 1) == 0) continue;
        words >> made.x[lane];
        if (words.peek() == ':') words.ignore() >> made.y[lane];
    }
    std::string equals;
    words >> equals;
    REQUIRE(equals == "=");
    for (unsigned count; words >> count;) made.counts.push_back(count);
    return made;
}

std::vector<Measured> measurements() {
    std::ifstream file{"tests/requests_h100.txt"};
    REQUIRE(file.good());
    std::vector<Measured> all;
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line[0] != '#') all.push_back(parse(line));
    return all;
}

trace::WarpRequest in_elements(const Measured& row) {
    trace::WarpRequest made{row.mask, row.size, {}};
    for (unsigned lane = 0; lane < 32; ++lane) made.address[lane] = row.x[lane] * row.size;
    return made;
}

// The addresses of texels in the measuring program's textures: pitched memory with 256 texels a
// row, or an array, whose sectors are 16 bytes of two rows.
std::uint64_t texel(const Measured& row, std::uint64_t x, std::uint64_t y) {
    if (row.names("pitch")) return (y * 256 + x) * row.size;
    return ((y / 2) << 16) + x * row.size / 16 * 32;
}

// "between": sampled at a texel's corner with linear filtering, which reads the neighbours too.
std::vector<trace::WarpRequest> texels(const Measured& row) {
    const unsigned reach = row.names("between") ? 2 : 1;
    std::vector<trace::WarpRequest> all;
    for (unsigned dy = 0; dy < (row.names("2d") ? reach : 1); ++dy)
        for (unsigned dx = 0; dx < reach; ++dx) {
            trace::WarpRequest made{row.mask, row.size, {}};
            for (unsigned lane = 0; lane < 32; ++lane)
                made.address[lane] =
                    texel(row, row.x[lane] - std::min<std::uint64_t>(dx, row.x[lane]),
                          row.y[lane] - std::min<std::uint64_t>(dy, row.y[lane]));
            all.push_back(made);
        }
    return all;
}

// An atomic whose result is not used is a red, except swaps, which are always atoms.
std::vector<unsigned> global_atomic(const Measured& row) {
    const unsigned sectors = atomic_sectors(in_elements(row));
    if (row.names("used") || row.names("cas") || row.names("exch")) return {0, 0, 1, sectors};
    return {1, sectors, 0, 0};
}

// Requests for which the hardware does not always merge the lanes of a sector; the reason is
// unknown.
bool is_scattered_atomic(const Measured& row) {
    return row.is("global_") && !row.is("global_load") && !row.is("global_store") &&
           global_sectors(in_elements(row)) > 8;
}

std::vector<unsigned> shared_atomic(const Measured& row) {
    const bool loop = row.names("float") || row.names("add_u64") || row.names("double");
    const trace::SharedAtomic how = loop && !row.names("exch") ? trace::SharedAtomic::loop
                                    : row.names("cas") ? trace::SharedAtomic::compare_and_swap
                                                       : trace::SharedAtomic::native;
    const SharedAtomicCost cost = shared_atomic_cost(in_elements(row), how);
    return {cost.atomics.wavefronts, cost.atomics.bank_conflicts, cost.loads.wavefronts,
            cost.loads.bank_conflicts};
}

std::vector<unsigned> computed(const Measured& row) {
    const trace::WarpRequest plain = in_elements(row);
    if (row.is("global_load") || row.is("global_store")) return {1, global_sectors(plain)};
    if (row.is("global_")) return global_atomic(row);
    if (row.is("shared_load") || row.is("shared_store")) {
        const SharedCost cost = shared_cost(plain, row.is("shared_store"));
        return {cost.wavefronts, cost.bank_conflicts};
    }
    if (row.is("shared_")) return shared_atomic(row);
    const TextureCost cost =
        row.is("fetch") ? texture_fetch_cost(plain) : texture_sample_cost(texels(row));
    return {cost.requests, cost.sectors};
}

}  // namespace

TEST_CASE("what an H100 counted for a request is what the rules say") {
    const auto rows = measurements();
    CHECK(rows.size() > 1000);
    for (const Measured& row : rows) {
        if (is_scattered_atomic(row)) continue;
        INFO(row.name << ", " << row.size << " bytes a lane, mask " << row.mask);
        CHECK(computed(row) == row.counts);
    }
}

TEST_CASE("atomics scattered over many sectors cost one or two more at times") {
    unsigned rows = 0, more = 0;
    for (const Measured& row : measurements()) {
        if (!is_scattered_atomic(row)) continue;
        const unsigned ours = atomic_sectors(in_elements(row));
        const unsigned device = row.counts[1] + row.counts[3];
        CHECK(device >= ours);
        CHECK(device <= ours + 2);
        ++rows;
        more += device > ours;
    }
    CHECK(rows > 50);
    CHECK(more * 8 < rows);
}

TEST_CASE("neighbouring lanes share sectors, whatever their order") {
    CHECK(global_sectors(request(4, [](unsigned lane) { return lane; })) == 4);
    CHECK(global_sectors(request(4, [](unsigned lane) { return 31 - lane; })) == 4);
    CHECK(global_sectors(request(4, [](unsigned lane) { return lane + 1; })) == 5);
    CHECK(global_sectors(request(16, [](unsigned lane) { return lane; })) == 16);
    CHECK(global_sectors(request(1, [](unsigned lane) { return lane; })) == 1);
}

TEST_CASE("one address is one sector, a stride of a sector and more is one each") {
    CHECK(global_sectors(request(4, [](unsigned) { return 7u; })) == 1);
    CHECK(global_sectors(request(4, [](unsigned lane) { return 8 * lane; })) == 32);
    CHECK(global_sectors(request(
              4, [](unsigned lane) { return 256 * lane; }, 0x8001'0001)) == 3);
}

TEST_CASE("the first address may be zero") {
    trace::WarpRequest zero{1, 4, {}};
    CHECK(global_sectors(zero) == 1);
    CHECK(atomic_sectors(zero) == 1);
    CHECK(shared_cost(zero, false).wavefronts == 1);
}

TEST_CASE("atomics on one address count a sector each; neighbours share theirs") {
    CHECK(atomic_sectors(request(4, [](unsigned) { return 3u; })) == 32);
    CHECK(atomic_sectors(request(4, [](unsigned lane) { return lane; })) == 4);
    CHECK(atomic_sectors(request(4, [](unsigned lane) { return lane / 4; })) == 4);
}

TEST_CASE("constant memory serves each address of a request once") {
    CHECK(constant_addresses(request(4, [](unsigned) { return 5u; })) == 1);
    CHECK(constant_addresses(request(4, [](unsigned lane) { return lane; })) == 32);
    CHECK(constant_addresses(request(4, [](unsigned lane) { return lane / 4; })) == 8);
    CHECK(constant_addresses(request(
              4, [](unsigned lane) { return lane % 2; }, 0x5555'5555)) == 1);
}

TEST_CASE("distinct words of one bank conflict, one word does not") {
    const auto column = shared_cost(request(4, [](unsigned lane) { return 32 * lane; }), false);
    CHECK(column.wavefronts == 32);
    CHECK(column.bank_conflicts == 31);
    const auto padded = shared_cost(request(4, [](unsigned lane) { return 33 * lane; }), false);
    CHECK(padded.wavefronts == 1);
    CHECK(padded.bank_conflicts == 0);
    const auto same = shared_cost(request(4, [](unsigned) { return 5u; }), false);
    CHECK(same.wavefronts == 1);
    const auto bytes = shared_cost(request(1, [](unsigned lane) { return lane; }), false);
    CHECK(bytes.wavefronts == 1);
}
