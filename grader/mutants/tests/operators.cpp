// Each operator makes the mistake that its name says, and makes it nowhere else.
#include "mutants/operators.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "skeleton/derive.hpp"

using namespace grader::mutants;

namespace {

Source source_of_solution(const std::string& text) {
    return Source(text, "a.cu", grader::skeleton::regions(text, "a.cu"));
}

/// The texts that the operator makes of the source, one for each change.
std::set<std::string> made(const Operator& which, const Source& source, const std::string& head,
                           const std::string& tail) {
    std::set<std::string> texts;
    for (const Change& change : changes_of(which, source)) {
        const auto begin = source[change.range.begin].offset;
        const auto end = source[change.range.end - 1].end();
        const auto text = source.text().substr(0, begin) + change.text + source.text().substr(end);
        texts.insert(text.substr(head.size(), text.size() - head.size() - tail.size()));
    }
    return texts;
}

std::set<std::string> made(const std::string& name, const std::string& code) {
    const std::string head = "// BEGIN SOLUTION: do it\n", tail = "\n// END SOLUTION\n";
    return made(find_operator(name), source_of_solution(head + code + tail), head, tail);
}

/// In the body of a kernel in a student's file.
std::set<std::string> repaired(const std::string& name, const std::string& code) {
    const auto found = std::ranges::find(repairs(), name, &Operator::name);
    REQUIRE(found != repairs().end());
    const std::string head =
        "constexpr int width = 4;\n"
        "__global__ void f(int n, int m, float* y, const float* b) {\n";
    const std::string tail = "\n}\n";
    return made(*found, Source(head + code + tail, "a.cu"), head, tail);
}

using Texts = std::set<std::string>;

}  // namespace

TEST_CASE("comparisons are shifted, lists of templates, launches and shifts are not") {
    CHECK(made("shift-comparison", "if (a < b && c >= d) f(x > y);") ==
          Texts{"if (a <= b && c >= d) f(x > y);", "if (a < b && c > d) f(x > y);",
                "if (a < b && c >= d) f(x >= y);"});
    CHECK(made("shift-comparison", "n = static_cast<size_t>(m) << 2;") == Texts{});
    CHECK(made("shift-comparison", "tile<float, 4><<<g, b>>>(n >> 1);") == Texts{});
    CHECK(made("shift-comparison", "std::vector<std::pair<int, T>> v(3);") == Texts{});
    CHECK(made("negate-equality", "if (j == 0) f();") == Texts{"if (j != 0) f();"});
}

TEST_CASE("a bound is narrowed up to where it ends; a bare number is left to change-constant") {
    CHECK(made("narrow-bound", "for (int j = 0; j < m; j++) f();") ==
          Texts{"for (int j = 0; j < m - 1; j++) f();"});
    CHECK(made("narrow-bound", "Q[j] = j < m ? A[j] : 0.0f;") ==
          Texts{"Q[j] = j < m - 1 ? A[j] : 0.0f;"});
    CHECK(made("narrow-bound", "while (stride > 0) f();") == Texts{});
}

TEST_CASE("indices are shifted, extents are not") {
    CHECK(made("shift-index", "float Q[32]; float q = A[i][j];") ==
          Texts{"float Q[32]; float q = A[i + 1][j];", "float Q[32]; float q = A[i][j + 1];"});
    CHECK(made("shift-index", "__shared__ float Q[w][w + 1];") == Texts{});
}

TEST_CASE("arithmetic is swapped where it has two operands") {
    CHECK(made("swap-arithmetic", "y = -a * *p + b % 2;") ==
          Texts{"y = -a / *p + b % 2;", "y = -a * *p - b % 2;", "y = -a * *p + b / 2;"});
    CHECK(made("swap-arithmetic", "float* p = &q; const int* r;") == Texts{});
    CHECK(made("swap-arithmetic", "s += v;") == Texts{"s -= v;"});
}

TEST_CASE("either side of a condition may be removed") {
    CHECK(made("drop-condition", "if (i < n && j < m) f();") ==
          Texts{"if (i < n) f();", "if (j < m) f();"});
    CHECK(made("swap-logical", "if (a || b) f();") == Texts{"if (a && b) f();"});
}

TEST_CASE("guards are always or never true, of ifs and of conditional expressions") {
    CHECK(made("drop-guard", "if (i < n) y[i] = c ? a : b;") ==
          Texts{"if (true) y[i] = c ? a : b;", "if (i < n) y[i] = true ? a : b;"});
    CHECK(made("never-enter", "f(j < m ? A[j] : 0);") == Texts{"f(false ? A[j] : 0);"});
}

TEST_CASE("statements are left out, declarations and values that are returned are not") {
    CHECK(made("drop-statement", "int i = 0; f(i); if (i) return; for (;;) g<T>(); return i;") ==
          Texts{"int i = 0; ; if (i) return; for (;;) g<T>(); return i;",
                "int i = 0; f(i); if (i) ; for (;;) g<T>(); return i;",
                "int i = 0; f(i); if (i) return; for (;;) ; return i;"});
    CHECK(made("drop-statement", "Array a(n), b(m); cg::group g = h(); const auto& t = u;") ==
          Texts{});
}

TEST_CASE("sums start over, values add up, and variables start from anything") {
    CHECK(made("assign-for-add", "y += x;") == Texts{"y = x;"});
    CHECK(made("add-for-assign", "float s = 0; y[i] = s; for (i = 0; i < n; i++) f();") ==
          Texts{"float s = 0; y[i] += s; for (i = 0; i < n; i++) f();"});
    CHECK(made("drop-initialiser", "float s = 0.0f; const int c = 1; int i = n;") ==
          Texts{"float s ; const int c = 1; int i = n;"});
}

TEST_CASE("barriers are dropped and weakened") {
    CHECK(made("drop-barrier", "f(); __syncthreads(); grid.sync();") ==
          Texts{"f(); ; grid.sync();", "f(); __syncthreads(); ;"});
    CHECK(made("weaken-barrier", "__syncthreads(); __threadfence(); grid.sync();") ==
          Texts{"__syncwarp(); __threadfence(); grid.sync();",
                "__syncthreads(); __threadfence_block(); grid.sync();",
                "__syncthreads(); __threadfence(); __syncthreads();"});
}

TEST_CASE("atomics become plain, or the block's own") {
    CHECK(made("drop-atomic", "t = atomicAdd(&y[i], f(a, b)); atomicMax(p, v);") ==
          Texts{"t = (*(&y[i]) += f(a, b)); atomicMax(p, v);",
                "t = atomicAdd(&y[i], f(a, b)); (*(p) = max(*(p), v));"});
    CHECK(made("weaken-atomic", "atomicAdd(p, 1);") == Texts{"atomicAdd_block(p, 1);"});
}

TEST_CASE("errors are not looked at, and copies go the wrong way") {
    CHECK(made("drop-check", "CUDA_CHECK(cudaMalloc(&p, n));") == Texts{"cudaMalloc(&p, n);"});
    CHECK(made("swap-direction", "cudaMemcpy(p, q, n, cudaMemcpyHostToDevice);") ==
          Texts{"cudaMemcpy(p, q, n, cudaMemcpyDeviceToHost);"});
}

TEST_CASE("axes and indices change places, one by one and together") {
    CHECK(made("swap-axis", "int i = threadIdx.y;") == Texts{"int i = threadIdx.x;"});
    CHECK(made("swap-axes", "int i = blockIdx.y;  // row\nint j = blockIdx.x;") ==
          Texts{"int i = blockIdx.x;  // row\nint j = blockIdx.y;"});
    CHECK(made("swap-axes", "int i = blockIdx.x;") == Texts{});
    CHECK(made("swap-index", "int i = blockIdx.x * blockDim.x;") ==
          Texts{"int i = threadIdx.x * blockDim.x;", "int i = blockIdx.x * gridDim.x;"});
    CHECK(made("swap-launch", "k<<<(n + t - 1) / t, t, s>>>(n);") ==
          Texts{"k<<<t, (n + t - 1) / t, s>>>(n);"});
}

TEST_CASE("arguments of one type are swapped") {
    CHECK(made("swap-arguments", "void f(int n, int m, float* y) { g(n, m, y); h(n, 2, y, z); }") ==
          Texts{"void f(int n, int m, float* y) { g(m, n, y); h(n, 2, y, z); }"});
    CHECK(made("swap-arguments", "Array a(1), b(2); f(a.data, b.data, b.size);") ==
          Texts{"Array a(1), b(2); f(b.data, a.data, b.size);"});
}

TEST_CASE("constants are one off, and steps twice as long") {
    CHECK(made("change-constant", "x = 0.0f + 256 + 0xff + 1u;") ==
          Texts{"x = 1.0f + 256 + 0xff + 1u;", "x = 0.0f + 257 + 0xff + 1u;",
                "x = 0.0f + 255 + 0xff + 1u;", "x = 0.0f + 256 + 0xfe + 1u;",
                "x = 0.0f + 256 + 0xff + 2u;", "x = 0.0f + 256 + 0xff + 0u;"});
    CHECK(made("change-step", "for (; s > 0; s /= 2) t >>= 1;") ==
          Texts{"for (; s > 0; s /= 4) t >>= 1;", "for (; s > 0; s /= 2) t >>= 2;"});
    CHECK(made("change-step", "for (; i < n; i++) j++;") == Texts{"for (; i < n; i += 2) j++;"});
    CHECK(made("change-constant", "s /= 2;") == Texts{});
}

TEST_CASE("smaller mistakes: min for max, a shuffle the other way, an array of each thread's own") {
    CHECK(made("swap-min-max", "n = min(a, b);") == Texts{"n = max(a, b);"});
    CHECK(made("swap-shuffle", "v += __shfl_down_sync(m, v, 1);") ==
          Texts{"v += __shfl_up_sync(m, v, 1);"});
    CHECK(made("drop-qualifier", "__shared__ float Q[32];") == Texts{" float Q[32];"});
}

TEST_CASE("nothing outside the regions is changed") {
    const Source source = source_of_solution(
        "if (a < b) f();\n// BEGIN SOLUTION: do it\n;\n// END SOLUTION\nx += 1;\n");
    for (const Operator& which : operators()) CHECK(changes_of(which, source).empty());
}

TEST_CASE("an unknown operator is refused with the names of those there are") {
    CHECK_THROWS_WITH_AS(find_operator("drop"), doctest::Contains("drop-barrier, "), MutantsError);
}

TEST_CASE("no text makes an operator crash, hang, or change nothing or what it may not") {
    constexpr std::array pieces = std::to_array<std::string_view>({
        "(",  ")",   "[",    "]",   "{",  "}",    "<",          ">",         "<<<",
        ">>", ";",   ",",    "?",   ":",  "=",    "+=",         "++",        "&&",
        "||", "*",   "if",   "for", "a",  "int",  "threadIdx",  ".",         "x",
        "y",  "0xf", "256u", "f",   "\n", "sync", "CUDA_CHECK", "atomicAdd",
    });
    std::mt19937 random(3);
    std::size_t changes = 0;
    for (int round = 0; round < 4000; ++round) {
        std::string code;
        for (int i = 0; i < 40; ++i) code += std::string(pieces[random() % pieces.size()]) + " ";
        const std::string text =
            "g(1 < 2);\n// BEGIN SOLUTION: do\nf(0);" + code + "\n// END SOLUTION\nh(3 > 4);\n";
        const Source source = source_of_solution(text);
        for (const Operator& which : operators())
            for (const Change& change : changes_of(which, source)) {
                ++changes;
                CHECK(change.range.begin < change.range.end);
                CHECK(source.text(change.range) != change.text);
                CHECK(source.may_change(change.range.begin));
                CHECK(source.may_change(change.range.end - 1));
            }
    }
    CHECK(changes > 10'000);
}

TEST_CASE("a student's file may be changed in the bodies of its functions, and there only") {
    const Source source(
        "int one(int a) { if (a) { return a; } return 0; }\n"
        "struct S { int b = 2; };\n"
        "namespace { void two() { auto g = [](int c) { return c; }; } }\n",
        "a.cu");
    REQUIRE(source.functions().size() == 2);
    CHECK(source.functions()[0].name == "one");
    CHECK(source.functions()[1].name == "two");
    for (std::size_t i = 0; i < source.size(); ++i) {
        const bool inside = source.function_around(i) != nullptr;
        CAPTURE(source[i].text);
        CHECK(source.may_change(i) == inside);
        if (source.is(i, "b")) CHECK_FALSE(inside);
        if (source.is(i, "c")) CHECK(inside);
    }
}

TEST_CASE("repairs use another variable or constant of the type, where one is used") {
    CHECK(repaired("swap-variable", "int i = n; y[i] = 0;") ==
          Texts{"int i = m; y[i] = 0;", "int i = width; y[i] = 0;", "int i = i; y[i] = 0;",
                "int i = n; y[n] = 0;", "int i = n; y[m] = 0;", "int i = n; y[width] = 0;",
                "int i = n; b[i] = 0;"});
    CHECK(repaired("swap-variable", "g(blockDim.x);") == Texts{"g(n);", "g(m);", "g(width);"});
}

TEST_CASE("repairs widen bounds, move indices back and scale constants") {
    CHECK(repaired("widen-bound", "while (i < n) f();") == Texts{"while (i < n + 1) f();"});
    CHECK(repaired("widen-bound", "while (i > 0) f();") == Texts{"while (i > 0 - 1) f();"});
    CHECK(repaired("shift-index-back", "a[i][j]++;") == Texts{"a[i - 1][j]++;", "a[i][j - 1]++;"});
    CHECK(repaired("scale-constant", "f(8, 3, 1, 0x20);") ==
          Texts{"f(16, 3, 1, 0x20);", "f(4, 3, 1, 0x20);", "f(8, 6, 1, 0x20);"});
}

TEST_CASE("repairs round up, group, and leave out terms") {
    CHECK(repaired("round-up", "g = n / 32;") == Texts{"g = (n + 32 - 1) / 32;"});
    CHECK(repaired("round-up", "g = a[i].n / (b + 1);") ==
          Texts{"g = (a[i].n + (b + 1) - 1) / (b + 1);"});
    CHECK(repaired("take-remainder", "g = n / 32;") == Texts{"g = n % 32;"});
    CHECK(repaired("drop-parentheses", "x = i * (n + j) + f(2);") ==
          Texts{"x = i * n + j + f(2);"});
    CHECK(repaired("add-parentheses", "x = i * n + j;") == Texts{"x = i * (n + j);"});
    CHECK(repaired("drop-term", "x = i * n + j;") == Texts{"x = i * n ;"});
    CHECK(repaired("take-part", "int lane = threadIdx.x;") ==
          Texts{"int lane = threadIdx.x % 32;", "int lane = threadIdx.x / 32;"});
    CHECK(repaired("add-thread", "int i = blockIdx.x * 4;")
              .contains("int i = blockIdx.x * 4 + threadIdx.x;"));
}

TEST_CASE("repairs set variables, drop negations, widen types, and move barriers") {
    CHECK(repaired("add-initialiser", "float sum; int k = 1;") ==
          Texts{"float sum = 0; int k = 1;"});
    CHECK(repaired("drop-negation", "if (!last) return;") == Texts{"if (last) return;"});
    CHECK(repaired("widen-type", "int i = 0; float* p; float s;") ==
          Texts{"long long i = 0; float* p; float s;", "int i = 0; float* p; double s;"});
    CHECK(repaired("swap-statements", "q[i] = 1; __syncthreads(); return;") ==
          Texts{"__syncthreads(); q[i] = 1; return;"});
    CHECK(repaired("move-out", "if (a) { f(); __syncthreads(); }") ==
          Texts{"if (a) { f(); } __syncthreads();"});
}
