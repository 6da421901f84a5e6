// Which cause is named for an index out of bounds, and which is not, depending on the source.
#include "simulator/report/index_causes.hpp"

#include "simulator/report/bounds_advice.hpp"
#include "simulator/report/tests/student_source.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

// One block of 256 threads.
struct Access {
    std::string text;  // the kernel's body; the access is on its last line
    std::string variable = "A";
    long index = 0, elements = 700;
    std::uint32_t thread = 0;
    bool host = false;
    std::string behind = "";  // text after that line
    long n = 100, m = 7;
};

std::string advice(const Access& access) {
    const std::string head = access.host
                                 ? "void k(int n, int m, float* y, float* A) {\n"
                                 : "__global__ void k(int n, int m, float* y, float* A) {\n";
    const StudentSource source(head + access.text + access.behind + "\n}\n");
    const auto lines = std::count(access.text.begin(), access.text.end(), '\n');
    Settled settled;
    settled.self = source.line(static_cast<int>(lines) + 2);
    settled.recorded = {
        .finding = {.kind = FindingKind::out_of_bounds,
                    .self = {.thread = {access.thread, 0, 0}, .host = access.host, .op = Op::read},
                    .variable = access.variable,
                    .index = access.index,
                    .elements = access.elements,
                    .element_size = 4,
                    .space = access.host ? Space::host : Space::global},
        .kernel = "k",
        .grid = {1, 1, 1},
        .block = {256, 1, 1},
        .numbers = {{"n", access.n}, {"m", access.m}}};
    return bounds_advice(settled);
}

bool index_causes_has(const std::string& text, const std::string& words) {
    INFO(text);
    return text.find(words) != std::string::npos;
}

const std::string own_row = "int i = blockIdx.x * blockDim.x + threadIdx.x;\n";

}  // namespace

TEST_CASE("for a row multiplied by the number of rows the right size is named") {
    const std::string text =
        advice({.text = own_row + "if (i < n)\nfor (int j = 0; j < m; j++) y[i] += A[i * n + j];",
                .index = 703,
                .thread = 7});
    CHECK(index_causes_has(text, "Here i = 7, n = 100 and j = 3, so `i * n + j` is 703."));
    CHECK(index_causes_has(text, "`i` is multiplied by n, and `j`, which is added, runs below m"));
    CHECK(index_causes_has(text,
                           "write `i * m + j`, or `j * n + i` where memory has the other order"));
    CHECK(index_causes_has(text, "where it is the bounds that are exchanged, `i < m` and `j < n`"));
    CHECK_FALSE(index_causes_has(text, "if (i < n)"));
}

TEST_CASE("a loop from 1 to the size begins at the wrong element, too") {
    const Access access{
        .text = "for (int i = 1; i <= n; i++) y[0] += A[i];", .index = 100, .elements = 100};
    CHECK(
        index_causes_has(advice(access), "write `i < n`, and begin with `i = 0` where the first"));
    Access doubling = access;
    doubling.text = "for (int i = 1; i <= n; i *= 2) y[0] += A[i];";
    CHECK_FALSE(index_causes_has(advice(doubling), "begin with"));
}

TEST_CASE("where the file allocates, the array may be the one that is too small") {
    Access access{
        .text = own_row + "if (i < n) y[0] += A[i];", .index = 7, .elements = 7, .thread = 7};
    CHECK(index_causes_has(advice(access),
                           "`i < m` is what fits it, unless another index, array "
                           "or size is meant."));
    access.behind = "\n}\nvoid f() {\ncudaMalloc(&p, m);";
    CHECK(index_causes_has(advice(access), "the array's own size in cudaMalloc included"));
}

TEST_CASE("the same is named on the host, where no values are known, from the loops") {
    const std::string text =
        advice({.text = "for (int i = 0; i < n; i++)\nfor (int j = 0; j < m; j++) y[i] += A[j * m "
                        "+ i];",
                .index = 700,
                .host = true});
    CHECK(index_causes_has(text, "`j` is multiplied by m, and `i`, which is added, runs below n"));
    CHECK_FALSE(index_causes_has(text, "<="));
}

TEST_CASE("a condition that admits one element too many is reported with its line") {
    CHECK(index_causes_has(
        advice({.text = own_row + "if (i <= n)\ny[i] = A[i * m];", .index = 700, .thread = 100}),
        "`i <= n` on line 3 lets i = n through, which is 100: write `i < n`."));
    CHECK(index_causes_has(advice({.text = own_row + "if (i > n) return;\ny[i] = A[i * m];",
                                   .index = 700,
                                   .thread = 100}),
                           "`i > n` on line 3 lets i = n through, which is 100: write `i >= n`."));
    CHECK(index_causes_has(advice({.text = "for (int j = 0; j <= m; j++) y[j] = 0;",
                                   .variable = "y",
                                   .index = 7,
                                   .elements = 7,
                                   .host = true}),
                           "`j <= m` on line 2 also takes j = m: write `j < m`."));
}

TEST_CASE("a loop over the neighbours of an element is not blamed for its last one") {
    const std::string loop = own_row + "for (int j = -m; j <= m; j++)\n";
    const Access at_the_edge{
        .text = loop + "y[i] += A[i + j];", .index = 700, .elements = 700, .thread = 693};
    CHECK_FALSE(index_causes_has(advice(at_the_edge), "j <= m"));
    const std::string box =
        "for (int i = -1; i <= 1; i++)\nfor (int j = -1; j <= 1; j++)\ny[0] += A[(i + 1) * 3 + j + "
        "2];";
    CHECK_FALSE(index_causes_has(advice({.text = box, .index = 9, .elements = 9}), "write `"));
}

TEST_CASE("the missing condition is named") {
    CHECK(index_causes_has(advice({.text = own_row + "y[i] = 0;",
                                   .variable = "y",
                                   .index = 200,
                                   .elements = 100,
                                   .thread = 200}),
                           "let only those work whose `i` is below n (100), as in `if (i < n)`."));
}

TEST_CASE("a condition with another size is reported beside the one that fits") {
    const std::string text = advice({.text = own_row + "if (i < n)\ny[i] = 0;",
                                     .variable = "y",
                                     .index = 50,
                                     .elements = 7,
                                     .thread = 50});
    CHECK(index_causes_has(text, "`i < n` on line 3, where n is 100, lets i = 50 through"));
    CHECK(index_causes_has(text, "room for m (7): `i < m` is what fits it, unless"));
}

TEST_CASE("a neighbour beyond the edge is reported as one") {
    CHECK(index_causes_has(advice({.text = own_row + "if (i < n)\ny[i] = y[i + 1];",
                                   .variable = "y",
                                   .index = 100,
                                   .elements = 100,
                                   .thread = 99}),
                           "either there is no such neighbour at the upper edge, and this access "
                           "needs a condition of its own, or the array is to have 1 more behind"));
}

TEST_CASE("a neighbour in the last row is one, too") {
    CHECK(index_causes_has(
        advice(
            {.text = own_row + "if (i < n)\nfor (int j = 0; j < m; j++) y[i] += A[i * m + j + 1];",
             .index = 700,
             .thread = 99}),
        "Without the 1 that is added the index would be 699"));
}

TEST_CASE("a variable that is multiplied by its own bound is reported") {
    CHECK(index_causes_has(
        advice({.text = "int j = threadIdx.x;\nint first = blockIdx.x * 4;\nif (j < m)\n"
                        "for (int k = 0; k < 4; k++) y[j] += A[j * m + first + k];",
                .index = 42,
                .elements = 35,
                .thread = 6}),
        "`j` is multiplied by m, below which it runs itself, and a row then has 5 elements"));
}

TEST_CASE("an index for the whole used in an array that holds a part is reported") {
    CHECK(index_causes_has(
        advice({.text = "__shared__ float part[32];\n"
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
    const std::string text = advice({.text = own_row + "if (i < n)\ny[i] = 0;",
                                     .variable = "y",
                                     .index = 50,
                                     .elements = 7,
                                     .thread = 50,
                                     .behind = launch});
    CHECK(index_causes_has(text, "hands `m` to the parameter n, and `n` to m"));
    CHECK_FALSE(index_causes_has(text, "is what fits it"));
}

TEST_CASE("a part of an element is not a neighbour") {
    CHECK_FALSE(index_causes_has(
        advice({.text = own_row + "if (i < n)\ny[0] = A[m * i + 2];", .index = 702, .thread = 100}),
        "no such neighbour"));
}

TEST_CASE("an incomplete last part is advised to use the remainder") {
    CHECK(index_causes_has(
        advice({.text = "int first = blockIdx.x * 64 + 64;\nint t = threadIdx.x;\nif (t < "
                        "64)\ny[t] = A[first + t];",
                .index = 101,
                .elements = 100,
                .thread = 37}),
        "from first = 64 on the array has only 36 more: `t < n - first` fits, where no "
        "other"));
}

TEST_CASE("leaving a branch gives a condition, too, and a contradiction ends the analysis") {
    const std::string text = advice(
        {.text = own_row + "if (i >= n) return;\ny[i] = A[i + 690];", .index = 701, .thread = 11});
    CHECK(index_causes_has(text, "Without the 690 that is added"));
    // According to the text, thread 200 never gets here, so this is not the text that ran.
    CHECK_FALSE(index_causes_has(advice({.text = own_row + "if (i >= n) return;\ny[i] = A[i * m];",
                                         .index = 1400,
                                         .thread = 200}),
                                 "Here i"));
}

TEST_CASE("a variable that changes is not replaced by its initial value") {
    const std::string text =
        advice({.text = own_row + "if (m > 3) i = 900;\ny[0] = A[i];", .index = 900, .thread = 5});
    CHECK(index_causes_has(text, "Here i = 900."));
    CHECK_FALSE(index_causes_has(text, "if (i <"));
}

TEST_CASE("of two subscripts of one array the one that fits the index is meant, or none") {
    CHECK(index_causes_has(
        advice({.text = own_row + "y[i] = A[i] + A[i * m];", .index = 1400, .thread = 200}),
        "`i * m` is 1400"));
}

TEST_CASE("a loop with the other bound is not reported as a wrong factor") {
    const std::string text =
        advice({.text = own_row + "if (i < n)\nfor (int j = 0; j < n; j++) y[i] += A[i * m + j];",
                .index = 701,
                .thread = 99});
    CHECK_FALSE(index_causes_has(text, "is multiplied by"));
}

TEST_CASE("an access that strays into another array is not blamed on that array's index") {
    const std::string text = advice({.text = own_row + "if (i < n)\ny[i] = 0;",
                                     .variable = "A",
                                     .index = -32,
                                     .elements = 700,
                                     .thread = 5});
    CHECK(index_causes_has(text, "This line does not index A"));
    CHECK_FALSE(index_causes_has(text, "negative"));
}

TEST_CASE("of three variables, or of a sum of two, the unguarded one is named") {
    const std::string tile = advice(
        {.text = "int i = blockIdx.x + 99;\nint first = blockIdx.x + 4;\nint t = threadIdx.x;\n"
                 "if (first < m) y[0] = A[i * m + first + t];",
         .index = 702,
         .thread = 5});
    CHECK(index_causes_has(tile,
                           "with `first + t` = 9: unless another index, array or size is meant, "
                           "let only those work whose `first + t` is below m (7)"));
    const std::string stack = advice(
        {.text = "int k = threadIdx.x / 50;\nint i = threadIdx.x % 50;\nint j = threadIdx.y;\n"
                 "if (i < 50 && j < m) y[0] = A[(k * 50 + i) * m + j];",
         .index = 707,
         .thread = 101});
    CHECK(index_causes_has(
        stack, "`k` = 2 meets no condition on the way here, and the array has room for 2"));
}

TEST_CASE("a loop with an unknown bound is reported with its condition") {
    const std::string text = advice(
        {.text = "int end = int(y[threadIdx.x]);\nfor (int k = 0; k <= end; k++)\ny[0] += A[k];",
         .index = 700,
         .thread = 5});
    CHECK(index_causes_has(text, "also takes k = end: write `k < end`"));
}

TEST_CASE("a pointer set from the array, and a cast of it, are not reported as other arrays") {
    for (const char* const last :
         {"float* mine = &A[i];\nmine[0] = 0;", "y[0] = reinterpret_cast<const float*>(A)[i * m];"})
        CHECK_FALSE(index_causes_has(advice({.text = own_row + last,
                                             .variable = "A",
                                             .index = 777,
                                             .elements = 700,
                                             .thread = 5}),
                                     "does not index"));
}

TEST_CASE("a row and a column are not a sum if the rows' length is 1") {
    const std::string text =
        advice({.text = "int i = threadIdx.x;\nint j = threadIdx.x / 2;\ny[0] = A[j * n + i];",
                .index = 9,
                .elements = 8,
                .thread = 6,
                .n = 1,
                .m = 8});
    CHECK_FALSE(index_causes_has(text, "`j + i`"));
    CHECK(index_causes_has(text, "No condition on the way here keeps out any thread"));
}

TEST_CASE("without any condition, and with more threads than elements, all of them are missing") {
    CHECK(index_causes_has(
        advice({.text = "int i = threadIdx.x;\nint j = threadIdx.x / 2;\ny[0] = A[i * m + j];",
                .index = 750,
                .elements = 100,
                .thread = 100}),
        "No condition on the way here keeps out any thread"));
}

namespace {

// In the kernel k(int n, int m, float* y, float* A), called by `body` on the last line; the access
// is on line 2, in `helper`.
std::string advice_in_helper(const std::string& helper, const std::string& body, long index,
                             std::uint32_t thread, long elements = 700) {
    const StudentSource source("__device__ float at(const float* a, int i) {\n" + helper + "\n}\n" +
                               "__global__ void k(int n, int m, float* y, float* A) {\n" + body +
                               "\n}\n");
    Settled settled;
    settled.self = source.line(2);
    settled.recorded = {.finding = {.kind = FindingKind::out_of_bounds,
                                    .self = {.thread = {thread, 0, 0}, .op = Op::read},
                                    .variable = "A",
                                    .index = index,
                                    .elements = elements,
                                    .element_size = 4,
                                    .space = Space::global},
                        .kernel = "k",
                        .grid = {1, 1, 1},
                        .block = {256, 1, 1},
                        .numbers = {{"n", 100}, {"m", 7}}};
    return bounds_advice(settled);
}

}  // namespace

TEST_CASE("the index in a helper that is called for several arrays is followed to the right call") {
    const std::string body = own_row +
                             "if (i < n)\nfor (int j = 0; j < m; j++)\n"
                             "y[i] += at(A, i * n + j) * at(y, j);";
    const std::string text = advice_in_helper("return a[i];", body, 703, 7);
    CHECK(index_causes_has(text, "Here i = 7, n = 100 and j = 3, so `i * n + j` is 703."));
    CHECK(index_causes_has(text, "write `i * m + j`"));
}

TEST_CASE("a pointer that is handed to a helper is followed to the thread without elements") {
    const std::string text =
        advice_in_helper("return a[1] + i;", own_row + "y[i] = at(&A[7 * i], 2);", 708, 101);
    CHECK(index_causes_has(text, "Here i = 101, so `7 * i` is 707. No condition on the way here"));
    CHECK(index_causes_has(text, "whose `i` is below n (100), as in `if (i < n)`"));
    const std::string kept = advice_in_helper(
        "return a[1] + i;", own_row + "if (i < n) y[i] = at(&A[7 * i], 2);", 708, 101);
    CHECK_FALSE(index_causes_has(kept, "No condition"));
}

TEST_CASE("a pointer that points outside is told before what is added to it") {
    const std::string row = own_row + "float* row = A + i * m;\n";
    const std::string text = advice(
        {.text = row + "for (int j = 0; j < m; j++) y[0] += row[j];", .index = 709, .thread = 101});
    CHECK(index_causes_has(text, "Here i = 101 and m = 7, so `i * m` is 707."));
    CHECK(index_causes_has(text, "as in `if (i < n)`"));
    const std::string inside = advice(
        {.text = row + "for (int j = 0; j <= m; j++) y[0] += row[j];", .index = 700, .thread = 99});
    CHECK_FALSE(index_causes_has(inside, "Here i"));
}

TEST_CASE("a pointer that moves on is not followed") {
    const std::string text =
        advice({.text = own_row + "float* p = A + i * m;\np += n;\ny[0] = p[0];",
                .index = 807,
                .thread = 101});
    CHECK_FALSE(index_causes_has(text, "Here i"));
}

TEST_CASE("a condition of which one half suffices is told with the half that does not hold") {
    const std::string text = advice({.text = own_row + "if (i < n || m < n)\n    y[0] = A[i];",
                                     .index = 120,
                                     .elements = 100,
                                     .thread = 120});
    CHECK(index_causes_has(text,
                           "`i < n || m < n` on line 3 lets this thread through, although "
                           "`i < n` does not hold: `||` is true where one of the two holds"));
}

TEST_CASE("a quotient and what is left over are exchanged if the index would fit the other way") {
    Access access{.text = "int t = threadIdx.x % n, z = threadIdx.x / n;\ny[0] = A[t * n + z];",
                  .index = 800,
                  .elements = 700,
                  .thread = 8};
    CHECK(index_causes_has(advice(access), "`/` and `%` are exchanged where the two are set"));
    access.text = "int t = threadIdx.x % n, z = threadIdx.x / m;\ny[0] = A[t * n + z];";
    access.index = 801;
    CHECK_FALSE(index_causes_has(advice(access), "are exchanged where"));
}

TEST_CASE("a row that is a sum is multiplied by the wrong factor, too") {
    const std::string text =
        advice({.text = "int i = threadIdx.x;\nif (i < m)\n"
                        "for (int first = 0; first < n; first += 10)\n"
                        "for (int k = 0; k < 10; k++)\ny[0] += A[(first + k) * n + i];",
                .index = 700});
    CHECK(index_causes_has(text,
                           "`(first + k)` is multiplied by n, and `i`, which is added, runs "
                           "below m, which does not fit: write `(first + k) * m + i`"));
}

TEST_CASE("a condition with the right size that compares another variable is shown") {
    Access access{.text =
                      "int tx = threadIdx.x, ty = threadIdx.y;\n"
                      "for (int first = 0; first < 10000; first += 64)\n"
                      "if (first + ty < n) y[0] += A[first + tx];",
                  .index = 101,
                  .elements = 100,
                  .thread = 101};
    CHECK(index_causes_has(advice(access),
                           "`first + ty < n` on line 4 compares `first + ty`, and the index has "
                           "`first + tx` = 101, where there is room for 100"));
    access.text =
        "int tx = threadIdx.x, ty = threadIdx.y;\n"
        "for (int first = 0; first < 10000; first += 64)\n"
        "if (ty < n) y[0] += A[first + tx];";
    CHECK_FALSE(index_causes_has(advice(access), "is one of the two meant"));
}

TEST_CASE("a condition that a semicolon cuts off is not said to be missing") {
    const std::string text = advice({.text = own_row + "if (i < n);\n    y[0] = A[i];",
                                     .index = 120,
                                     .elements = 100,
                                     .thread = 120});
    CHECK(index_causes_has(text, "`if (i < n)` on line 3 would keep this thread out, but the `;`"));
    CHECK_FALSE(index_causes_has(text, "No condition"));
    const std::string other = advice({.text = own_row + "if (i < 200);\n    y[0] = A[i];",
                                      .index = 120,
                                      .elements = 100,
                                      .thread = 120});
    CHECK(index_causes_has(other, "No condition on the way here keeps out"));
}

TEST_CASE("a condition on threadIdx.x is seen where the index adds it to something") {
    CHECK_FALSE(index_causes_has(
        advice({.text = "__shared__ int count, first;\nif (threadIdx.x < count) y[0] = "
                        "A[first + threadIdx.x];",
                .index = 703,
                .thread = 3}),
        "No condition"));
}

TEST_CASE("an index that other threads set in shared memory is reported as that") {
    const std::string text =
        advice({.text = "__shared__ int first;\ny[0] = A[first + threadIdx.x];",
                .index = -1,
                .thread = 192});
    CHECK(index_causes_has(text, "first = -193"));
    CHECK(index_causes_has(text, "first lies in shared memory: where it races"));
    CHECK_FALSE(index_causes_has(text, "subtractions"));
}

TEST_CASE("where a pointer of another name leads before an array, no subtraction is blamed") {
    const std::string call = "float* last = at(y);\nlast[0] = 1;";
    CHECK_FALSE(index_causes_has(advice({.text = call, .index = -2}), "subtractions"));
    CHECK(index_causes_has(advice({.text = "A[at(n)] = 1;", .index = -2}), "index is negative"));
}

TEST_CASE("a size that the guard divides by that of an element counts bytes, and is right") {
    const std::string text =
        advice({.text = own_row + "if (i > n / sizeof(float)) return;\ny[i] = 0;",
                .variable = "y",
                .index = 25,
                .elements = 25,
                .thread = 25});
    CHECK(index_causes_has(text,
                           "`i > n / sizeof(float)` on line 3 lets i = n / sizeof(float) through, "
                           "which is 25: write `i >= n / sizeof(float)`."));
    CHECK_FALSE(index_causes_has(text, "multiply by the size"));
}

TEST_CASE("a guard that compares with the number of elements knows it") {
    const std::string text = advice({.text = own_row + "if (i < n / 4) y[i] = y[i + 1];",
                                     .variable = "y",
                                     .index = 25,
                                     .elements = 25,
                                     .thread = 24});
    CHECK_FALSE(index_causes_has(text, "multiply by the size"));
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
    CHECK(index_causes_has(bounds_advice(settled),
                           "Here i = 32768 and n = 65537, so `i * n` is 2147516416. That is more "
                           "than an int holds, so it becomes -2147450880: compute the index in 64 "
                           "bits"));
    CHECK_FALSE(index_causes_has(bounds_advice(settled), "NaN"));
    const StudentSource wide(
        "__global__ void k(int n, float* y) {\nint i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "if (i < n)\ny[int(x[i])] = 0;\n}\n");
    settled.self = wide.line(4);
    CHECK(index_causes_has(bounds_advice(settled),
                           "NaN, infinite or too large for an int becomes "
                           "-2147483648 as one, and an int computation"));
}

TEST_CASE("a variable declared after another one is found by its declaration") {
    const std::string text = advice({.text = "int tx = threadIdx.x, i = tx + max(0, 1);\ny[i] = 0;",
                                     .variable = "y",
                                     .index = 201,
                                     .elements = 100,
                                     .thread = 200});
    CHECK(index_causes_has(text, "Here tx = 200, so `tx + max(0, 1)` is 201."));
    const std::string set = advice({.text = "int i = 0, k = 0;\nk = 1, i = 201;\ny[i] = 0;",
                                    .variable = "y",
                                    .index = 201,
                                    .elements = 100});
    CHECK_FALSE(index_causes_has(set, "i = 0"));
}
