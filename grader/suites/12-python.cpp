// The graded cases of lab 12: a product from Python with host arrays, one in tiles with device
// arrays, and a comparison with NumPy. The device is a process of the simulator, and the student's
// Python runs in another one, so neither it nor its imports can affect records, values and copies.
#include "suite/work.hpp"
#include "suites/12-python/checks.hpp"

namespace python_products {

LAB_SUITE("12-python");

// ---- Rung 1: multiply

GRADED(correct, "rung 1: multiply: integers, every shape", 14) {
    check_integers("multiply");
}
GRADED(correct, "rung 1: multiply: reals, rounding bound", 6) {
    check_reals("multiply");
}
GRADED(correct, "rung 1: multiply: float64, column by column", 5) {
    check_doubles_of_multiply();
}
GRADED(correct, "rung 1: multiply: what does not fit is a ValueError", 5) {
    check_refused();
}
GRADED(safe, "rung 1: multiply: nothing is found", 8) {
    expect_no_findings("multiply");
}
GRADED(fast, "rung 1: multiply: work", 6) {
    check_work_of_multiply();
}

// ---- Rung 2: multiply_tiled

GRADED(correct, "rung 2: multiply_tiled: integers, every shape", 14) {
    check_integers("multiply_tiled");
}
GRADED(correct, "rung 2: multiply_tiled: reals, rounding bound", 6) {
    check_reals("multiply_tiled");
}
GRADED(safe, "rung 2: multiply_tiled: nothing is found", 8) {
    expect_no_findings("multiply_tiled");
}
GRADED(fast, "rung 2: multiply_tiled: loads fall by the width of a tile", 6) {
    check_loads_of_tiles();
}
GRADED(fast, "rung 2: multiply_tiled: shared memory without conflicts", 4) {
    check_no_conflicts();
}
GRADED(fast, "rung 2: multiply_tiled: work", 4) {
    check_work_of_tiles();
}

// ---- Rung 3: compare

GRADED(correct, "rung 3: compare: a row for each size", 6) {
    check_rows();
}
GRADED(correct, "rung 3: compare: the device's time is that of events", 4) {
    check_times();
}

// ---- What was predicted: the sizes in predict.toml, n = 80, and a size that is drawn

namespace {

int drawn_square() {
    return 16 * draw_size(4, "predicted side");
}

}  // namespace

GRADED(predict, "rung 1: multiply: requests", 2) {
    const auto counts_at = [](int n) -> CountsAt {
        return {{{"load_requests", counted(square("multiply", n), "global_load_requests")}},
                {{"n", n}}};
    };
    expect_predicted("multiply", counts_at(80), {counts_at(drawn_square())});
}
GRADED(predict, "rung 2: multiply_tiled: requests and barriers", 2) {
    const auto counts_at = [](int n) -> CountsAt {
        const Answer& answer = square("multiply_tiled", n);
        return {{{"load_requests", counted(answer, "global_load_requests")},
                 {"barriers", counted(answer, "barriers")}},
                {{"n", n}}};
    };
    demonstrate(square("multiply_tiled", 80));
    expect_predicted("multiply_tiled", counts_at(80), {counts_at(drawn_square())});
}

}  // namespace python_products
