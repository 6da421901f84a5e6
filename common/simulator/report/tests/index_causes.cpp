// Which cause is named for an index out of bounds, and which is not, depending on the source.
#include "simulator/report/advice/index_causes.hpp"

#include "simulator/report/tests/index_access.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

TEST_CASE("for a row multiplied by the number of rows the right size is named") {
    const std::string text = advice_on(
        {.text = own_row + "if (i < n)\nfor (int j = 0; j < m; j++) y[i] += A[i * n + j];",
         .index = 703,
         .thread = 7});
    CHECK(advice_has(text, "Here i = 7, n = 100 and j = 3, so `i * n + j` is 703."));
    CHECK(advice_has(text, "`i` is multiplied by n, and `j`, which is added, runs below m"));
    CHECK(advice_has(text, "write `i * m + j`, or `j * n + i` where memory has the other order"));
    CHECK(advice_has(text, "where it is the bounds that are exchanged, `i < m` and `j < n`"));
    CHECK_FALSE(advice_has(text, "if (i < n)"));
}

TEST_CASE("a loop from 1 to the size begins at the wrong element, too") {
    const Access access{
        .text = "for (int i = 1; i <= n; i++) y[0] += A[i];", .index = 100, .elements = 100};
    CHECK(advice_has(advice_on(access), "write `i < n`, and begin with `i = 0` where the first"));
    Access doubling = access;
    doubling.text = "for (int i = 1; i <= n; i *= 2) y[0] += A[i];";
    CHECK_FALSE(advice_has(advice_on(doubling), "begin with"));
}

TEST_CASE("where the file allocates, the array may be the one that is too small") {
    Access access{
        .text = own_row + "if (i < n) y[0] += A[i];", .index = 7, .elements = 7, .thread = 7};
    CHECK(advice_has(advice_on(access),
                     "`i < m` is what fits it, unless another index, array "
                     "or size is meant."));
    access.behind = "\n}\nvoid f() {\ncudaMalloc(&p, m);";
    CHECK(advice_has(advice_on(access), "the array's own size in cudaMalloc included"));
}

TEST_CASE("the same is named on the host, where no values are known, from the loops") {
    const std::string text = advice_on(
        {.text = "for (int i = 0; i < n; i++)\nfor (int j = 0; j < m; j++) y[i] += A[j * m "
                 "+ i];",
         .index = 700,
         .host = true});
    CHECK(advice_has(text, "`j` is multiplied by m, and `i`, which is added, runs below n"));
    CHECK_FALSE(advice_has(text, "<="));
}

TEST_CASE("a loop over the neighbours of an element is not blamed for its last one") {
    const std::string loop = own_row + "for (int j = -m; j <= m; j++)\n";
    const Access at_the_edge{
        .text = loop + "y[i] += A[i + j];", .index = 700, .elements = 700, .thread = 693};
    CHECK_FALSE(advice_has(advice_on(at_the_edge), "j <= m"));
    const std::string box =
        "for (int i = -1; i <= 1; i++)\nfor (int j = -1; j <= 1; j++)\ny[0] += A[(i + 1) * 3 + j + "
        "2];";
    CHECK_FALSE(advice_has(advice_on({.text = box, .index = 9, .elements = 9}), "write `"));
}

TEST_CASE("a neighbour beyond the edge is reported as one") {
    CHECK(advice_has(advice_on({.text = own_row + "if (i < n)\ny[i] = y[i + 1];",
                                .variable = "y",
                                .index = 100,
                                .elements = 100,
                                .thread = 99}),
                     "either there is no such neighbour at the upper edge, and this access "
                     "needs a condition of its own, or the array is to have 1 more behind"));
}

TEST_CASE("a neighbour in the last row is one, too") {
    CHECK(advice_has(
        advice_on(
            {.text = own_row + "if (i < n)\nfor (int j = 0; j < m; j++) y[i] += A[i * m + j + 1];",
             .index = 700,
             .thread = 99}),
        "Without the 1 that is added the index would be 699"));
}

TEST_CASE("a variable that is multiplied by its own bound is reported") {
    CHECK(advice_has(
        advice_on({.text = "int j = threadIdx.x;\nint first = blockIdx.x * 4;\nif (j < m)\n"
                           "for (int k = 0; k < 4; k++) y[j] += A[j * m + first + k];",
                   .index = 42,
                   .elements = 35,
                   .thread = 6}),
        "`j` is multiplied by m, below which it runs itself, and a row then has 5 elements"));
}

TEST_CASE("an index for the whole used in an array that holds a part is reported") {
    CHECK(advice_has(
        advice_on({.text = "__shared__ float part[32];\n"
                           "for (int first = 0; first < n; first += 32)\n"
                           "for (int k = 0; k < 32; k++) y[0] += part[first + k];",
                   .variable = "",
                   .index = 32,
                   .elements = 32}),
        "`first` = 32 is a multiple of that: where it holds a part that begins at `first`, the "
        "index within it is `k`"));
}

TEST_CASE("arguments swapped in the launch are reported instead of the guard") {
    const std::string launch = "\n}\nvoid call() {\n  k<<<1, 256>>>(m, n, y, A);";
    const std::string text = advice_on({.text = own_row + "if (i < n)\ny[i] = 0;",
                                        .variable = "y",
                                        .index = 50,
                                        .elements = 7,
                                        .thread = 50,
                                        .behind = launch});
    CHECK(advice_has(text, "hands `m` to the parameter n, and `n` to m"));
    CHECK_FALSE(advice_has(text, "is what fits it"));
}

TEST_CASE("a part of an element is not a neighbour") {
    CHECK_FALSE(advice_has(
        advice_on(
            {.text = own_row + "if (i < n)\ny[0] = A[m * i + 2];", .index = 702, .thread = 100}),
        "no such neighbour"));
}

TEST_CASE("an incomplete last part is advised to use the remainder") {
    CHECK(advice_has(
        advice_on({.text = "int first = blockIdx.x * 64 + 64;\nint t = threadIdx.x;\nif (t < "
                           "64)\ny[t] = A[first + t];",
                   .index = 101,
                   .elements = 100,
                   .thread = 37}),
        "from first = 64 on the array has only 36 more: `t < n - first` fits, where no "
        "other"));
}

TEST_CASE("a variable that changes is not replaced by its initial value") {
    const std::string text = advice_on(
        {.text = own_row + "if (m > 3) i = 900;\ny[0] = A[i];", .index = 900, .thread = 5});
    CHECK(advice_has(text, "Here i = 900."));
    CHECK_FALSE(advice_has(text, "if (i <"));
}

TEST_CASE("of two subscripts of one array the one that fits the index is meant, or none") {
    CHECK(advice_has(
        advice_on({.text = own_row + "y[i] = A[i] + A[i * m];", .index = 1400, .thread = 200}),
        "`i * m` is 1400"));
}

TEST_CASE("a loop with the other bound is not reported as a wrong factor") {
    const std::string text = advice_on(
        {.text = own_row + "if (i < n)\nfor (int j = 0; j < n; j++) y[i] += A[i * m + j];",
         .index = 701,
         .thread = 99});
    CHECK_FALSE(advice_has(text, "is multiplied by"));
}

TEST_CASE("an access that strays into another array is not blamed on that array's index") {
    const std::string text = advice_on({.text = own_row + "if (i < n)\ny[i] = 0;",
                                        .variable = "A",
                                        .index = -32,
                                        .elements = 700,
                                        .thread = 5});
    CHECK(advice_has(text, "This line does not index A"));
    CHECK_FALSE(advice_has(text, "negative"));
}

TEST_CASE("of three variables, or of a sum of two, the unguarded one is named") {
    const std::string tile = advice_on(
        {.text = "int i = blockIdx.x + 99;\nint first = blockIdx.x + 4;\nint t = threadIdx.x;\n"
                 "if (first < m) y[0] = A[i * m + first + t];",
         .index = 702,
         .thread = 5});
    CHECK(advice_has(tile,
                     "with `first + t` = 9: unless another index, array or size is meant, "
                     "let only those work whose `first + t` is below m (7)"));
    const std::string stack = advice_on(
        {.text = "int k = threadIdx.x / 50;\nint i = threadIdx.x % 50;\nint j = threadIdx.y;\n"
                 "if (i < 50 && j < m) y[0] = A[(k * 50 + i) * m + j];",
         .index = 707,
         .thread = 101});
    CHECK(advice_has(stack,
                     "`k` = 2 meets no condition on the way here, and the array has room for 2"));
}

TEST_CASE("a row and a column are not a sum if the rows' length is 1") {
    const std::string text =
        advice_on({.text = "int i = threadIdx.x;\nint j = threadIdx.x / 2;\ny[0] = A[j * n + i];",
                   .index = 9,
                   .elements = 8,
                   .thread = 6,
                   .n = 1,
                   .m = 8});
    CHECK_FALSE(advice_has(text, "`j + i`"));
    CHECK(advice_has(text, "No condition on the way here keeps out any thread"));
}

TEST_CASE("a quotient and what is left over are exchanged if the index would fit the other way") {
    Access access{.text = "int t = threadIdx.x % n, z = threadIdx.x / n;\ny[0] = A[t * n + z];",
                  .index = 800,
                  .elements = 700,
                  .thread = 8};
    CHECK(advice_has(advice_on(access), "`/` and `%` are exchanged where the two are set"));
    access.text = "int t = threadIdx.x % n, z = threadIdx.x / m;\ny[0] = A[t * n + z];";
    access.index = 801;
    CHECK_FALSE(advice_has(advice_on(access), "are exchanged where"));
}

TEST_CASE("a row that is a sum is multiplied by the wrong factor, too") {
    const std::string text =
        advice_on({.text = "int i = threadIdx.x;\nif (i < m)\n"
                           "for (int first = 0; first < n; first += 10)\n"
                           "for (int k = 0; k < 10; k++)\ny[0] += A[(first + k) * n + i];",
                   .index = 700});
    CHECK(advice_has(text,
                     "`(first + k)` is multiplied by n, and `i`, which is added, runs "
                     "below m, which does not fit: write `(first + k) * m + i`"));
}

TEST_CASE("an index that other threads set in shared memory is reported as that") {
    const std::string text =
        advice_on({.text = "__shared__ int first;\ny[0] = A[first + threadIdx.x];",
                   .index = -1,
                   .thread = 192});
    CHECK(advice_has(text, "first = -193"));
    CHECK(advice_has(text, "first lies in shared memory: where it races"));
    CHECK_FALSE(advice_has(text, "subtractions"));
}

TEST_CASE("a product beyond an int is reported as that, and not as a float without an int") {
    const StudentSource source(
        "__global__ void k(int n, float* y) {\nint i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "if (i < n)\ny[i * n] = 0;\n}\n");
    Settled settled;
    settled.self = source.line(4);
    settled.recorded = {
        .finding = {.kind = FindingKind::out_of_bounds,
                    .self = {.block = {256, 0, 0}, .thread = {0, 0, 0}, .op = Op::write},
                    .variable = "y",
                    .index = -2147450880,
                    .elements = 100000,
                    .element_size = 4,
                    .space = Space::global,
                    .variant = Variant::least_int},
        .kernel = "k",
        .grid = {300, 1, 1},
        .block = {128, 1, 1},
        .numbers = {{"n", 65537}}};
    CHECK(advice_has(bounds_advice(settled),
                     "Here i = 32768 and n = 65537, so `i * n` is 2147516416. That is more "
                     "than an int holds, so it becomes -2147450880: compute the index in 64 "
                     "bits"));
    CHECK_FALSE(advice_has(bounds_advice(settled), "NaN"));
    const StudentSource wide(
        "__global__ void k(int n, float* y) {\nint i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "if (i < n)\ny[int(x[i])] = 0;\n}\n");
    settled.self = wide.line(4);
    CHECK(advice_has(bounds_advice(settled),
                     "NaN, infinite or too large for an int becomes "
                     "-2147483648 as one, and an int computation"));
}

TEST_CASE("a variable declared after another one is found by its declaration") {
    const std::string text =
        advice_on({.text = "int tx = threadIdx.x, i = tx + max(0, 1);\ny[i] = 0;",
                   .variable = "y",
                   .index = 201,
                   .elements = 100,
                   .thread = 200});
    CHECK(advice_has(text, "Here tx = 200, so `tx + max(0, 1)` is 201."));
    const std::string set = advice_on({.text = "int i = 0, k = 0;\nk = 1, i = 201;\ny[i] = 0;",
                                       .variable = "y",
                                       .index = 201,
                                       .elements = 100});
    CHECK_FALSE(advice_has(set, "i = 0"));
}

TEST_CASE(
    "a guard of a tree that lets the stride itself through is told, where that leads outside") {
    const auto advice_with = [](const std::string& guard) {
        return advice_on({.text = "int z = threadIdx.x;\nfor (int s = n / 2; s > 0; s /= 2)\nif (" +
                                  guard + ") A[z] += A[z + s];",
                          .index = 700,
                          .thread = 50});
    };
    CHECK(advice_has(advice_with("z <= s"),
                     "`z <= s` on line 4 lets z = s through: in a step of a "
                     "tree the first s elements get one each of the s "
                     "behind them, so write `z < s`."));
    CHECK_FALSE(advice_has(advice_with("z < s"), "step of a tree"));
}

TEST_CASE(
    "a loop whose bound is a difference of unsigned numbers is told that it is never negative") {
    const auto advice_with = [](const std::string& type) {
        return advice_on(
            {.text = "for (" + type +
                     " first = 0; first <= m - 64; first += 64)\n"
                     "for (int k = threadIdx.x; k < 64; k += 256)\ny[k] = A[first + k];",
             .index = 704,
             .thread = 0});
    };
    const std::string words =
        "`first` on line 2 is unsigned, so `m - 64` never counts as negative: where m is less than "
        "64, it is a very large number. Make `first` an int.";
    CHECK(advice_has(advice_with("unsigned"), words));
    CHECK_FALSE(advice_has(advice_with("int"), "very large"));
}
