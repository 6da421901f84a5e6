// What a submission's text may and may not contain, and where the refusal points.
#include "vet/source.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "lab/kit.hpp"
#include "vet/rules.hpp"

using grader::vet::Problems;
using grader::vet::vet_expanded;
using grader::vet::vet_source;

namespace {

std::string first(std::string_view text) {
    const Problems problems = vet_source(text, {{"lab.hpp"}, {"check", "__noinline__"}});
    if (problems.empty()) return "";
    return std::to_string(problems[0].line) + ": " + problems[0].text;
}

std::string expanded(std::string_view text, std::string_view written) {
    const Problems problems = vet_expanded(text, "a.cu", written);
    if (problems.empty()) return "";
    return std::to_string(problems[0].line) + ": " + problems[0].text;
}

}  // namespace

TEST_CASE("ordinary CUDA is let through") {
    CHECK(first(R"(
#include <cmath>
#include <cooperative_groups.h>
#include "kit/error.hpp"
#include "lab.hpp"
#define TILE 32
#define CHECK(x) \
    do { if ((x) != cudaSuccess) printf("%s:%d %s\n", __FILE__, __LINE__, #x); } while (0)
namespace cg = cooperative_groups;
template <int N> __global__ void __launch_bounds__(256, 2) k(float* __restrict__ y, int n) {
    extern __shared__ float tile[];
    [[maybe_unused]] int lane = threadIdx.x & 31, _private = 0;
#pragma unroll
    for (int i = 0; i < N; ++i) y[i] += __shfl_down_sync(0xffffffff, __fmaf_rn(y[i], 2, __int2float_rn(n)), 1);
    __syncthreads();
    atomicAdd(&y[0], __expf(__uint_as_float(__popc(n))) + __ldg(y));
    y[idx[i]] = n ? n : ::n;
}
void f(int n, float* y) { k<4><<<(n + 255) / 256, 256>>>(y, n); }
)") == "");
    CHECK(first("__global__ void k(int* a) { a[a[0]] = a [ a[1] ]; }\nvector<::std::size_t> v;") ==
          "");
}

TEST_CASE("inline assembly is refused, however it is spelled") {
    CHECK(first("\nvoid f() { asm(\"\"); }") ==
          "2: inline assembly is not allowed; write it in CUDA C++");
    CHECK(first("void f() { __asm__ volatile(\"\"); }") ==
          "1: inline assembly is not allowed; write it in CUDA C++");
    CHECK(first("#define A asm\n") == "1: inline assembly is not allowed; write it in CUDA C++");
    CHECK(first("int x;\nvoid f() { as\\\nm(\"\"); }") ==
          "2: inline assembly is not allowed; write it in CUDA C++");
    CHECK(first("void f() { a\\ \t\nsm(\"\"); }") ==
          "1: inline assembly is not allowed; write it in CUDA C++");
    CHECK(first("\xef\xbb\xbf"
                "asm(\"\");") == "1: inline assembly is not allowed; write it in CUDA C++");
    CHECK(first("#if 0\nasm\n#endif") == "2: inline assembly is not allowed; write it in CUDA C++");
}

TEST_CASE("the word asm in comments and strings is only a word") {
    CHECK(first("// asm\n/* asm\nasm */ const char* s = \"asm __attribute__\"; char c = 'asm';") ==
          "");
}

TEST_CASE("attributes outside the short list are refused") {
    CHECK(first("__attribute__((no_sanitize(\"thread\"))) void f();")
              .starts_with("1: '__attribute__' is not allowed: it can hide accesses; C++ has"));
    CHECK(first("[[gnu::noinline]] void f();") == "1: the attribute 'gnu' is not allowed");
    CHECK(first("[[using gnu: noinline]] void f();") == "1: the attribute 'using' is not allowed");
    CHECK(first("[ [maybe_unused, gnu::no_sanitize_thread]] int x;") ==
          "1: the attribute 'gnu' is not allowed");
    CHECK(first("[[nodiscard(\"gnu\")]] int f();") == "");
    CHECK(first("[[noreturn]] void f();") == "");
    CHECK(first("<:<:gnu::noinline:>:> void f();") == "1: digraphs (<:) are not allowed");
}

TEST_CASE("attributes of the compiler for layout are accepted") {
    CHECK(first("struct __attribute__((aligned(16), unused)) Four { float v[4]; };") == "");
    CHECK(first("__attribute__((__always_inline__)) inline int f();") == "");
    for (const char* other :
         {"__attribute__((aligned(16), no_sanitize(\"thread\"))) int x;",
          "__attribute__((aligned(16))) __attribute__((no_sanitize_thread)) void f();",
          "__attribute__((unused, optimize(\"O3\"))) void f();", "__attribute__((aligned(16)",
          "__attribute__ PARENTHESES", "__attribute__(aligned)", "__declspec(aligned)",
          "__attribute__((naked))", "__attribute__((section(\"x\"))) int x;"})
        CHECK_MESSAGE(first(other).starts_with("1: '__"), other);
    CHECK(expanded("# 1 \"a.cu\"\n__attribute__((unused)) int x;", "") == "");
    CHECK(expanded("# 1 \"a.cu\"\n__attribute__((used)) int x;", "").starts_with("1: '__attr"));
}

TEST_CASE("pragmas other than unroll are refused") {
    CHECK(first("#pragma GCC optimize(\"O0\")") ==
          "1: #pragma GCC is not allowed; #pragma unroll is");
    CHECK(expanded("# 1 \"a.cu\"\n#pragma GCC optimize \"O0\"\n", "") ==
          "1: '#pragma GCC optimize \"O0\"' is not allowed");
    CHECK(first("#define U _Pragma(\"unroll\")\n#pragma omp parallel for") == "");
    CHECK(first("#pragma unroll (4)\n#pragma once") == "");
    CHECK(first("# /**/ pragma GCC system_header") ==
          "1: #pragma GCC is not allowed; #pragma unroll is");
}

TEST_CASE("lines cannot be renumbered") {
    CHECK(first("int a;\n#line 7\nint b;") == "2: #line is not allowed");
    CHECK(first("\n#line 7 \"x.cu\"\nint b;") == "2: #line and line markers are not allowed");
    CHECK(first("# 7 \"x.cu\"\nint b;") == "2: #line and line markers are not allowed");
    CHECK(first("# 700\nint b;") == "2: #line and line markers are not allowed");
    CHECK(first("#li\\\nne 7\nint b;") == "1: #line is not allowed");
    CHECK(first("%:line 7\nint b;") == "1: digraphs (%:) are not allowed");
}

TEST_CASE("names may be pasted, but none of the implementation's") {
    CHECK(first("#define P(a, b) a##b\nint P(x, 1);") == "");
    const char* const pastes = "#define P(a, b) a##b\n";
    CHECK(expanded("# 2 \"a.cu\"\nint x1;", pastes) == "");
    CHECK(expanded("# 2 \"a.cu\"\nasm(\"\");", pastes).starts_with("2: inline assembly"));
    CHECK(expanded("# 2 \"a.cu\"\n__tsan_read4(p);", pastes).starts_with("2: '__tsan_read4'"));
    CHECK(expanded("# 2 \"a.cu\"\ncusim::x();", pastes).starts_with("2: 'cusim' is a name of"));
    CHECK(expanded("# 2 \"a.cu\"\n__cxa_throw();", pastes) ==
          "2: '__cxa_throw', a reserved name, is made by ##; write it out");
    CHECK(expanded("# 2 \"a.cu\"\n__assert_fail(__builtin_inff());", pastes) == "");
    CHECK(first("#define P(a, b) a %:%: b") == "1: digraphs (%:) are not allowed");
}

TEST_CASE(
    "reserved names are a student's own, unless they tell the compiler or are the simulator's") {
    CHECK(first("template <class _T> _T __twice(_T _X) { return _X + _X; }") == "");
    CHECK(
        first("__int128 a; __inline__ int f(); int b = __builtin_expect(a, 0);\n"
              "auto p = __builtin_assume_aligned(&b, 16); __uint128_t c = __builtin_popcountll(1);"
              "\n#define _USE_MATH_DEFINES\n#if _MSC_VER && __GNUC__\n#endif\n__threadfence();") ==
        "");
    CHECK(first("void __tsan_read4(void*) {}") ==
          "1: '__tsan_read4' is a name of the compiler's own, not for submissions");
    CHECK(first("__builtin_memcpy(a, b, 4);") ==
          "1: '__builtin_memcpy' is not allowed: its accesses go unseen; write 'memcpy'");
    for (const char* name : {"_ZN5cusim4stepEv", "__sanitizer_cov_trace_pc", "__ubsan_handle_x",
                             "__cusim_memcpy", "__sync_fetch_and_add", "__atomic_load_n",
                             "__builtin_return_address", "__builtin_ia32_movntps", "__thread"})
        CHECK(
            first(name).starts_with("1: '" + std::string(name) + "' is a name of the compiler's"));
    CHECK(first("namespace x = cusim;") ==
          "1: 'cusim' is a name of the simulator's own, not for submissions");
    CHECK(first("CUSIM_UNWATCHED void f() {}") ==
          "1: 'CUSIM_UNWATCHED' is a name of the simulator's own, not for submissions");
    CHECK(first("struct runner {}; namespace json_text {}") == "");
}

TEST_CASE("a goto names its label") {
    CHECK(first("void f(void* p) { goto *p; }") ==
          "1: goto to a computed address is not allowed: it is not C++; name a label");
    CHECK(first("void f() { goto end; end:; }") == "");
    CHECK(expanded("# 3 \"a.cu\"\ngoto *p;", "").starts_with("3: goto to a computed"));
}

TEST_CASE("main belongs to the lab, where the compiler sees it") {
    CHECK(first("#ifdef ALONE\nint main() {}\n#endif") == "");
    CHECK(expanded("# 7 \"a.cu\"\nint\nmain() {}", "") ==
          "8: main is the lab's: a submission defines only what lab.hpp declares");
}

TEST_CASE("no macro can rewrite a header that comes after it") {
    CHECK(first("#define CHECK(x) if (x) abort()\n#include \"lab.hpp\"") == "");
    CHECK(
        first(
            "#define check(...) open() {} inline void check(__VA_ARGS__)\n#include \"lab.hpp\"") ==
        "2: #include stands below #define check, a name that headers use: put it above");
    CHECK(first("#include \"lab.hpp\"\n#define check(x) x") == "");
    CHECK(first("#define const\n#define BLOCK 256\n#include \"lab.hpp\"\n#define f(x) x") == "");
    CHECK(first("#define __noinline__\n#include <cmath>").starts_with("2: #include stands below"));
    CHECK(first("#undef __noinline__\n#include <cmath>").starts_with("2: #include stands below"));
    CHECK(first("#include <cmath>\n#define __noinline__") == "");
}

TEST_CASE("only listed headers may be included, by their own name") {
    CHECK(first("#include <unistd.h>") == "1: 'unistd.h' may not be included");
    CHECK(first("#include <thread>") ==
          "1: 'thread' may not be included; a submission runs in one host thread");
    CHECK(first("#include <thrust/reduce.h>") ==
          "1: 'thrust/reduce.h' may not be included; the sums are the lab's work, not a library's");
    CHECK(first("#include <cuda/atomic>\n#include <cuda/std/span>") == "");
    CHECK(first("#include <cuda/std/../../cusim/bits.hpp>").starts_with("1: 'cuda/std/.."));
    CHECK(first("#if __has_include(<cuda/barrier>) && __has_include( \"lab.hpp\" )\n#endif") == "");
    CHECK(first("#if __has_include(\"/proc/3/maps\")\n#endif").starts_with("1: '/proc/3/maps'"));
    CHECK(first("#define H __has_include\n").starts_with("1: '__has_include'"));
    CHECK(first("#include \"/etc/passwd\"") == "1: '/etc/passwd' may not be included");
    CHECK(first("#include \"kit/../runner/call.hpp\"").starts_with("1: 'kit/../runner"));
    CHECK(first("#include <lab.hpp>") == "1: 'lab.hpp' may not be included");
    CHECK(first("#define H <unistd.h>\n#include H") == "2: #include must name the header itself");
    CHECK(first("#define H\n#include H <cmath>") == "2: #include must name the header itself");
    CHECK(first("#include_next <cmath>") == "1: #include_next is not allowed");
    CHECK(first("#import <cmath>") == "1: #import is not allowed");
}

TEST_CASE("the list of headers in docs/grading.md is the vet's") {
    std::ifstream file(grader::lab::this_kit().source / "docs/grading.md");
    std::string text(std::istreambuf_iterator<char>(file), {}), listed;
    text.erase(0, text.find("### Headers"));
    text.resize(text.find("\n\nWhat a submission defines"));
    std::ranges::replace(text, '\n', ' ');
    for (const auto name : grader::vet::allowed_headers())
        listed += (listed.empty() ? "`" : " `") + std::string(name) + "`,";
    listed.back() = '.';
    CHECK_MESSAGE(text.ends_with(listed), "should be: ", listed);
}

TEST_CASE("nothing can hide from the lexer in a literal or a comment") {
    CHECK(first("const char* s = R\"(\")\"; asm(\"\"); //\"").starts_with("1: inline assembly"));
    CHECK(first("const char* s = R\"(asm\n__attribute__ \\ )\";") == "");
    CHECK(first("const char* s = R\"()\\\n\"; asm(\"\"); //)\"") ==
          "1: a line of a raw string must not end with a backslash");
    CHECK(first("#if 1 /*\n\" */ asm /* \"\n*/\n#endif") ==
          "1: a comment on a preprocessor line must end on it");
}

TEST_CASE("attributes that a macro puts into their brackets are seen in the preprocessed text") {
    const auto problems = vet_expanded(
        "# 1 \"a.cu\"\n[[gnu::no_sanitize_thread]] void f();\n[[maybe_unused]] int x;", "a.cu", "");
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].text == "the attribute 'gnu' is not allowed");
    CHECK(problems[1].text == "the attribute 'no_sanitize_thread' is not allowed");
}

TEST_CASE("the preprocessed text is refused only for code of the submission") {
    CHECK(
        vet_expanded("# 1 \"/usr/include/x.h\" 1 3\nasm(\"\");\n# 2 \"a.cu\" 2\nint x;", "a.cu", "")
            .empty());
    const auto problems = vet_expanded(
        "# 1 \"a.cu\"\nint x;\nasm(\"\");\n# 9 \"./a.cu\"\n#pragma GCC optimize \"O0\"\n", "a.cu",
        "");
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].line == 2);
    CHECK(problems[0].text == "inline assembly is not allowed; write it in CUDA C++");
    CHECK(problems[1].line == 9);
}
