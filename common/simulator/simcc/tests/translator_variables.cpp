// The translation of variables in shared and in device memory.
#include <doctest/doctest.h>

#include "simulator/simcc/tests/translated.hpp"

using namespace cusim::simcc;
using namespace cusim::simcc::tests;

// ---- Shared memory ---------------------------------------------------------------------------

TEST_CASE("a shared variable becomes a reference that is found by its own type") {
    CHECK(text_has(
        text_of("__global__ void k() { __shared__ float a[N][N + 1]; }"),
        "; struct __cusim_shared_1 { float a[N][N + 1]; }; [[maybe_unused]] auto& a = "
        "::cusim::shared_variable<__cusim_shared_1, decltype(__cusim_shared_1::a)>(\"a\").a; }"));
}

TEST_CASE("each declarator is a variable of its own") {
    const std::string text =
        text_of("__device__ void f() { static volatile __shared__ T a[4], *p, (*q)[8], c; }");
    CHECK(text_has(text, "struct __cusim_shared_1 { volatile T a[4]; };"));
    CHECK(text_has(text, "struct __cusim_shared_2 { volatile T *p; };"));
    CHECK(text_has(text, "struct __cusim_shared_3 { volatile T (*q)[8]; };"));
    CHECK(text_has(text, "struct __cusim_shared_4 { volatile T c; };"));
    CHECK(text_has(text,
                   "auto& q = ::cusim::shared_variable<__cusim_shared_3, "
                   "decltype(__cusim_shared_3::q)>(\"q\").q;"));
}

TEST_CASE("types of every form are kept") {
    CHECK(text_has(text_of("__device__ void f() { __shared__ struct { float x; } s[4]; }"),
                   "{ struct { float x; } s[4]; };"));
    CHECK(text_has(text_of("__device__ void f() { __shared__ typename R<T, 4>::Storage s; }"),
                   "{ typename R<T, 4>::Storage s; };"));
    CHECK(text_has(text_of("__device__ void f() { __shared__ __align__(16) unsigned char s[N]; }"),
                   "{ __attribute__((aligned(16))) unsigned char s[N]; };"));
}

TEST_CASE("an extern shared array is the launch's dynamic memory") {
    CHECK(text_has(text_of("__global__ void k() { extern __shared__ volatile T s[]; }"),
                   "; struct __cusim_shared_1 { volatile T s[1]; }; [[maybe_unused]] auto& s = "
                   "::cusim::dynamic_shared<decltype(__cusim_shared_1::s)>(\"s\"); }"));
}

TEST_CASE("a shared variable at namespace scope is declared again where it is used") {
    const std::string text = text_of(
        "namespace n { extern __shared__ float s[]; } __device__ void f() { s[0] = a.s; } "
        "__device__ float g(float s) { return s; } void host() { int s; }");
    CHECK(text_has(text,
                   "static inline auto& __cusim_shared_1_get() { return "
                   "::cusim::dynamic_shared<decltype(__cusim_shared_1::s)>(\"s\"); }"));
    CHECK(text_has(
        text, "void f() { [[maybe_unused]] auto& s = __cusim_shared_1_get(); { s[0] = a.s; } }"));
    CHECK(text_has(text, "float g(float s) { return s; } void host() { int s; }"));
}

TEST_CASE("a lambda that captures by value sees the shared variable itself") {
    const std::string text = text_of(
        "__global__ void k() { __shared__ float s[4]; auto f = [=](int i) { return s[i]; }; "
        "auto g = [=](float s) { return s; }; auto h = [&] { return s[0]; }; }");
    CHECK(text_has(text,
                   "[=](int i) { [[maybe_unused]] auto& s = "
                   "::cusim::shared_variable<__cusim_shared_1, "
                   "decltype(__cusim_shared_1::s)>(\"s\").s; return s[i]; };"));
    CHECK(text_has(text, "[=](float s) { return s; }; auto h = [&] { return s[0]; };"));
}

TEST_CASE("a lambda needs no capture for a shared variable") {
    const std::string reference =
        " [[maybe_unused]] auto& s = ::cusim::shared_variable<__cusim_shared_1, "
        "decltype(__cusim_shared_1::s)>(\"s\").s;";
    const auto body_of = [](const std::string& code) {
        return text_of("__global__ void k() { __shared__ float s[4]; int j = 0; " + code + " }");
    };
    for (const std::string lambda :
         {"f([j](int i) {", "return [] {", "g = [j, &h]() -> float {", "g = [this]<int n>() {"})
        CHECK(text_has(body_of(lambda + " s[j] = 0; });"), lambda + reference + " s[j] = 0;"));
    for (const std::string other :
         {"[&j, s = 1](int i) { return s; }", "[&, j] { return s[j]; }", "s[j] = {s[1]};",
          "auto& [a, b]{s};", "if (j) [[likely]] { s[0] = 1; }", "t[s[0]](s[1]); { s[j] = 0; }"})
        CHECK(text_has(body_of(other), other));
    CHECK(text_has(text_of("extern __shared__ float s[]; __device__ void f() { "
                           "g([=] { return s[0]; }); }"),
                   "g([=] { [[maybe_unused]] auto& s = __cusim_shared_1_get(); return s[0]; })"));
}

TEST_CASE("a shared variable with an initialiser is refused") {
    CHECK(text_has(complaint("__device__ void f() {\n__shared__ int n = 3; }"),
                   "a.cu:2: a __shared__ variable cannot have an initialiser"));
}

// ---- Variables in device memory --------------------------------------------------------------

TEST_CASE("a device variable is registered where it is defined") {
    CHECK(text_of("__device__ float v[4] = {1};") ==
          "static float v[4] = {1}; static ::cusim::Symbol __cusim_symbol_1{&v, sizeof(v), "
          "\"v\", ::cusim::Space::device, \"a.cu\", 1};");
    CHECK(text_has(text_of("__device__ __managed__ int m;"), "::cusim::Space::managed"));
    CHECK(text_has(text_of("__device__ int a, b[2];"), "&b, sizeof(b), \"b\""));
    CHECK(text_of("extern __device__ int v;") == "extern int v;");
}

TEST_CASE("the attributes of a device variable come before its linkage") {
    for (const char* text : {"__device__ alignas(16) float v;", "alignas(16) __device__ float v;",
                             "static __device__ alignas(16) float v;"})
        CHECK(text_of(text).starts_with("alignas(16) static float v;"));
    CHECK(text_of("[[maybe_unused]] __constant__ alignas(8) int n;")
              .starts_with("[[maybe_unused]] alignas(8) static int n;"));
}

TEST_CASE("a constant variable that is larger than constant memory is refused by the compiler") {
    CHECK(text_has(text_of("__constant__ float c[20000];"),
                   "static_assert(sizeof(c) <= 65536, \"c is larger than constant memory"));
    CHECK_FALSE(text_has(text_of("__device__ float c[20000];"), "static_assert"));
}

TEST_CASE("a constant variable is not const, what it points to may be") {
    CHECK(text_has(text_of("__constant__ const float c[3] = {1, 2, 3};"), "static float c[3] ="));
    CHECK(text_has(text_of("__constant__ const float* const p;"), "static const float* p;"));
}

TEST_CASE("separate compilation leaves a device variable visible to other files") {
    const Translation result = translate("__device__ int v;", {"a.cu", "", true});
    CHECK(folded(result.text).starts_with("int v; static ::cusim::Symbol"));
}

TEST_CASE("an announced device variable keeps its linkage") {
    CHECK(text_has(text_of("extern __device__ int v; __device__ int v;"), "extern int v; int v;"));
}

TEST_CASE("a static local of a device function moves in front of it and is registered") {
    CHECK(text_of("__device__ int f() {\n  static int n = 5, s[2];\n  return ++n;\n}") ==
          "static __constinit int __cusim_static_1_n = 5; static ::cusim::Symbol __cusim_symbol_2"
          "{&__cusim_static_1_n, sizeof(__cusim_static_1_n), \"n\", "
          "::cusim::Space::device, \"a.cu\", 2}; "
          "static __constinit int __cusim_static_3_s[2]; static ::cusim::Symbol __cusim_symbol_4"
          "{&__cusim_static_3_s, sizeof(__cusim_static_3_s), \"s\", "
          "::cusim::Space::device, \"a.cu\", 2}; "
          "int f() { auto& n = __cusim_static_1_n; auto& s = __cusim_static_3_s; return ++n; }");
    CHECK(text_has(text_of("__device__ void f() { static const int n = 3; }"),
                   "static const int n = 3;"));
    CHECK(text_has(text_of("__device__ void f() { static constexpr int n = 3; }"), "int n = 3;"));
    CHECK(text_of("void host() { static int calls; }") == "void host() { static int calls; }");
}

TEST_CASE("a static local that cannot move is registered in place") {
    for (const char* const text : {"template <class T> __device__ void f() {\nstatic T n; }",
                                   "struct S { __device__ void f() {\nstatic int n; } };",
                                   "auto f = [] __device__ {\nstatic int n; };",
                                   "__device__ void f() {\nstatic struct { int a; } n; }"}) {
        const std::string result = text_of(text);
        CHECK(text_has(result, "__constinit static "));
        CHECK(text_has(result,
                       " n; struct __cusim_local_1 { static ::cusim::Symbol symbol() { return "
                       "::cusim::Symbol{&n, sizeof(n), \"n\", ::cusim::Space::device, \"a.cu\", "
                       "2}; } }; (void)&::cusim::LocalSymbol<__cusim_local_1>::symbol;"));
    }
    CHECK(complaint("__host__ __device__ void f() {\nstatic int n; }") ==
          "a.cu:2: unsupported: a static variable in a function of both host and device; make it a "
          "__device__ variable outside the function");
}

TEST_CASE("a template of variables gets a template of registrations") {
    CHECK(text_of("template <class T, int N = 2> __constant__ T c[N];") ==
          "template <class T, int N = 2> static T __cusim_1_c[N]; template <class T, int N = 2> "
          "static ::cusim::Symbol __cusim_symbol_1{&__cusim_1_c<T, N>, "
          "sizeof(__cusim_1_c<T, N>), \"c\", ::cusim::Space::constant, \"a.cu\", 1}; template "
          "<class T, int N = 2> static constexpr auto& c = "
          "::cusim::registered(__cusim_symbol_1<T, N>, __cusim_1_c<T, N>);");
    CHECK(text_of("template <class T> __device__ constexpr T pi = T(3);") ==
          "template <class T> constexpr T pi = T(3);");
    CHECK(complaint("template <> __device__ int v<int> = 3;") ==
          "a.cu:1: unsupported: a specialisation or a member of a template of __device__ "
          "variables");
}

TEST_CASE("a variable of the device within a function is static, or refused as by nvcc") {
    for (const std::string qualifier : {"__constant__", "__device__", "__managed__"}) {
        CAPTURE(qualifier);
        const std::string variable = qualifier + " int v[4];";
        for (const std::string head : {"__global__ void f() ", "__device__ void f() ", "void f() "})
            CHECK(complaint(head + "{ " + variable + " }") ==
                  "a.cu:1: a variable within a function is __shared__, the thread's own or static: "
                  "put this one at namespace scope");
    }
    CHECK(translated("__device__ int f() { static __device__ int v; return v; }")
              .diagnostics.empty());
}

TEST_CASE("a memory qualifier on a member of a class is refused, as by nvcc") {
    const std::string refusal =
        ": nvcc allows no memory qualifier on a member of a class: let a variable at namespace "
        "scope hold the value";
    for (const std::string member :
         {"static __device__ int v;", "inline static __device__ int v = 1;",
          "static __constant__ float v[2];", "static constexpr __device__ int v[2] = {1, 2};"})
        for (const std::string head : {"struct S", "template <class T> class S final : B<T>"}) {
            CAPTURE(member);
            CHECK(complaint(head + " {\n" + member + " };") == "a.cu:2" + refusal);
        }
    CHECK(complaint("struct S { static int v; };\n__device__ int S::v = 3;") == "a.cu:2" + refusal);
    CHECK(translated("namespace n { extern __device__ int v; }\n__device__ int n::v = 3;")
              .diagnostics.empty());
}
