// One warp's request, and what the hardware counts for it.
#include "simulator/observe/transactions.hpp"

#include <doctest/doctest.h>

using namespace cusim::observe;

namespace {

template <class Index>
WarpRequest request(unsigned size, Index index, std::uint32_t mask = ~0u) {
    WarpRequest made{mask, size, {}};
    for (unsigned lane = 0; lane < 32; ++lane) made.address[lane] = 4096 + index(lane) * size;
    return made;
}

}  // namespace

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

TEST_CASE("atomics on one address count a sector each; neighbours share theirs") {
    CHECK(atomic_sectors(request(4, [](unsigned) { return 3u; })) == 32);
    CHECK(atomic_sectors(request(4, [](unsigned lane) { return lane; })) == 4);
    CHECK(atomic_sectors(request(4, [](unsigned lane) { return lane / 4; })) == 4);
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
}

TEST_CASE("wide accesses need their wavefronts and conflict beyond them") {
    const auto wide = shared_cost(request(16, [](unsigned lane) { return lane; }), true);
    CHECK(wide.wavefronts == 4);
    CHECK(wide.bank_conflicts == 0);
}
