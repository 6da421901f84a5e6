// The translation of each CUDA construct. Runs of blanks are compared as one blank.
#include <doctest/doctest.h>

#include <algorithm>

#include "simulator/simcc/tests/translated.hpp"

using namespace cusim::simcc;
using namespace cusim::simcc::tests;

// ---- Launches ------------------------------------------------------------------------------

TEST_CASE("a launch becomes a configuration and a call") {
    CHECK(text_of("void f() { k<<<g, b>>>(x, y); }") ==
          "void f() { (::cusim::configure(g, b), k (x, y)); }");
    CHECK(text_of("void f() { k<<<g, b, n * sizeof(T), s>>>(); }") ==
          "void f() { (::cusim::configure(g, b, n * sizeof(T), s), k ()); }");
}

TEST_CASE("a launch by a function whose result nobody reads is marked") {
    const std::string call = "cudaLaunchCooperativeKernel(f, g(1), b)";
    for (const std::string before : {"", "x = 1; ", "if (x) ", "(void)", "else ", "{ "}) {
        CAPTURE(before);
        CHECK(text_has(text_of("void f() { " + before + call + "; }"),
                       before + "(::cusim::NobodyReads(), " + call + ");"));
    }
    for (const std::string read : {"return ", "e = ", "check(", "!"}) {
        CAPTURE(read);
        const std::string end = read == "check(" ? ")" : "";
        CHECK_FALSE(text_has(text_of("void f() { " + read + call + end + "; }"), "Nobody"));
    }
    CHECK_FALSE(text_has(text_of("void f() { if (" + call + " != 0) g(); }"), "Nobody"));
}

TEST_CASE("the callee of a launch is a whole postfix expression") {
    const auto callee = [](const std::string& expression) {
        const std::string text = text_of("void f() { " + expression + "<<<1, 2>>>(x); }");
        return text == "void f() { (::cusim::configure(1, 2), " + expression + " (x)); }";
    };
    CHECK(callee("k<float>"));
    CHECK(callee("ns::k<T, (a>b)>"));
    CHECK(callee("::k"));
    CHECK(callee("table[i]"));
    CHECK(callee("(*pointer)"));
    CHECK(callee("object.member->kernel"));
    CHECK(callee("choose(n)"));
    CHECK(callee("a.template k<T>"));
    CHECK(callee("Map<A, B<C>>::k<D>"));
    CHECK(callee("(flag ? j : k)"));
}

TEST_CASE("text before the callee is not part of it") {
    CHECK(text_has(text_of("void f() { if (x) k<<<1, 2>>>(); }"),
                   "if (x) (::cusim::configure(1, 2), k"));
    CHECK(text_has(text_of("void f() { if (x) (*k)<<<1, 2>>>(); }"),
                   "if (x) (::cusim::configure(1, 2), (*k)"));
    CHECK(
        text_has(text_of("void f() { return (*k)<<<1, 2>>>(); }"), "return (::cusim::configure("));
    CHECK(
        text_has(text_of("void f() { for (;;) k<<<1, 2>>>(); }"), "for (;;) (::cusim::configure("));
    CHECK(text_has(text_of("void f() { a(), k<<<1, 2>>>(); }"), "a(), (::cusim::configure("));
    CHECK(text_has(text_of("void f() { else k<<<1, 2>>>(); }"), "else (::cusim::configure("));
}

TEST_CASE("template closers inside a configuration do not end it") {
    CHECK(text_has(text_of("void f() { k<<<dim3(1, 2), size<4>>>>(a); }"),
                   "configure(dim3(1, 2), size<4>), k (a)"));
    CHECK(text_has(text_of("void f() { k<<<f<g<h<int>>>(3), 1>>>(x); }"),
                   "configure(f<g<h<int>>>(3), 1), k (x)"));
    CHECK(text_has(text_of("void f() { k<<<n < 4 ? 1 : 2, (m >> 1)>>>(x); }"),
                   "configure(n < 4 ? 1 : 2, (m >> 1)), k (x)"));
    CHECK(text_has(text_of("void f() { k<<<g, b>>>(a), j<<<g, b>>>(c); }"),
                   "(::cusim::configure(g, b), k (a)), (::cusim::configure(g, b), j (c))"));
}

TEST_CASE("a launch inside another one's configuration or arguments is translated too") {
    CHECK(text_has(
        text_of("void f() { k<<<[&] { j<<<2, 3>>>(); return 1; }(), 1>>>(); }"),
        "(::cusim::configure([&] { (::cusim::configure(2, 3), j ()); return 1; }(), 1), k"));
    CHECK(text_has(text_of("void f() { k<<<1, 1>>>([&] { j<<<2, 3>>>(); return 1; }()); }"),
                   "k ([&] { (::cusim::configure(2, 3), j ()); return 1; }()))"));
}

TEST_CASE("a launch may spread over lines, with line markers inside") {
    const std::string text = translated("void f() {\nk<<<1,\n# 3 \"a.cu\"\n2>>>(\nx);\n}\n").text;
    CHECK(text == "void f() {\n(::cusim::configure(1, 2), k\n# 3 \"a.cu\"\n(\nx));\n}\n");
}

TEST_CASE("a malformed launch is reported at its line") {
    CHECK(complaint("void f() {\nk<<<1>>>(); }") ==
          "a.cu:2: a launch configuration has two to four parts: "
          "<<<blocks, threads, shared memory bytes, stream>>>");
    CHECK(text_has(complaint("void f() { k<<<1, 2>>; }"), "must read kernel<<<blocks, threads>>>"));
    CHECK(text_has(complaint("void f() { <<<1, 2>>>(x); }"),
                   "must read kernel<<<blocks, threads>>>"));
}

// ---- Kernels -------------------------------------------------------------------------------

TEST_CASE("noreturn is removed, so that a function which returns all the same goes back") {
    CHECK(text_of("[[noreturn]] void f();") == "[[]] void f();");
    CHECK(text_of("[[nodiscard, noreturn]] int f();") == "[[nodiscard, ]] int f();");
    CHECK(text_of("[[deprecated(\"it\"), noreturn, likely(a[0])]] int f();") ==
          "[[deprecated(\"it\"), , likely(a[0])]] int f();");
    CHECK(text_of("[[likely(a[0]), noreturn]] int f();") == "[[likely(a[0]), ]] int f();");
    CHECK(text_of("void f() { int noreturn = a[noreturn]; }") ==
          "void f() { int noreturn = a[noreturn]; }");
}

TEST_CASE("a kernel's body becomes a lambda that is passed to the runtime") {
    CHECK(text_of("__global__ void k(float* a, int n) { a[n] = 0; }") ==
          "void k(float* a, int n) { static constexpr ::cusim::KernelSite "
          "__cusim_site{\"k\", \"a.cu\", 1, 0, 0, \"a, n\"}; ::cusim::launch(__cusim_site, "
          "[](float* a, int n) -> void { a[n] = 0; }, a, n); }");
}

TEST_CASE("a kernel's prototype, specialisation head and instantiation only lose the qualifier") {
    CHECK(text_of("__global__ void k(int, float*);") == "void k(int, float*);");
    CHECK(text_of("template __global__ void k<float>(float*);") ==
          "template void k<float>(float*);");
    CHECK(text_of("extern \"C\" __global__ void k();") == "extern \"C\" void k();");
}

TEST_CASE("launch bounds are found anywhere among the specifiers") {
    for (const char* text :
         {"__global__ void __launch_bounds__(N * 64, 2) k() {}",
          "__launch_bounds__(N * 64, 2) __global__ void k() {}",
          "static __global__ __launch_bounds__(N * 64, 2) void k() {}",
          "template <int N> void __global__ __launch_bounds__(N * 64, 2) k() {}"}) {
        CHECK(text_has(text_of(text), "__cusim_site{\"k\", \"a.cu\", 1, N * 64, 2, \"\"}"));
        CHECK_FALSE(text_has(text_of(text), "__launch_bounds__"));
    }
}

TEST_CASE("default arguments stay with the kernel and unnamed parameters get names") {
    const std::string text = text_of(
        "__global__ void k(int n = 4, Map<int, float> m = {}, const float* __restrict__, "
        "void (*)(int) = nullptr, unsigned) {}");
    CHECK(text_has(text,
                   "void k(int n = 4, Map<int, float> m = {}, "
                   "const float* __restrict__ __cusim_parameter_2, "
                   "void (* __cusim_parameter_3)(int) = nullptr, unsigned __cusim_parameter_4)"));
    CHECK(text_has(text,
                   "[](int n, Map<int, float> m, const float* __restrict__ __cusim_parameter_2, "
                   "void (* __cusim_parameter_3)(int), unsigned __cusim_parameter_4) -> void {}, "
                   "n, m, __cusim_parameter_2, __cusim_parameter_3, __cusim_parameter_4)"));
}

TEST_CASE("the name is found in every form of a parameter's declaration") {
    const auto argument = [](const std::string& parameter) {
        const std::string text = text_of("__global__ void k(" + parameter + ") {}");
        const std::size_t begin = text.find("-> void {}, ");
        REQUIRE(begin != text.npos);
        return text.substr(begin + 12, text.size() - begin - 12 - 4);
    };
    CHECK(argument("const T x") == "x");
    CHECK(argument("T const* const x") == "x");
    CHECK(argument("std::size_t n") == "n");
    CHECK(argument("typename A<T>::type v") == "v");
    CHECK(argument("float a[]") == "a");
    CHECK(argument("float (*f)(float, int)") == "f");
    CHECK(argument("unsigned long long n") == "n");
    CHECK(argument("struct Data d") == "d");
    CHECK(argument("[[maybe_unused]] int x") == "x");
    CHECK(argument("const __grid_constant__ Big b") == "b");
    CHECK(argument("Pair<A, (1 > 2)> p") == "p");
    CHECK(argument("Ts... xs") == "xs...");
    CHECK(argument("decltype(q) r") == "r");
    CHECK(argument("Matrix<T>") == "__cusim_parameter_0");
    CHECK(argument("std::size_t") == "__cusim_parameter_0");
    CHECK(argument("const T") == "__cusim_parameter_0");
    CHECK(argument("float*") == "__cusim_parameter_0");
    CHECK(argument("int[4]") == "__cusim_parameter_0");
}

TEST_CASE("a kernel without parameters may say void") {
    CHECK(text_has(text_of("__global__ void k(void) {}"),
                   "launch(__cusim_site, []() -> void {}); }"));
}

TEST_CASE("__func__ in a kernel is still the kernel's name") {
    CHECK(text_has(text_of("__global__ void k() { p(__func__); }"), "{ p(\"k\"); }"));
}

TEST_CASE("a kernel that returns something is refused") {
    CHECK(complaint("\n__global__ int k() { return 1; }") ==
          "a.cu:2: a __global__ function must return void");
}

TEST_CASE("kernels are listed with their source lines") {
    const Translation result = translated("\n__global__ void k() {\n\n}\n");
    REQUIRE(result.kernels.size() == 1);
    CHECK(result.kernels[0].name == "k");
    CHECK(result.kernels[0].first_line == 2);
    CHECK(result.kernels[0].last_line == 4);
}

// ---- Qualifiers ------------------------------------------------------------------------------

TEST_CASE("qualifiers go, and those g++ spells otherwise are respelled") {
    CHECK(text_of("__host__ __device__ float f(float x) { return x; }") ==
          "float f(float x) { return x; }");
    CHECK(text_of("static __device__ __forceinline__ float f();") == "static inline float f();");
    CHECK(text_of("inline __device__ __forceinline__ float f();") == "inline float f();");
    CHECK(text_of("__forceinline__ __device__ inline float f();") == "inline float f();");
    CHECK(text_of("__device__ __noinline__ float f();") == "__attribute__((noinline)) float f();");
    CHECK(text_of("struct __align__(8) P { float a, b; };") ==
          "struct __attribute__((aligned(8))) P { float a, b; };");
}

TEST_CASE("a system header's attributes are left alone") {
    const char* text = "extern int f() __attribute__ ((__noinline__, __device__));";
    CHECK(text_of(text) == text);
}

// ---- Inline PTX ----------------------------------------------------------------------------

TEST_CASE("an instruction becomes a call on its operands' registers") {
    const auto body = [](const std::string& statement) {
        const std::string text = text_of("__device__ void f() { " + statement + " }");
        return text.substr(text.find("{") + 2);
    };
    CHECK(body("asm(\"add.s32 %0, %1, 7;\" : \"=r\"(y) : \"r\"(x + 1));") ==
          "do { [[maybe_unused]] unsigned int __cusim_ptx_0; [[maybe_unused]] unsigned int "
          "__cusim_ptx_1 = ::cusim::ptx::input<unsigned int>(x + 1); "
          "{ ::cusim::ptx::set(__cusim_ptx_0, ::cusim::ptx::add<unsigned int>("
          "::cusim::ptx::as<unsigned int>(__cusim_ptx_1), (unsigned int)(7))); } "
          "::cusim::ptx::output(y, __cusim_ptx_0); } while (0) ; }");
    CHECK(text_has(body("asm volatile(\"ld.global.f32 %0, [%1+8];\" : \"=f\"(y) : \"l\"(p));"),
                   "*(::cusim::ptx::generic<const float>(::cusim::ptx::as<unsigned long long>("
                   "__cusim_ptx_1) + (long long)(8)))"));
    CHECK(body("asm volatile(\"\" ::: \"memory\");") == "asm volatile(\"\" ::: \"memory\"); }");
}

TEST_CASE("an instruction of which one modifier is not known is refused whole") {
    for (const std::string instruction :
         {"add.sat.s32 %0, %0, 1",
          "add.rz.f32 %0, %0, %0",
          "cvt.rn.f16.f32 %0, %0",
          "ld.relaxed.cluster.global.u32 %0, [%1]",
          "ld.global.v8.u32 %0, [%1]",
          "mul.s32 %0, %0, 2",
          "setp.ltu.f32 p, %0, %0",
          "bar.sync 1, 64, 2",
          "bar.arrive 1",
          "bra DONE",
          "DONE:",
          "mov.u32 %0, %gridid",
          "mov.u32 %0, undeclared",
          "shfl.sync.idx.b32 %0, %0, 0, 31, -1",
          "cvt.u32.f32 %0, %0",
          "cp.async.bulk.commit_group",
          "cp.async.ca.shared.global [%0], [%1]",
          "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0}, [%1]",
          "mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32 {%0}, {%0}, {%0}, {%0}",
          ".reg .u32 %",
          ".reg .u32 t<1000000000>"}) {
        CAPTURE(instruction);
        CHECK(complaint("__device__ void f() { asm(\"" + instruction +
                        ";\" : \"+r\"(y) : \"l\"(p)); }") ==
              "a.cu:1: unsupported: inline PTX: " + instruction);
    }
}

// ---- Refusals --------------------------------------------------------------------------------

TEST_CASE("unsupported code is named with its line") {
    CHECK(complaint("__global__ void k() {\nasm(\"exit;\"); }") ==
          "a.cu:2: unsupported: inline PTX: exit");
    CHECK(complaint("__device__ V operator+(V a, V b) {\nasm(\"mov.u32 %0, 1;\"\n\"mma.sync x;\" "
                    ": \"=r\"(a.x)); }") == "a.cu:3: unsupported: inline PTX: mma.sync x");
    CHECK(complaint("__global__ void k() {\n\ncudaDeviceSynchronize(); }") ==
          "a.cu:3: unsupported: waiting in device code for launches, which CUDA 12 removed; what "
          "needs their results belongs in a launch behind them (cudaDeviceSynchronize)");
    CHECK(complaint("auto f = [=] __device__ (int i) { __asm__ goto(\"\"); };") ==
          "a.cu:1: unsupported: inline assembly of this form");
    CHECK(complaint("int x = surf2DLayeredread<int>(s, 0, 0, 0);") ==
          "a.cu:1: unsupported: layered surfaces (surf2DLayeredread)");
    CHECK(complaint("cudaGraphConditionalHandle h;") ==
          "a.cu:1: unsupported: this part of CUDA graphs (cudaGraphConditionalHandle)");
    CHECK(translated("cudaGraph_t g;").diagnostics.empty());
    CHECK(complaint("__device__ int f(int x) {\nreturn __shfl_down(x, 1); }") ==
          "a.cu:2: unsupported: warp functions that do not say which lanes take part, which CUDA "
          "13 no longer has; call the one whose name ends in _sync, with a mask (__shfl_down)");
    CHECK(
        translated("__device__ int f(int x) { return __shfl_sync(~0u, x, 1) + __any_sync(1, x); }")
            .diagnostics.empty());
    CHECK(text_of("void host() { asm(\"nop\"); }") == "void host() { asm(\"nop\"); }");
}

TEST_CASE("a program's own names that begin as CUDA's do are its own") {
    for (const char* name : {"cudaKernel", "cudaKernelMatVec", "cudaLibrary", "cudaGLOW"}) {
        CAPTURE(name);
        CHECK(translated(std::string("__global__ void ") + name + "(int* p) { *p = 1; }")
                  .diagnostics.empty());
    }
}

TEST_CASE("a texture reference is refused with the advice to use an object") {
    const std::string words =
        "unsupported: texture references, which CUDA 12 removed; make a texture object with "
        "cudaCreateTextureObject and pass it to the kernel";
    CHECK(complaint("texture<float, 1, cudaReadModeElementType> t;") == "a.cu:1: " + words);
    CHECK(complaint("static texture<float> t;") == "a.cu:1: " + words);
    CHECK(complaint("void f() {\ncudaBindTexture(0, t, d, 4); }") ==
          "a.cu:2: " + words + " (cudaBindTexture)");
    CHECK(text_of("my::texture<float> t;") == "my::texture<float> t;");
    CHECK(text_of("bool f() { return texture < 3; }") == "bool f() { return texture < 3; }");
}

TEST_CASE("the simulator's own headers and the system's are not judged") {
    CHECK(translated("# 1 \"/own/x.h\"\ncudaGraph_t g;\n# 1 \"/usr/y.h\" 1 3\ncudaGraph_t h;")
              .diagnostics.empty());
}

// ---- Everything else ---------------------------------------------------------------------------

TEST_CASE("a file with virtual functions of its own tells the runtime") {
    const std::string name = "VirtualFunctions";
    CHECK(text_has(text_of("struct S { virtual void f(); };"), name));
    CHECK_FALSE(text_has(text_of("struct S { void f(); };"), name));
    CHECK_FALSE(text_has(
        text_of("# 1 \"/usr/y.h\" 1 3\nstruct S { virtual void f(); };\n# 2 \"a.cu\" 2\nint i;"),
        name));
}

TEST_CASE("text without CUDA stays unchanged") {
    const char* text =
        "# 1 \"a.cpp\"\n#pragma once\nint f(int a) { return a << 2 >> 1; }\n"
        "auto& g = std::cout << operator<<<int>; std::vector<std::vector<int>> v;\n";
    CHECK(translated(text).text == text);
}

TEST_CASE("unbalanced text stays unchanged, so that the compiler reports it") {
    for (const char* text :
         {"}}}} int x;", "void f( {", "int a[ = {", "template < class T", "((("}) {
        CHECK(translated(text).text == text);
    }
}

TEST_CASE("a CUDA program keeps every token on its line") {
    const std::string text =
        translated(
            "\n__global__ void k(\n int n) {\n  __shared__ int a\n  [4];\n  a[0] = n;\n}\n"
            "int main() { k<<<1,\n 1>>>(2); }\n")
            .text;
    CHECK(std::count(text.begin(), text.end(), '\n') == 9);
    CHECK(text_has(text, "\n  a[0] = n;\n}"));
}
