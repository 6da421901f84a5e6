// What a submission's text may and may not contain, and where the refusal points.
#include "vet/source.hpp"

#include <doctest/doctest.h>

using grader::vet::Problems;
using grader::vet::vet_expanded;
using grader::vet::vet_source;

namespace {

std::string first(std::string_view text) {
    const Problems problems = vet_source(text, {"lab.hpp"});
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
    CHECK(first("\nvoid f() { asm(\"\"); }") == "2: inline assembly is not allowed");
    CHECK(first("void f() { __asm__ volatile(\"\"); }") == "1: inline assembly is not allowed");
    CHECK(first("#define A asm\n") == "1: inline assembly is not allowed");
    CHECK(first("int x;\nvoid f() { as\\\nm(\"\"); }") == "2: inline assembly is not allowed");
    CHECK(first("void f() { a\\ \t\nsm(\"\"); }") == "1: inline assembly is not allowed");
    CHECK(first("\xef\xbb\xbf"
                "asm(\"\");") == "1: inline assembly is not allowed");
    CHECK(first("#if 0\nasm\n#endif") == "2: inline assembly is not allowed");
}

TEST_CASE("the word asm in comments and strings is only a word") {
    CHECK(first("// asm\n/* asm\nasm */ const char* s = \"asm __attribute__\"; char c = 'asm';") ==
          "");
}

TEST_CASE("attributes outside the short list are refused") {
    CHECK(first("__attribute__((no_sanitize(\"thread\"))) void f();") ==
          "1: '__attribute__' is not allowed: it can hide accesses");
    CHECK(first("[[gnu::noinline]] void f();") == "1: the attribute 'gnu' is not allowed");
    CHECK(first("[[using gnu: noinline]] void f();") == "1: the attribute 'using' is not allowed");
    CHECK(first("[ [maybe_unused, gnu::no_sanitize_thread]] int x;") ==
          "1: the attribute 'gnu' is not allowed");
    CHECK(first("[[nodiscard(\"gnu\")]] int f();") == "");
    CHECK(first("<:<:gnu::noinline:>:> void f();") == "1: digraphs (<:) are not allowed");
}

TEST_CASE("pragmas other than unroll are refused") {
    CHECK(first("#pragma GCC optimize(\"O0\")") ==
          "1: #pragma GCC is not allowed; #pragma unroll is");
    CHECK(first("_Pragma(\"GCC optimize\")") == "1: _Pragma is not allowed; write #pragma unroll");
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

TEST_CASE("token pasting is refused, since it makes any name") {
    CHECK(first("#define P(a, b) a##b\nP(as, m)(\"\");") ==
          "1: token pasting (##) is not allowed: it can make any name");
    CHECK(first("#define P(a, b) a %:%: b") == "1: digraphs (%:) are not allowed");
    CHECK(first("#define P(a, b) a #\\\n# b") ==
          "1: token pasting (##) is not allowed: it can make any name");
}

TEST_CASE("a slip of the pen in a name of CUDA's is told with the name that is near") {
    CHECK(first("void f() {\n  __synchthreads();\n}") ==
          "2: '__synchthreads' is unknown here; is __syncthreads meant?");
    CHECK(first("__globl__ void f();") == "1: '__globl__' is unknown here; is __global__ meant?");
}

TEST_CASE("what the simulator does not have is refused in the translator's words") {
    CHECK(first("float f(float x) { return __shfl_down(x, 1); }") ==
          "1: unsupported: warp functions that do not say which lanes take part, which CUDA 13 no "
          "longer has; call the one whose name ends in _sync, with a mask (__shfl_down)");
}

TEST_CASE("names of the implementation and of the kit are refused") {
    CHECK(first("void __tsan_read4(void*) {}") ==
          "1: '__tsan_read4' is a reserved name: C++ keeps those with _ first to itself");
    CHECK(first("void _ZN5cusim4stepEv();").starts_with("1: '_ZN5cusim4stepEv' is a reserved"));
    CHECK(first("#if __has_include(\"/proc/3/maps\")\n#endif").starts_with("1: '__has_include'"));
    CHECK(first("#define __syncthreads() 0") == "1: '__syncthreads' may not be redefined");
    CHECK(first("namespace x = cusim;") ==
          "1: 'cusim' is a name of the kit's own, not for submissions");
    CHECK(first("using namespace runner;") ==
          "1: 'runner' is a name of the kit's own, not for submissions");
    CHECK(first("namespace json_text {}") ==
          "1: 'json_text' is a name of the kit's own, not for submissions");
    CHECK(first("namespace kit_io {}") ==
          "1: 'kit_io' is a name of the kit's own, not for submissions");
    CHECK(first("int\nmain() {}") ==
          "2: main is the lab's: a submission defines only what lab.hpp declares");
}

TEST_CASE("no macro can rewrite a header that comes after it") {
    CHECK(
        first(
            "#define check(...) open() {} inline void check(__VA_ARGS__)\n#include \"lab.hpp\"") ==
        "2: #include stands below #define check: put it above, since a macro could change what it "
        "brings");
    CHECK(first("#define const\n#define BLOCK 256\n#include \"lab.hpp\"\n#define f(x) x") == "");
    CHECK(first("CUSIM_UNWATCHED void f() {}") ==
          "1: 'CUSIM_UNWATCHED' is a name of the kit's own, not for submissions");
}

TEST_CASE("only listed headers may be included, by their own name") {
    CHECK(first("#include <unistd.h>") == "1: 'unistd.h' may not be included");
    CHECK(first("#include \"/etc/passwd\"") == "1: '/etc/passwd' may not be included");
    CHECK(first("#include \"kit/../runner/call.hpp\"").starts_with("1: 'kit/../runner"));
    CHECK(first("#include <lab.hpp>") == "1: 'lab.hpp' may not be included");
    CHECK(first("#define H <unistd.h>\n#include H") == "2: #include must name the header itself");
    CHECK(first("#define H\n#include H <cmath>") == "2: #include must name the header itself");
    CHECK(first("#include_next <cmath>") == "1: #include_next is not allowed");
    CHECK(first("#import <cmath>") == "1: #import is not allowed");
}

TEST_CASE("nothing can hide from the lexer in a literal or a comment") {
    CHECK(first("const char* s = R\"(\")\"; asm(\"\"); //\"") == "1: raw strings are not allowed");
    CHECK(first("#if 1 /*\n\" */ asm /* \"\n*/\n#endif") ==
          "1: a comment on a preprocessor line must end on it");
}

TEST_CASE("attributes that a macro puts into their brackets are seen in the preprocessed text") {
    const auto problems = vet_expanded(
        "# 1 \"a.cu\"\n[[gnu::no_sanitize_thread]] void f();\n[[maybe_unused]] int x;", {"a.cu"});
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].text == "the attribute 'gnu' is not allowed");
    CHECK(problems[1].text == "the attribute 'no_sanitize_thread' is not allowed");
}

TEST_CASE("the preprocessed text is refused only for what a submission wrote") {
    CHECK(vet_expanded("# 1 \"/usr/include/x.h\" 1 3\nasm(\"\");\n# 2 \"a.cu\" 2\nint x;", {"a.cu"})
              .empty());
    const auto problems = vet_expanded(
        "# 1 \"a.cu\"\nint x;\nasm(\"\");\n# 9 \"./a.cu\"\n#pragma GCC optimize \"O0\"\n",
        {"a.cu"});
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].line == 2);
    CHECK(problems[0].text == "inline assembly is not allowed");
    CHECK(problems[1].line == 9);
}
