// Which condition is blamed for an index out of bounds, and which is not.
#include "simulator/report/advice/guard_causes.hpp"

#include "simulator/report/tests/index_access.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

TEST_CASE("a condition that admits one element too many is reported with its line") {
    CHECK(advice_has(
        advice_on({.text = own_row + "if (i <= n)\ny[i] = A[i * m];", .index = 700, .thread = 100}),
        "`i <= n` on line 3 lets i = n through, which is 100: write `i < n`."));
    CHECK(advice_has(advice_on({.text = own_row + "if (i > n) return;\ny[i] = A[i * m];",
                                .index = 700,
                                .thread = 100}),
                     "`i > n` on line 3 lets i = n through, which is 100: write `i >= n`."));
    CHECK(advice_has(advice_on({.text = "for (int j = 0; j <= m; j++) y[j] = 0;",
                                .variable = "y",
                                .index = 7,
                                .elements = 7,
                                .host = true}),
                     "`j <= m` on line 2 also takes j = m: write `j < m`."));
}

TEST_CASE("the missing condition is named") {
    CHECK(advice_has(advice_on({.text = own_row + "y[i] = 0;",
                                .variable = "y",
                                .index = 200,
                                .elements = 100,
                                .thread = 200}),
                     "let only those work whose `i` is below n (100), as in `if (i < n)`."));
}

TEST_CASE("a condition with another size is reported beside the one that fits") {
    const std::string text = advice_on({.text = own_row + "if (i < n)\ny[i] = 0;",
                                        .variable = "y",
                                        .index = 50,
                                        .elements = 7,
                                        .thread = 50});
    CHECK(advice_has(text, "`i < n` on line 3, where n is 100, lets i = 50 through"));
    CHECK(advice_has(text, "room for m (7): `i < m` is what fits it, unless"));
}

TEST_CASE("leaving a branch gives a condition, too, and a contradiction ends the analysis") {
    const std::string text = advice_on(
        {.text = own_row + "if (i >= n) return;\ny[i] = A[i + 690];", .index = 701, .thread = 11});
    CHECK(advice_has(text, "Without the 690 that is added"));
    // According to the text, thread 200 never gets here, so this is not the text that ran.
    CHECK_FALSE(advice_has(advice_on({.text = own_row + "if (i >= n) return;\ny[i] = A[i * m];",
                                      .index = 1400,
                                      .thread = 200}),
                           "Here i"));
}

TEST_CASE("a bound that is not known is more than the array has room for") {
    const std::string body = "int end = int(y[threadIdx.x]);\nfor (int k = 0; k < end; k++)\n";
    CHECK(advice_has(advice_on({.text = body + "y[0] += A[k];", .index = 700, .thread = 5}),
                     "`k < end` on line 3 lets k = 700 through, so end is more than the 700 that "
                     "the array has room for: are the index, the array and the sizes those that "
                     "are meant?"));
    CHECK_FALSE(advice_has(advice_on({.text = body + "y[0] += A[k + 1];", .index = 700}),
                           "is more than the 700"));
}

TEST_CASE("a loop with an unknown bound is reported with its condition") {
    const std::string text = advice_on(
        {.text = "int end = int(y[threadIdx.x]);\nfor (int k = 0; k <= end; k++)\ny[0] += A[k];",
         .index = 700,
         .thread = 5});
    CHECK(advice_has(text, "also takes k = end: write `k < end`"));
}

TEST_CASE("without any condition, and with more threads than elements, all of them are missing") {
    CHECK(advice_has(
        advice_on({.text = "int i = threadIdx.x;\nint j = threadIdx.x / 2;\ny[0] = A[i * m + j];",
                   .index = 750,
                   .elements = 100,
                   .thread = 100}),
        "No condition on the way here keeps out any thread"));
}

TEST_CASE("a condition of which one half suffices is told with the half that does not hold") {
    const std::string text = advice_on({.text = own_row + "if (i < n || m < n)\n    y[0] = A[i];",
                                        .index = 120,
                                        .elements = 100,
                                        .thread = 120});
    CHECK(advice_has(text,
                     "`i < n || m < n` on line 3 lets this thread through, although "
                     "`i < n` does not hold: `||` is true where one of the two holds"));
}

TEST_CASE("an early return for which both halves must hold is told with the half that holds") {
    const std::string text =
        advice_on({.text = own_row + "if (i >= n && m >= n) return;\n    y[0] = A[i];",
                   .index = 120,
                   .elements = 100,
                   .thread = 120});
    CHECK(advice_has(text,
                     "`i >= n && m >= n` on line 3 lets this thread through, although "
                     "`i >= n` holds: `||` is true where one of the two holds"));
}

TEST_CASE("a condition with the right size that compares another variable is shown") {
    Access access{.text =
                      "int tx = threadIdx.x, ty = threadIdx.y;\n"
                      "for (int first = 0; first < 10000; first += 64)\n"
                      "if (first + ty < n) y[0] += A[first + tx];",
                  .index = 101,
                  .elements = 100,
                  .thread = 101};
    CHECK(advice_has(advice_on(access),
                     "`first + ty < n` on line 4 compares `first + ty`, and the index has "
                     "`first + tx` = 101, where there is room for 100"));
    access.text =
        "int tx = threadIdx.x, ty = threadIdx.y;\n"
        "for (int first = 0; first < 10000; first += 64)\n"
        "if (ty < n) y[0] += A[first + tx];";
    CHECK_FALSE(advice_has(advice_on(access), "is one of the two meant"));
}

TEST_CASE("a condition that a semicolon cuts off is not said to be missing") {
    const std::string text = advice_on({.text = own_row + "if (i < n);\n    y[0] = A[i];",
                                        .index = 120,
                                        .elements = 100,
                                        .thread = 120});
    CHECK(advice_has(text, "`if (i < n)` on line 3 would keep this thread out, but the `;`"));
    CHECK_FALSE(advice_has(text, "No condition"));
    const std::string other = advice_on({.text = own_row + "if (i < 200);\n    y[0] = A[i];",
                                         .index = 120,
                                         .elements = 100,
                                         .thread = 120});
    CHECK(advice_has(other, "No condition on the way here keeps out"));
}

TEST_CASE("a condition on threadIdx.x is seen where the index adds it to something") {
    CHECK_FALSE(advice_has(
        advice_on({.text = "__shared__ int count, first;\nif (threadIdx.x < count) y[0] = "
                           "A[first + threadIdx.x];",
                   .index = 703,
                   .thread = 3}),
        "No condition"));
}

TEST_CASE("a size that the guard divides by that of an element counts bytes, and is right") {
    const std::string text =
        advice_on({.text = own_row + "if (i > n / sizeof(float)) return;\ny[i] = 0;",
                   .variable = "y",
                   .index = 25,
                   .elements = 25,
                   .thread = 25});
    CHECK(advice_has(text,
                     "`i > n / sizeof(float)` on line 3 lets i = n / sizeof(float) through, "
                     "which is 25: write `i >= n / sizeof(float)`."));
    CHECK_FALSE(advice_has(text, "multiply by the size"));
}

TEST_CASE("a guard that compares with the number of elements knows it") {
    const std::string text = advice_on({.text = own_row + "if (i < n / 4) y[i] = y[i + 1];",
                                        .variable = "y",
                                        .index = 25,
                                        .elements = 25,
                                        .thread = 24});
    CHECK_FALSE(advice_has(text, "multiply by the size"));
}

TEST_CASE("the index of a matrix in a vector is told by the matrix on the same line") {
    Access access{.text =
                      "int i = threadIdx.x / 4, j = threadIdx.x % 4;\n"
                      "if (i < n) y[0] += A[i * m + j] * y[i * m + j];",
                  .variable = "y",
                  .index = 9,
                  .elements = 7,
                  .thread = 6,
                  .pointers = {{"y", 0x1000, 28}, {"A", 0x2000, 2800}}};
    const char* const words =
        "`i * m + j` is an index of A on the same line, which has room for it: y has 7 elements, "
        "as many as `i` is multiplied by, and `y[j]` fits";
    CHECK(advice_has(advice_on(access), words));
    // A matrix of one row has as many elements, too.
    access.pointers = {{"y", 0x1000, 28}, {"A", 0x2000, 28}};
    CHECK_FALSE(advice_has(advice_on(access), "is an index of A"));
}

TEST_CASE("the only launch is told if it hands another size to the parameter of the condition") {
    Access access{.text = own_row + "if (i < n)\ny[i] = 0;",
                  .variable = "y",
                  .index = 50,
                  .elements = 3,
                  .thread = 50,
                  .behind =
                      "\n}\nvoid f(int n, int m, float* d_y, float* d_A) {\n"
                      "k<<<1, 256>>>(m, m, d_y, d_A);"};
    CHECK(advice_has(advice_on(access),
                     "room for 3 only. The only launch, on line 7, hands `m` to the parameter n: "
                     "is `n` meant?"));
    access.behind += "\nk<<<1, 256>>>(n, m, d_y, d_A);";
    CHECK_FALSE(advice_has(advice_on(access), "The only launch"));
    access.behind =
        "\n}\nvoid f(int n, int m, float* d_y, float* d_A) {\n"
        "k<<<1, 256>>>(n, m, d_y, d_A);";
    CHECK_FALSE(advice_has(advice_on(access), "The only launch"));
}

TEST_CASE("a condition that fits another array is not said to be the wrong one") {
    Access access{.text = "int j = threadIdx.x;\nif (j >= n) return;\nfloat x = A[j];\ny[j] = x;",
                  .variable = "y",
                  .index = 7,
                  .elements = 7,
                  .thread = 7,
                  .pointers = {{"y", 0x1000, 28}, {"A", 0x2000, 400}}};
    const std::string text = advice_on(access);
    CHECK(advice_has(text, "It fits A, of which line 4 uses `A[j]`: is another index meant here"));
    CHECK_FALSE(advice_has(text, "is what fits it"));
    access.pointers[1].bytes = 300;
    CHECK(advice_has(advice_on(access), "`j < m` is what fits it"));
}

TEST_CASE("a condition on a part of the index is compared with the whole") {
    CHECK(advice_has(advice_on({.text = "int t = threadIdx.x;\n"
                                        "for (int first = 0; first < n; first += 64) {\n"
                                        "int i = first + t;\n"
                                        "if (t < n) y[i] = 0;",
                                .variable = "y",
                                .index = 110,
                                .elements = 100,
                                .thread = 46,
                                .behind = "}"}),
                     "`t < n` on line 5 compares `t`, which is a part of the index `i` = 110: `i < "
                     "n` is what fits it."));
    const std::string text = advice_on({.text = "int t = threadIdx.x;\n"
                                                "for (int first = 0; first < n; first += 64) {\n"
                                                "int i = first + t;\n"
                                                "y[i] = 0;",
                                        .variable = "y",
                                        .index = 110,
                                        .elements = 100,
                                        .thread = 46,
                                        .behind = "}"});
    CHECK(advice_has(text, "as in `if (i < n)`"));
    CHECK_FALSE(advice_has(text, "first < n - t"));
}

TEST_CASE("a condition with another size on a sum of the index is told") {
    const std::string text =
        advice_on({.text = "int t = threadIdx.x % 8, row = threadIdx.x / 8;\n"
                           "for (int first = 0; first < 64; first += 8)\n"
                           "y[0] += first + t < n ? A[row * m + first + t] : 0;",
                   .index = 7,
                   .elements = 7,
                   .thread = 7});
    CHECK(advice_has(text,
                     "lets `first + t` = 7 through, and there is room for m (7): either "
                     "`first + t < m` is meant, or m and n are exchanged, in the launch"));
}

TEST_CASE("where one thread of several stores, its number is divided by how many they are") {
    CHECK(advice_has(advice_on({.text = "__shared__ float part[32];\n"
                                        "int j = threadIdx.x;\nint lane = j % 32;\n"
                                        "if (lane == 0) part[j] = A[0];",
                                .variable = "",
                                .index = 64,
                                .elements = 32,
                                .thread = 64}),
                     "`lane == 0` on line 5 lets one of 32 threads through, and there is room for "
                     "32: where those are to have an element each, it is `j / 32` that counts"));
}

TEST_CASE("a row that is right, in an array of rows of another length, is not too large") {
    const std::string text =
        advice_on({.text = "int t = threadIdx.x / 8, j = threadIdx.x % 8;\n"
                           "for (int first = 0; first < n; first += 50)\n"
                           "if (first + t < n) y[0] += A[(first + t) * n + j];",
                   .index = 707,
                   .thread = 63});
    CHECK(advice_has(text,
                     "`first + t` runs below n (100), and as many rows of the array's 700 elements "
                     "have m (7) each"));
    CHECK_FALSE(advice_has(text, "is meant, or"));
}

TEST_CASE(
    "of two conditions on a sum the inner one is told, which may look at the other variable") {
    const std::string text =
        advice_on({.text = "int width = min(64, n);\nfor (int first = 0; first < n; first += 64)\n"
                           "for (int k = threadIdx.x; k < width; k += 256) y[k] = A[first + k];",
                   .index = 104,
                   .elements = 100,
                   .thread = 40});
    CHECK(advice_has(text,
                     "`k < width` on line 4, where width is 64, lets k = 40 through, but from "
                     "first = 64 on the array has only 36 more: `k < n - first` fits"));
}

TEST_CASE("an array in which each thread of the block has an element is as long as the block") {
    const std::string text =
        advice_on({.text = "__shared__ float Q[64];\nint t = threadIdx.x / 64, z = threadIdx.x % "
                           "64;\nQ[t * 64 + z] = 0;",
                   .variable = "",
                   .index = 130,
                   .elements = 64,
                   .thread = 130});
    CHECK(advice_has(text,
                     "That is the thread's number, and a block has 256 threads: where each of "
                     "them is to have an element, the array needs as many"));
}

TEST_CASE("a block's number along one axis is told the axis that has as many blocks") {
    const StudentSource source(
        "__global__ void k(float* c) {\n  int frame = blockIdx.x;\n  c[2 * frame] = 0;\n}\n");
    Settled settled;
    settled.self = source.line(3);
    settled.recorded = {.finding = {.kind = FindingKind::out_of_bounds,
                                    .self = {.block = {3, 0, 0}, .op = Op::write},
                                    .variable = "c",
                                    .index = 6,
                                    .elements = 6,
                                    .element_size = 4,
                                    .space = Space::global},
                        .kernel = "k",
                        .grid = {32, 1, 3},
                        .block = {128, 1, 1}};
    CHECK(advice_has(bounds_advice(settled),
                     "`frame` is the block's number along x, there is room for 3, and the grid has "
                     "3 blocks along z: is `blockIdx.z` meant?"));
    settled.recorded.grid = {32, 3, 3};
    CHECK_FALSE(advice_has(bounds_advice(settled), "is meant?"));
}
