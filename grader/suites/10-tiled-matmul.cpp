// The graded cases of lab 10: C = A B in tiles, in registers, with vectors, and two hunts.
#include <cstdint>

#include "suite/work.hpp"
#include "suites/10-tiled-matmul/checks.hpp"

namespace tiled_matmul_suite {

LAB_SUITE("10-tiled-matmul");

namespace {

/// The sizes in predict.toml, and others for which its formulas must hold.
const Shape example{96, 160, 64};
Shape drawn_example() {
    const int m = 32 * draw_size(3, "predicted rows"),
              n = m + 32 * draw_size(2, "predicted columns");
    return {m, n, 32 * draw_size(2, "predicted terms")};
}

Sizes sizes_of(Shape shape) {
    return {{"m", shape.m}, {"n", shape.n}, {"k", shape.k}};
}

std::uint64_t load_sectors(const Answer& answer) {
    return counted(answer, "global_load_sectors");
}

}  // namespace

GRADED(correct, "rung 1: multiply_tiled: integers, every shape and tile", 9) {
    check_tiles();
}
GRADED(correct, "rung 1: multiply_tiled: reals, rounding bound", 3) {
    for (const int tile : {8, 16, 32}) check_reals(tiled(tile));
}
GRADED(correct, "rung 1: multiply_tiled: zeros, infinities and NaNs", 2) {
    check_special_values(tiled(16), odd_shape);
}
GRADED(correct, "rung 1: multiply_tiled: other tiles are refused", 1) {
    check_refused_tiles();
}
GRADED(safe, "rung 1: multiply_tiled: nothing is found", 6) {
    expect_no_findings("multiply_tiled");
}
GRADED(safe, "rung 1: multiply_tiled: reports a launch that fails", 1) {
    check_failures_reported(tiled(16));
}
GRADED(fast, "rung 1: multiply_tiled: loads fall by the tile's width", 3) {
    for (const int tile : {8, 16, 32}) check_traffic(tiled(tile));
    for (const int tile : {8, 16, 32}) check_tile_used(tile);
    for (const int tile : {8, 16, 32}) check_threads_share(tiled(tile));
}
GRADED(fast, "rung 1: multiply_tiled: shared memory without conflicts", 2) {
    check_no_conflicts(tiled(16));
}
GRADED(fast, "rung 1: multiply_tiled: work", 2) {
    check_work(tiled(16));
}
TIMED("rung 1: multiply_tiled: time on the device", 1) {
    check_time(tiled(32), {2048, 2048, 2048});
}
GRADED(predict, "rung 1: multiply_tiled: blocks, loads, barriers and sectors", 4) {
    const auto counts_at = [](Shape shape) -> CountsAt {
        const Answer& answer = counts_of(tiled(16), shape);
        const auto& launch = answer.launches().front();
        const auto of = [&](int rows, int columns) {
            const auto elements = static_cast<std::uint64_t>(rows * columns);
            return traffic(answer, elements * sizeof(float)).sectors * floats_per_sector / elements;
        };
        return {{{"blocks", static_cast<std::uint64_t>(grader::score::volume(launch.grid))},
                 {"loads_of_an_element_of_A", of(shape.m, shape.k)},
                 {"loads_of_an_element_of_B", of(shape.k, shape.n)},
                 {"barriers", counted(answer, "barriers")},
                 {"load_sectors", load_sectors(answer)}},
                sizes_of(shape)};
    };
    expect_predicted("multiply_tiled", counts_at(example), {counts_at(drawn_example())});
}

GRADED(correct, "first hunt: textbook: integers, every shape", 4) {
    check_integers(textbook);
}
GRADED(safe, "first hunt: textbook: nothing is found", 4) {
    expect_no_findings("textbook");
}
GRADED(fast, "first hunt: textbook: work", 1) {
    check_hunt(textbook);
}

GRADED(correct, "second hunt: strips: integers, every shape", 4) {
    check_integers(strips);
}
GRADED(safe, "second hunt: strips: nothing is found", 4) {
    expect_no_findings("strips");
}
GRADED(fast, "second hunt: strips: work", 1) {
    check_hunt(strips);
}

GRADED(correct, "rung 2: multiply_registers: integers, every shape", 7) {
    check_integers(registers);
}
GRADED(correct, "rung 2: multiply_registers: reals, rounding bound", 2) {
    check_reals(registers);
}
GRADED(correct, "rung 2: multiply_registers: zeros, infinities and NaNs", 1) {
    check_special_values(registers, odd_shape);
}
GRADED(safe, "rung 2: multiply_registers: nothing is found", 3) {
    expect_no_findings("multiply_registers");
}
GRADED(safe, "rung 2: multiply_registers: reports a launch that fails", 1) {
    check_failures_reported(registers);
}
GRADED(fast, "rung 2: multiply_registers: loads fall by the block's side", 3) {
    check_traffic(registers);
}
GRADED(fast, "rung 2: multiply_registers: shared memory four times less, without conflicts", 3) {
    check_no_conflicts(registers);
    check_wavefronts(registers);
}
GRADED(fast, "rung 2: multiply_registers: work", 2) {
    check_work(registers);
}
TIMED("rung 2: multiply_registers: time on the device", 1) {
    check_time(registers, {2048, 2048, 2048});
}
GRADED(predict, "rung 2: multiply_registers: sectors", 2) {
    const auto counts_at = [](Shape shape) -> CountsAt {
        return {{{"load_sectors", load_sectors(counts_of(registers, shape))}}, sizes_of(shape)};
    };
    expect_predicted("multiply_registers", counts_at(example), {counts_at(drawn_example())});
}

GRADED(correct, "rung 3: multiply_vectors: integers, every shape", 7) {
    check_integers(vectors);
}
GRADED(correct, "rung 3: multiply_vectors: reals, rounding bound", 1) {
    check_reals(vectors);
}
GRADED(correct, "rung 3: multiply_vectors: zeros, infinities and NaNs", 1) {
    check_special_values(vectors, odd_shape);
    check_special_values(vectors, whole_shape);
}
GRADED(safe, "rung 3: multiply_vectors: nothing is found", 4) {
    expect_no_findings("multiply_vectors");
}
GRADED(safe, "rung 3: multiply_vectors: reports a launch that fails", 1) {
    check_failures_reported(vectors);
}
GRADED(fast, "rung 3: multiply_vectors: four floats a load", 3) {
    check_vector_loads();
}
GRADED(fast, "rung 3: multiply_vectors: loads fall by the block's side", 3) {
    check_traffic(vectors);
}
GRADED(fast, "rung 3: multiply_vectors: shared memory eight times less, without conflicts", 3) {
    check_no_conflicts(vectors);
    check_wavefronts(vectors);
}
GRADED(fast, "rung 3: multiply_vectors: work", 2) {
    check_work(vectors);
}
TIMED("rung 3: multiply_vectors: time on the device", 3) {
    // Long sums: each batch brings C back, which for a C of 4096 x 4096 takes longer than the runs.
    check_time(vectors, {2048, 2048, 8192});
}

}  // namespace tiled_matmul_suite
