// Slips of the pen in a source, and what they do not include.
#include "suite/causes/slips.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace slips_tests {

using namespace grader::suite;

std::string words_in(const std::string& body) {
    const auto found = slips("__global__ void k(int n, float* y) {\n" + body + "\n}\n", "a.cu");
    return found.empty() ? "" : found.front().words;
}

TEST_CASE("a semicolon right behind an if or a for ends it") {
    CHECK(words_in("    if (i < n);\n        y[i] = 0;") ==
          "the `;` right behind `if (i < n)` is all that depends on it: what follows is done "
          "always");
    CHECK(words_in("    for (int j = 0;\n         j < n; j++);\n        y[i] += 1;") ==
          "the `;` right behind `for (int j = 0; j < n; j++)` is all that the loop repeats: what "
          "follows is done once");
    CHECK_FALSE(words_in("    for (j = 0; j < n; j++); {\n    y[i] += 1; }").empty());
}

TEST_CASE("a loop without a body may be meant") {
    CHECK(words_in("    int k = 1;\n    for (; k < n; k *= 2);\n    y[0] = k;").empty());
    CHECK(words_in("    while (flag == 0);\n        y[0] = 1;").empty());
    CHECK(words_in("    if (i < n); else y[i] = 0;").empty());
}

TEST_CASE("an assignment as a condition, and a comparison as a statement, are slips") {
    CHECK(words_in("if (j = 0) y[0] = 1;") == "`j = 0` sets j, where `==` compares");
    CHECK(words_in("sum == 0;") == "`sum == 0;` compares, where `=` sets");
    CHECK(words_in("if (j == 0) y[0] = 1;").empty());
    CHECK(words_in("if (int k = n / 2) y[0] = k;").empty());
    CHECK(words_in("if (j = n / 2; j > 0) y[0] = j;").empty());
    CHECK(words_in("bool b = n == 0; y[0] = b;").empty());
    CHECK(words_in("return n == 0;").empty());
}

TEST_CASE("what is before the comma of a condition or an index is not asked for") {
    CHECK(words_in("for (int j = 0; j < m, i < n; j++) y[j] = 0;") ==
          "of `j < m, i < n` only what is behind the comma, `i < n`, is the condition: `&&` asks "
          "for both");
    CHECK(words_in("while (i < n, j < m) j++;").starts_with("of `i < n, j < m` only"));
    CHECK(words_in("y[i, j] = 0;") ==
          "`y[i, j]` has only what is behind the comma as its index: an index of a row and a "
          "column is one number, such as the row times the length of a row, plus the column");
    CHECK(words_in("for (int j = 0, k = 1; j < f(n, k); j++, k++) y[f(j, k)] = 0;").empty());
    CHECK(words_in("if (int i = n + 1, j = n - 1; i < n && j < n) y[i] = j;").empty());
    CHECK(words_in("if (int i = 0; i < n, j < n) y[i] = j;").starts_with("of `i < n, j < n` only"));
    CHECK(words_in("if (f<a, b>(n)) y[0] = 1;").empty());
    CHECK(words_in("auto [a, b] = both(n); y[0] = a + b;").empty());
    CHECK(words_in("y[0] = g([n, y](int k) { return n + k; });").empty());
}

TEST_CASE("value and size of a fill are exchanged where the size is 0") {
    CHECK(words_in("cudaMemset(y, sizeof(int) * n, 0);") ==
          "`cudaMemset(y, sizeof(int) * n, 0)` sets 0 bytes: the value comes second, and the "
          "number of bytes third");
    CHECK_FALSE(words_in("cudaMemsetAsync(y, 4 * n, 0, stream);").empty());
    CHECK(words_in("cudaMemset(y, 0, sizeof(int) * n);").empty());
    CHECK(words_in("cudaMemsetAsync(y, 0, sizeof(int) * n, 0);").empty());
    CHECK(words_in("cudaMemset(y, 0, 0);").empty());
}

TEST_CASE("a comparison of what a comparison gives is a slip") {
    CHECK(words_in("if (0 <= i < n) y[i] = 0;") ==
          "`0 <= i < n` compares what `0 <= i` gives, 0 or 1, with n: write `0 <= i && i < n`");
    CHECK_FALSE(words_in("while (a && (0 < j <= n)) j++;").empty());
    CHECK(words_in("if (0 <= i && i < n) y[i] = 0;").empty());
    CHECK(words_in("if (f<a>(n) < n) y[0] = 0;").empty());
}

TEST_CASE("a sign behind = and a fraction of whole numbers are slips") {
    CHECK(words_in("y[i] =+ n;") ==
          "`=+` sets, and the sign belongs to the value: `+=` changes what is there");
    CHECK(words_in("y[i] =- n;").starts_with("`=-` sets"));
    CHECK(words_in("y[i] = +n; y[i]=-1; y[i] = -1;").empty());
    CHECK(words_in("float h = x + 1 / 2 * n;") ==
          "`1 / 2` divides whole numbers, and is 0: `1.0f / 2` is a fraction");
    CHECK(words_in("int threads = 2 ^ 10;") ==
          "`2 ^ 10` is 8, since `^` is no power: it compares bits. A power of two is `1 << 10`");
    CHECK(words_in("int b = n ^ 10; int c = 3 ^ 5; int d = 2 ^ n;").empty());
    CHECK(words_in("int h = n * 1 / 2; int k = 8 / 2; float f = 1.0f / 2 + 1 / 2.0f;").empty());
}

TEST_CASE("an unsigned counter that goes down to 0 is a slip") {
    CHECK(words_in("for (unsigned i = n - 1; i >= 0; i--) y[i] = 0;") ==
          "`i >= 0` is always true, since `i` is unsigned: below 0 it goes on at the largest "
          "number. A counter that goes down to 0 is an int");
    CHECK_FALSE(words_in("for (unsigned int i = n; i >= 0; --i) y[i] = 0;").empty());
    CHECK(words_in("for (unsigned i = n; i > 0; i--) y[i - 1] = 0;").empty());
    CHECK(words_in("for (int i = n - 1; i >= 0; i--) y[i] = 0;").empty());
}

TEST_CASE("a shuffle gets the value before the number of lanes") {
    CHECK(words_in("float v = y[0];\nfor (int o = 16; o > 0; o /= 2)\n"
                   "    v += __shfl_down_sync(~0u, o, v);") ==
          "`__shfl_down_sync(~0u, o, v)` hands over the float v as the number of lanes, and o as "
          "the value: the value comes before that number");
    CHECK(words_in("float v = y[0];\nv += __shfl_down_sync(~0u, v, 16);").empty());
    CHECK(words_in("int v = n;\nv += __shfl_sync(~0u, v, lane);").empty());
}

TEST_CASE("an int keeps the whole number alone of a float that a shuffle returns") {
    CHECK(words_in("float v = y[0];\nint w = __shfl_down_sync(lanes(), v, 16);\nv += w;") ==
          "`w` is an int: of what __shfl_down_sync returns of v, it keeps the whole number alone");
    CHECK(words_in("int v = n;\nint w = __shfl_down_sync(~0u, v, 16);").empty());
    CHECK(words_in("float v = y[0];\nfloat w = __shfl_down_sync(~0u, v, 16);").empty());
    CHECK(words_in("{ float v = y[0]; } int v = n;\nint w = __shfl_xor_sync(~0u, v, 1);").empty());
    const std::string of_parameter =
        "__device__ float sum(float v) {\n    int w = __shfl_xor_sync(~0u, v, 1);\n"
        "    return v + w;\n}\n";
    CHECK(slips(of_parameter, "a.cu").size() == 1);
}

TEST_CASE("a variable that is declared once more and then not read is a slip") {
    CHECK(words_in("float sum = 0;\nif (n > 1) {\n    float sum = y[1];\n}\ny[0] = sum;") ==
          "`float sum` declares a variable of its own, which nothing reads: what is stored in it "
          "does not come to the `sum` of line 2. Where that is meant, leave out the type");
    CHECK(words_in("float sum = 0;\n{ float sum = y[1]; y[1] = sum + 1; }\ny[0] = sum;").empty());
    CHECK(words_in("float sum = 0;\ny[0] = sum;\n{ float sum = y[1]; }").empty());
    CHECK(words_in("{ float sum = y[1]; }\nfloat sum = 0;\ny[0] = sum;").empty());
    CHECK(words_in("int i = n;\nfor (int i = 0; i < 3; i++) y[1] = 0;\ny[0] = i;").empty());
    const auto of_member = slips(
        "struct Array {\n    float* data = nullptr;\n    explicit Array(size_t count) {\n"
        "        float* data = nullptr;\n        CHECK(cudaMalloc(&data, count));\n    }\n};\n"
        "void f() { Array a(3); }\n",
        "a.cu");
    REQUIRE(of_member.size() == 1);
    CHECK(of_member[0].line == 4);
    CHECK(of_member[0].words.find("does not come to the `data` of line 2") != std::string::npos);
    CHECK(of_member[0].functions == std::vector<std::string>{"Array", "f"});
}

TEST_CASE("a pointer is no array of dynamic shared memory") {
    CHECK(
        words_in("extern __shared__ float* Q;")
            .starts_with(
                "`extern __shared__ float* Q` is one pointer, which lies in shared memory itself"));
    CHECK(words_in("extern __shared__ float* Q;").ends_with("`extern __shared__ float Q[]`"));
    CHECK(words_in("extern __shared__ float Q[];").empty());
}

TEST_CASE("strides of a tree that go down by a number are a slip") {
    const std::string head = "for (int s = n / 2; s > 0; s -= 2) {\n";
    CHECK(words_in(head + "    if (i < s) y[i] += y[i + s];\n}") ==
          "`s` goes down by 2 from step to step: in a tree each stride is half of the one before, "
          "`s /= 2`");
    CHECK(words_in(head + "    y[s] = 0;\n}").empty());
    CHECK(words_in("for (int s = n; s > 0; s -= 2) y[i] += y[i + s];").empty());
}

TEST_CASE("a list in parentheses is its last number") {
    CHECK(words_in("dim3 threads = (4, 32, 2);") ==
          "`(4, 32, 2)` is its last number, 2: write `dim3 threads(4, 32, 2)`");
    CHECK(words_in("dim3 threads = dim3(4, 32, 2);").empty());
    CHECK(words_in("dim3 threads(4, 32, 2);").empty());
    CHECK(words_in("dim3 threads = (max(n, 4));").empty());
}

TEST_CASE(
    "a loop that begins at the block goes on by blocks, and one that begins at the thread by "
    "threads") {
    CHECK(words_in("for (int k = blockIdx.x; k < n; k += blockDim.x) y[k] = 0;") ==
          "`k` begins at blockIdx.x and goes on by blockDim.x: as many blocks as gridDim.x says "
          "take a turn each");
    CHECK(words_in("for (int k = threadIdx.y; k < n; k += gridDim.y) y[k] = 0;") ==
          "`k` begins at threadIdx.y and goes on by gridDim.y: as many threads as blockDim.y says "
          "take a turn each");
    CHECK(words_in("for (int k = blockIdx.x; k < n; k += gridDim.x) y[k] = 0;").empty());
    CHECK(words_in("for (int k = threadIdx.x; k < n; k += blockDim.x) y[k] = 0;").empty());
    CHECK(words_in("for (int k = blockIdx.x; k < n; k++) y[k] = 0;").empty());
    CHECK(words_in("for (;;) y[0] = 0;").empty());
}

TEST_CASE("a loop that begins at the thread's number in the grid goes on by all threads") {
    const std::string head =
        "for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n;\n     k += ";
    CHECK(words_in(head + "blockDim.x) y[k] = 0;") ==
          "`k` begins at the thread's number in the grid and goes on by the threads of one block: "
          "where the grid has several, they come to the same `k`, and `gridDim.x * blockDim.x` "
          "threads share out the turns");
    CHECK(words_in(head + "gridDim.x * blockDim.x) y[k] = 0;").empty());
    CHECK(words_in(head + "blockDim.x * gridDim.x) y[k] = 0;").empty());
    CHECK(words_in("for (int k = threadIdx.x; k < n; k += blockDim.x) y[k] = 0;").empty());
    CHECK(words_in("for (int k = blockIdx.y * n + threadIdx.x; k < n; k += blockDim.x) y[k] = 0;")
              .empty());
}

TEST_CASE("a counter that hides the thread's row is a slip where both are in an index") {
    const std::string row = "int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
    CHECK(words_in(row + "for (int i = 0; i < n; i++) s += A[i * n + i] * x[i];\ny[i] = s;") ==
          "in the loop, `i` is its counter, which hides the thread's `i` of line 2: in `A[i * n + "
          "i]` both are the counter. Where the thread's is meant, give the counter another name");
    CHECK(words_in(row + "for (int i = 0; i < n; i++) s += x[i];\ny[i] = s;").empty());
    CHECK(words_in(row + "for (int j = 0; j < n; j++) s += A[i * n + j];\ny[i] = s;").empty());
    CHECK(words_in("for (int i = 0; i < n; i++) y[0] += A[i * n + i];").empty());
    CHECK(words_in("{ " + row + "}\nfor (int i = 0; i < n; i++) y[0] += A[i * n + i];").empty());
}

TEST_CASE("a result that is copied before anything gets it is a slip") {
    const auto in_host = [](const std::string& body) {
        const auto found = slips("void f(int n, float* y) {\n" + body + "\n}\n", "a.cu");
        return found.empty() ? "" : found.front().words;
    };
    const std::string made = "float* d_y;\nCHECK(cudaMalloc(&d_y, 4 * n));\n",
                      copy = "CHECK(cudaMemcpy(y, d_y, 4 * n, cudaMemcpyDeviceToHost));\n";
    CHECK(in_host(made + copy + "k<<<1, n>>>(n, d_y);\ncudaFree(d_y);") ==
          "d_y is copied to the host before anything is stored in it: the first that gets it comes "
          "behind that, on line 5. A result is copied after the kernel that stores it");
    CHECK_FALSE(in_host("Array d_y(n), d_x(n);\n"
                        "cudaMemcpy(y, d_y.data, n, cudaMemcpyDeviceToHost);\nf(d_y.data);")
                    .empty());
    CHECK(in_host(made + "k<<<1, n>>>(n, d_y);\n" + copy + "g(d_y);").empty());
    CHECK(in_host(made + copy + "cudaFree(d_y);").empty());
    CHECK(in_host(made + "for (;;) {\n" + copy + "k<<<1, n>>>(n, d_y);\n}").empty());
    CHECK(in_host("cudaMemcpy(y, d_y, n, cudaMemcpyDeviceToHost);\ng(d_y);").empty());
    CHECK(slips("void f(float* y, float* d_y) {\n" + copy + "g(d_y);\n}", "a.cu").empty());
}

TEST_CASE("a slip belongs to its function and to all that call it") {
    const auto found = slips(
        "__device__ float f(int i) { if (i = 0) return 1; return 0; }\n"
        "__global__ void k(float* y) { y[0] = f(1); }\n"
        "void host(float* y) { k<<<1, 1>>>(y); }\n"
        "void other(float* y) {}\n",
        "a.cu");
    REQUIRE(found.size() == 1);
    CHECK(found[0].line == 1);
    CHECK(found[0].functions == std::vector<std::string>{"f", "k", "host"});
    CHECK(words_of(found, "host") == "\n  a.cu:1: `i = 0` sets i, where `==` compares");
    CHECK(words_of(found, "other").empty());
}

TEST_CASE("text that is cut short has no slips") {
    for (const char* const text :
         {"", "void f() {", "void f() { if (", "void f() { if (a = ", "{ if (a = b) }",
          "void f() { dim3 a = (", "void f() { for (;;);", "void f() { a == ", ") {"})
        CHECK(slips(text, "a.cu").empty());
}

TEST_CASE("a slip is not told beside a finding that quotes it") {
    const auto found = slips(
        "void host(int n, float* y) {\n"
        "    for (unsigned i = n; i >= 0; i--) y[i] = 0;\n}\n",
        "a.cu");
    std::vector<grader::score::Finding> findings(1);
    findings[0].message = "The host reads y[9]. `i >= 0` on line 3 is always true.";
    CHECK_FALSE(words_of(found, "host", findings).empty());
    findings[0].message = "The host reads y[9]. `i >= 0` on line 2 is always true.";
    CHECK(words_of(found, "host", findings).empty());
}

}  // namespace slips_tests
