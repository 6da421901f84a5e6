// How the blocks and threads of a launch divide the rows of a matrix.
#include "simulator/count/row_shares.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "warp_scene.hpp"

using namespace cusim::count::tests;

namespace {

constexpr unsigned row = 40;  // words: rows do not begin with a sector

struct Watch {
    explicit Watch(const int* matrix) {
        cusim::count::watch_rows(matrix, sizeof(int) * row * 3, sizeof(int) * row);
    }
    ~Watch() { cusim::count::watch_rows(nullptr, 0, 0); }
};

// Each block reads these words of the matrix, lane by lane.
void read_by_blocks(const int* a, const std::vector<std::vector<unsigned>>& words) {
    Launch launch(static_cast<unsigned>(words.size()), 32);
    for (unsigned block = 0; block < words.size(); ++block)
        for (unsigned lane = 0; lane < 32; ++lane) {
            auto& thread = launch.thread(block, lane);
            for (unsigned i = lane; i < words[block].size(); i += 32)
                thread.read(a + words[block][i]);
            thread.end();
        }
}

std::vector<unsigned> range(unsigned from, unsigned to) {
    std::vector<unsigned> words;
    for (unsigned i = from; i < to; ++i) words.push_back(i);
    return words;
}

}  // namespace

TEST_CASE("a block that loads a whole row is seen beside one that loads a part again") {
    const int* const a = allocation(3 * row);
    const Watch watch(a);
    read_by_blocks(a, {range(row, 2 * row), range(row, row + 30)});
    CHECK(counter("most_bytes_of_a_row") == sizeof(int) * row);
}

TEST_CASE("blocks that share rows load parts of them, however many rows they have") {
    const int* const a = allocation(3 * row);
    const Watch watch(a);
    std::vector<unsigned> left, right;
    for (unsigned first = 0; first < 3 * row; first += row) {
        for (unsigned i = first; i < first + 24; ++i) left.push_back(i);
        for (unsigned i = first + 24; i < first + row; ++i) right.push_back(i);
    }
    read_by_blocks(a, {left, right, left});
    CHECK(counter("most_bytes_of_a_row") == sizeof(int) * 24);
}

TEST_CASE("what a block loads twice counts once, and by any lanes") {
    const int* const a = allocation(3 * row);
    const Watch watch(a);
    read_by_blocks(a, {{3, 3, 7, 3, 7, 11}});
    CHECK(counter("most_bytes_of_a_row") == sizeof(int) * 3);
}

TEST_CASE("a thread that loads a whole row is seen, though others load as much for nothing") {
    const int* const a = allocation(3 * row);
    const Watch watch(a);
    run_one_by_one(32, [&](Thread& thread, unsigned lane) {
        for (unsigned i = lane < 4 ? 0 : row - 2; i < row; ++i) thread.read(a + i);
    });
    CHECK(counter("most_bytes_of_a_row_by_thread") == sizeof(int) * row);
}

TEST_CASE("a thread that alternates between rows has its share of each") {
    const int* const a = allocation(3 * row);
    const Watch watch(a);
    run_one_by_one(1, [&](Thread& thread, unsigned) {
        for (unsigned i = 0; i < 7; ++i) {
            thread.read(a + i);
            thread.read(a + row + i);
        }
    });
    CHECK(counter("most_bytes_of_a_row_by_thread") == sizeof(int) * 7);
}

TEST_CASE("what the blocks load of all rows is added up, and nothing of other arrays") {
    const int* const a = allocation(4 * row);
    const Watch watch(a);
    read_by_blocks(a, {range(0, row), range(row - 3, row + 5), range(3 * row, 4 * row)});
    CHECK(counter("bytes_of_rows") == sizeof(int) * (row + 8));
}

TEST_CASE("the blocks of a cluster load a row as one") {
    const int* const a = allocation(3 * row);
    const Watch watch(a);
    cusim::trace::Cluster cluster;
    cluster.members.resize(2);
    cluster.first_epoch = 7;
    {
        Launch launch(2, 32);
        for (unsigned block = 0; block < 2; ++block) {
            launch.join(block, cluster);
            for (unsigned lane = 0; lane < 32; ++lane) {
                auto& thread = launch.thread(block, lane);
                if (lane < row / 2) thread.read(a + block * row / 2 + lane);
                thread.end();
            }
        }
    }
    CHECK(counter("most_bytes_of_a_row") == sizeof(int) * row);
}
