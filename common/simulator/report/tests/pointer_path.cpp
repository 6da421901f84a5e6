// Indices that come through pointers and helpers.
#include "simulator/report/source/pointer_path.hpp"

#include "simulator/report/tests/index_access.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

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

TEST_CASE("a pointer set from the array, and a cast of it, are not reported as other arrays") {
    for (const char* const last :
         {"float* mine = &A[i];\nmine[0] = 0;", "y[0] = reinterpret_cast<const float*>(A)[i * m];"})
        CHECK_FALSE(advice_has(advice_on({.text = own_row + last,
                                          .variable = "A",
                                          .index = 777,
                                          .elements = 700,
                                          .thread = 5}),
                               "does not index"));
}

TEST_CASE("the index in a helper that is called for several arrays is followed to the right call") {
    const std::string body = own_row +
                             "if (i < n)\nfor (int j = 0; j < m; j++)\n"
                             "y[i] += at(A, i * n + j) * at(y, j);";
    const std::string text = advice_in_helper("return a[i];", body, 703, 7);
    CHECK(advice_has(text, "Here i = 7, n = 100 and j = 3, so `i * n + j` is 703."));
    CHECK(advice_has(text, "write `i * m + j`"));
}

TEST_CASE("a pointer that is handed to a helper is followed to the thread without elements") {
    const std::string text =
        advice_in_helper("return a[1] + i;", own_row + "y[i] = at(&A[7 * i], 2);", 708, 101);
    CHECK(advice_has(text, "Here i = 101, so `7 * i` is 707. No condition on the way here"));
    CHECK(advice_has(text, "whose `i` is below n (100), as in `if (i < n)`"));
    const std::string kept = advice_in_helper(
        "return a[1] + i;", own_row + "if (i < n) y[i] = at(&A[7 * i], 2);", 708, 101);
    CHECK_FALSE(advice_has(kept, "No condition"));
}

TEST_CASE("a pointer that points outside is told before what is added to it") {
    const std::string row = own_row + "float* row = A + i * m;\n";
    const std::string text = advice_on(
        {.text = row + "for (int j = 0; j < m; j++) y[0] += row[j];", .index = 709, .thread = 101});
    CHECK(advice_has(text, "Here i = 101 and m = 7, so `i * m` is 707."));
    CHECK(advice_has(text, "as in `if (i < n)`"));
    const std::string inside = advice_on(
        {.text = row + "for (int j = 0; j <= m; j++) y[0] += row[j];", .index = 700, .thread = 99});
    CHECK_FALSE(advice_has(inside, "Here i"));
}

TEST_CASE("a pointer that moves on is not followed") {
    const std::string text =
        advice_on({.text = own_row + "float* p = A + i * m;\np += n;\ny[0] = p[0];",
                   .index = 807,
                   .thread = 101});
    CHECK_FALSE(advice_has(text, "Here i"));
}

TEST_CASE("where a pointer of another name leads before an array, no subtraction is blamed") {
    const std::string call = "float* last = at(y);\nlast[0] = 1;";
    CHECK_FALSE(advice_has(advice_on({.text = call, .index = -2}), "subtractions"));
    CHECK(advice_has(advice_on({.text = "A[at(n)] = 1;", .index = -2}), "index is negative"));
}
