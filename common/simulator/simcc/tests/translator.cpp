// The translation of each CUDA construct. Runs of blanks are compared as one blank.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>

#include "simulator/simcc/tests/translated.hpp"

using namespace cusim::simcc;
using namespace cusim::simcc::tests;

namespace {

std::string folded(std::string_view text) {
    std::string result;
    for (char c : text) {
        if (!std::isspace(static_cast<unsigned char>(c))) {
            result += c;
        } else if (!result.empty() && result.back() != ' ') {
            result += ' ';
        }
    }
    if (!result.empty() && result.back() == ' ') result.pop_back();
    return result;
}

std::string text_of(std::string_view text) {
    const Translation result = translated(text);
    CHECK(result.diagnostics.empty());
    return folded(result.text);
}

bool translator_has(const std::string& text, std::string_view part) {
    return text.find(part) != text.npos;
}

}  // namespace

// ---- Launches ------------------------------------------------------------------------------

TEST_CASE("a launch becomes a configuration and a call") {
    CHECK(text_of("void f() { k<<<g, b>>>(x, y); }") ==
          "void f() { (::cusim::configure(g, b), k (x, y)); }");
    CHECK(text_of("void f() { k<<<g, b, n * sizeof(T), s>>>(); }") ==
          "void f() { (::cusim::configure(g, b, n * sizeof(T), s), k ()); }");
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
    CHECK(translator_has(text_of("void f() { if (x) k<<<1, 2>>>(); }"),
                         "if (x) (::cusim::configure(1, 2), k"));
    CHECK(translator_has(text_of("void f() { if (x) (*k)<<<1, 2>>>(); }"),
                         "if (x) (::cusim::configure(1, 2), (*k)"));
    CHECK(translator_has(text_of("void f() { return (*k)<<<1, 2>>>(); }"),
                         "return (::cusim::configure("));
    CHECK(translator_has(text_of("void f() { for (;;) k<<<1, 2>>>(); }"),
                         "for (;;) (::cusim::configure("));
    CHECK(translator_has(text_of("void f() { a(), k<<<1, 2>>>(); }"), "a(), (::cusim::configure("));
    CHECK(translator_has(text_of("void f() { else k<<<1, 2>>>(); }"), "else (::cusim::configure("));
}

TEST_CASE("template closers inside a configuration do not end it") {
    CHECK(translator_has(text_of("void f() { k<<<dim3(1, 2), size<4>>>>(a); }"),
                         "configure(dim3(1, 2), size<4>), k (a)"));
    CHECK(translator_has(text_of("void f() { k<<<f<g<h<int>>>(3), 1>>>(x); }"),
                         "configure(f<g<h<int>>>(3), 1), k (x)"));
    CHECK(translator_has(text_of("void f() { k<<<n < 4 ? 1 : 2, (m >> 1)>>>(x); }"),
                         "configure(n < 4 ? 1 : 2, (m >> 1)), k (x)"));
    CHECK(translator_has(text_of("void f() { k<<<g, b>>>(a), j<<<g, b>>>(c); }"),
                         "(::cusim::configure(g, b), k (a)), (::cusim::configure(g, b), j (c))"));
}

TEST_CASE("a launch inside another one's configuration or arguments is translated too") {
    CHECK(translator_has(
        text_of("void f() { k<<<[&] { j<<<2, 3>>>(); return 1; }(), 1>>>(); }"),
        "(::cusim::configure([&] { (::cusim::configure(2, 3), j ()); return 1; }(), 1), k"));
    CHECK(translator_has(text_of("void f() { k<<<1, 1>>>([&] { j<<<2, 3>>>(); return 1; }()); }"),
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
    CHECK(translator_has(complaint("void f() { k<<<1, 2>>; }"),
                         "must read kernel<<<blocks, threads>>>"));
    CHECK(translator_has(complaint("void f() { <<<1, 2>>>(x); }"),
                         "must read kernel<<<blocks, threads>>>"));
}

// ---- Kernels -------------------------------------------------------------------------------

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
        CHECK(translator_has(text_of(text), "__cusim_site{\"k\", \"a.cu\", 1, N * 64, 2, \"\"}"));
        CHECK_FALSE(translator_has(text_of(text), "__launch_bounds__"));
    }
}

TEST_CASE("default arguments stay with the kernel and unnamed parameters get names") {
    const std::string text = text_of(
        "__global__ void k(int n = 4, Map<int, float> m = {}, const float* __restrict__, "
        "void (*)(int) = nullptr, unsigned) {}");
    CHECK(translator_has(
        text,
        "void k(int n = 4, Map<int, float> m = {}, "
        "const float* __restrict__ __cusim_parameter_2, "
        "void (* __cusim_parameter_3)(int) = nullptr, unsigned __cusim_parameter_4)"));
    CHECK(translator_has(
        text,
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
    CHECK(translator_has(text_of("__global__ void k(void) {}"),
                         "launch(__cusim_site, []() -> void {}); }"));
}

TEST_CASE("__func__ in a kernel is still the kernel's name") {
    CHECK(translator_has(text_of("__global__ void k() { p(__func__); }"), "{ p(\"k\"); }"));
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

// ---- Shared memory ---------------------------------------------------------------------------

TEST_CASE("a shared variable becomes a reference that is found by its own type") {
    CHECK(translator_has(
        text_of("__global__ void k() { __shared__ float a[N][N + 1]; }"),
        "; struct __cusim_shared_1 { float a[N][N + 1]; }; [[maybe_unused]] auto& a = "
        "::cusim::shared_variable<__cusim_shared_1, decltype(__cusim_shared_1::a)>(\"a\").a; }"));
}

TEST_CASE("each declarator is a variable of its own") {
    const std::string text =
        text_of("__device__ void f() { static volatile __shared__ T a[4], *p, (*q)[8], c; }");
    CHECK(translator_has(text, "struct __cusim_shared_1 { volatile T a[4]; };"));
    CHECK(translator_has(text, "struct __cusim_shared_2 { volatile T *p; };"));
    CHECK(translator_has(text, "struct __cusim_shared_3 { volatile T (*q)[8]; };"));
    CHECK(translator_has(text, "struct __cusim_shared_4 { volatile T c; };"));
    CHECK(translator_has(text,
                         "auto& q = ::cusim::shared_variable<__cusim_shared_3, "
                         "decltype(__cusim_shared_3::q)>(\"q\").q;"));
}

TEST_CASE("types of every form are kept") {
    CHECK(translator_has(text_of("__device__ void f() { __shared__ struct { float x; } s[4]; }"),
                         "{ struct { float x; } s[4]; };"));
    CHECK(translator_has(text_of("__device__ void f() { __shared__ typename R<T, 4>::Storage s; }"),
                         "{ typename R<T, 4>::Storage s; };"));
    CHECK(translator_has(
        text_of("__device__ void f() { __shared__ __align__(16) unsigned char s[N]; }"),
        "{ __attribute__((aligned(16))) unsigned char s[N]; };"));
}

TEST_CASE("an extern shared array is the launch's dynamic memory") {
    CHECK(
        translator_has(text_of("__global__ void k() { extern __shared__ volatile T s[]; }"),
                       "; struct __cusim_shared_1 { volatile T s[1]; }; [[maybe_unused]] auto& s = "
                       "::cusim::dynamic_shared<decltype(__cusim_shared_1::s)>(\"s\"); }"));
}

TEST_CASE("a shared variable at namespace scope is declared again where it is used") {
    const std::string text = text_of(
        "namespace n { extern __shared__ float s[]; } __device__ void f() { s[0] = a.s; } "
        "__device__ float g(float s) { return s; } void host() { int s; }");
    CHECK(translator_has(text,
                         "static inline auto& __cusim_shared_1_get() { return "
                         "::cusim::dynamic_shared<decltype(__cusim_shared_1::s)>(\"s\"); }"));
    CHECK(translator_has(
        text, "void f() { [[maybe_unused]] auto& s = __cusim_shared_1_get(); { s[0] = a.s; } }"));
    CHECK(translator_has(text, "float g(float s) { return s; } void host() { int s; }"));
}

TEST_CASE("a lambda that captures by value sees the shared variable itself") {
    const std::string text = text_of(
        "__global__ void k() { __shared__ float s[4]; auto f = [=](int i) { return s[i]; }; "
        "auto g = [=](float s) { return s; }; auto h = [&] { return s[0]; }; }");
    CHECK(translator_has(text,
                         "[=](int i) { [[maybe_unused]] auto& s = "
                         "::cusim::shared_variable<__cusim_shared_1, "
                         "decltype(__cusim_shared_1::s)>(\"s\").s; return s[i]; };"));
    CHECK(translator_has(text, "[=](float s) { return s; }; auto h = [&] { return s[0]; };"));
}

TEST_CASE("a shared variable with an initialiser is refused") {
    CHECK(translator_has(complaint("__device__ void f() {\n__shared__ int n = 3; }"),
                         "a.cu:2: a __shared__ variable cannot have an initialiser"));
}

// ---- Variables in device memory --------------------------------------------------------------

TEST_CASE("a device variable is registered where it is defined") {
    CHECK(text_of("__device__ float v[4] = {1};") ==
          "static float v[4] = {1}; static ::cusim::Symbol __cusim_symbol_1{(void*)&v, sizeof(v), "
          "\"v\", ::cusim::Space::device, \"a.cu\", 1};");
    CHECK(translator_has(text_of("__device__ __managed__ int m;"), "::cusim::Space::managed"));
    CHECK(translator_has(text_of("__device__ int a, b[2];"), "&b, sizeof(b), \"b\""));
    CHECK(text_of("extern __device__ int v;") == "extern int v;");
}

TEST_CASE("the attributes of a device variable come before its linkage") {
    for (const char* text : {"__device__ alignas(16) float v;", "alignas(16) __device__ float v;",
                             "static __device__ alignas(16) float v;"})
        CHECK(text_of(text).starts_with("alignas(16) static float v;"));
    CHECK(text_of("[[maybe_unused]] __constant__ alignas(8) int n;")
              .starts_with("[[maybe_unused]] alignas(8) static int n;"));
}

TEST_CASE("a constant variable is not const, what it points to may be") {
    CHECK(translator_has(text_of("__constant__ const float c[3] = {1, 2, 3};"),
                         "static float c[3] ="));
    CHECK(translator_has(text_of("__constant__ const float* const p;"), "static const float* p;"));
}

TEST_CASE("separate compilation leaves a device variable visible to other files") {
    const Translation result = translate("__device__ int v;", {"a.cu", "", true});
    CHECK(folded(result.text).starts_with("int v; static ::cusim::Symbol"));
}

TEST_CASE("an announced device variable keeps its linkage") {
    CHECK(translator_has(text_of("extern __device__ int v; __device__ int v;"),
                         "extern int v; int v;"));
}

TEST_CASE("a static local of a device function moves in front of it and is registered") {
    CHECK(text_of("__device__ int f() {\n  static int n = 5, s[2];\n  return ++n;\n}") ==
          "static __constinit int __cusim_static_1_n = 5; static ::cusim::Symbol __cusim_symbol_2"
          "{(void*)&__cusim_static_1_n, sizeof(__cusim_static_1_n), \"n\", "
          "::cusim::Space::device, \"a.cu\", 2}; "
          "static __constinit int __cusim_static_3_s[2]; static ::cusim::Symbol __cusim_symbol_4"
          "{(void*)&__cusim_static_3_s, sizeof(__cusim_static_3_s), \"s\", "
          "::cusim::Space::device, \"a.cu\", 2}; "
          "int f() { auto& n = __cusim_static_1_n; auto& s = __cusim_static_3_s; return ++n; }");
    CHECK(translator_has(text_of("__device__ void f() { static const int n = 3; }"),
                         "static const int n = 3;"));
    CHECK(translator_has(text_of("__device__ void f() { static constexpr int n = 3; }"),
                         "int n = 3;"));
    CHECK(text_of("void host() { static int calls; }") == "void host() { static int calls; }");
}

TEST_CASE("a static local that cannot move is registered in place") {
    for (const char* const text : {"template <class T> __device__ void f() {\nstatic T n; }",
                                   "struct S { __device__ void f() {\nstatic int n; } };",
                                   "auto f = [] __device__ {\nstatic int n; };",
                                   "__device__ void f() {\nstatic struct { int a; } n; }"}) {
        const std::string result = text_of(text);
        CHECK(translator_has(result, "__constinit static "));
        CHECK(translator_has(
            result,
            " n; struct __cusim_local_1 { static ::cusim::Symbol symbol() { return "
            "::cusim::Symbol{(void*)&n, sizeof(n), \"n\", ::cusim::Space::device, \"a.cu\", "
            "2}; } }; (void)&::cusim::LocalSymbol<__cusim_local_1>::symbol;"));
    }
    CHECK(complaint("__host__ __device__ void f() {\nstatic int n; }") ==
          "a.cu:2: unsupported: a static variable in a function of both host and device; make it a "
          "__device__ variable outside the function");
}

TEST_CASE("a template of variables gets a template of registrations") {
    CHECK(text_of("template <class T, int N = 2> __constant__ T c[N];") ==
          "template <class T, int N = 2> static T __cusim_1_c[N]; template <class T, int N = 2> "
          "static ::cusim::Symbol __cusim_symbol_1{(void*)&__cusim_1_c<T, N>, "
          "sizeof(__cusim_1_c<T, N>), \"c\", ::cusim::Space::constant, \"a.cu\", 1}; template "
          "<class T, int N = 2> static constexpr auto& c = "
          "::cusim::registered(__cusim_symbol_1<T, N>, __cusim_1_c<T, N>);");
    CHECK(text_of("template <class T> __device__ constexpr T pi = T(3);") ==
          "template <class T> constexpr T pi = T(3);");
    CHECK(complaint("template <> __device__ int v<int> = 3;") ==
          "a.cu:1: unsupported: a specialisation or a member of a template of __device__ "
          "variables");
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
    CHECK(
        translator_has(body("asm volatile(\"ld.global.f32 %0, [%1+8];\" : \"=f\"(y) : \"l\"(p));"),
                       "*(::cusim::ptx::generic<const float>(::cusim::ptx::as<unsigned long long>("
                       "__cusim_ptx_1) + (long long)(8)))"));
    CHECK(body("asm volatile(\"\" ::: \"memory\");") == "asm volatile(\"\" ::: \"memory\"); }");
}

TEST_CASE("an instruction of which one modifier is not known is refused whole") {
    for (const std::string instruction :
         {"add.sat.s32 %0, %0, 1", "add.rz.f32 %0, %0, %0", "cvt.rn.f16.f32 %0, %0",
          "ld.relaxed.cluster.global.u32 %0, [%1]", "ld.global.v8.u32 %0, [%1]",
          "mul.s32 %0, %0, 2", "setp.ltu.f32 p, %0, %0", "bar.sync 1, 64, 2", "bar.arrive 1",
          "bra DONE", "DONE:", "mov.u32 %0, %gridid", "mov.u32 %0, undeclared",
          "shfl.sync.idx.b32 %0, %0, 0, 31, -1", "cvt.u32.f32 %0, %0",
          "cp.async.ca.shared.global [%0], [%1], 4", ".reg .u32 %", ".reg .u32 t<1000000000>"}) {
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
    CHECK(translated("__global__ void k() { k<<<1, 1>>>(); }").diagnostics.empty());
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
    CHECK(translator_has(text, "\n  a[0] = n;\n}"));
}
