// Calls from the wrong side: which are refused, and which must be left to the compiler.
#include "simulator/simcc/tests/translated.hpp"

using namespace cusim::simcc::tests;

namespace {

const std::string host_function = ", a function of the host: put __device__ in front of it";
const std::string device_function =
    ", a function of the device: put __host__ __device__ in front of it";

}  // namespace

TEST_CASE("a call of a host function from device code is refused with its line") {
    CHECK(complaint("float f(float x) { return x; }\n"
                    "__global__ void k(float* y) {\n  y[0] = f(1);\n}") ==
          "a.cu:3: device code calls f" + host_function);
    CHECK(complaint("float f(float);\n__device__ float g() { return f(1); }") ==
          "a.cu:2: device code calls f" + host_function);
    CHECK(complaint("__host__ int f();\n__global__ void k(int* y) { *y = f(); }") ==
          "a.cu:2: device code calls f" + host_function);
    CHECK(complaint("# 1 \"mine.h\" 1\nfloat f(float x) { return x; }\n# 2 \"a.cu\" 2\n"
                    "__global__ void k(float* y) { y[0] = f(1); }") ==
          "a.cu:2: device code calls f" + host_function);
}

TEST_CASE("a parameter or member in a header does not hide a function of that name") {
    CHECK(complaint("# 1 \"/usr/include/x.h\" 3\nvoid g(int f); struct T { int f(); };\n"
                    "# 1 \"a.cu\"\nint f(); __global__ void k() { f(); }") ==
          "a.cu:1: device code calls f" + host_function);
}

TEST_CASE("a call of a device function from the host is refused with its line") {
    for (const char* const caller : {"int main()", "static int g()", "inline int g()"}) {
        CHECK(complaint("__device__ float f(float x) { return x; }\n" + std::string{caller} +
                        " { return f(1); }") == "a.cu:2: the host calls f" + device_function);
    }
    CHECK(
        complaint("__device__ int f(int);\nint main() { auto g = [](int i) { return f(i); }; }") ==
        "a.cu:2: the host calls f" + device_function);
    CHECK(complaint("__device__ int f();\nstruct S { int g() { return f(); } };") ==
          "a.cu:2: the host calls f" + device_function);
    CHECK(
        complaint("__device__ int f();\nstruct B {}; struct S : B { int g() { return f(); } };") ==
        "a.cu:2: the host calls f" + device_function);
}

TEST_CASE("a call of a method from the wrong side is refused with its line") {
    const std::string host_method = "struct S { int v; int f() const { return v; } };\n";
    for (const char* const text : {
             "__global__ void k(S s, int* y) { *y = s.f(); }",
             "__global__ void k(const S* s, int* y) { *y = s->f(); }",
             "__device__ int g(const S& other) { return other.f(); }",
             "__device__ int g(S const& other) { return other.f(); }",
             "__global__ void k(int* y) { __shared__ S s; y[0] = s.f(); }",
             "__global__ void k(int* y) { S s{1}; if (s.v) { y[0] = s.f(); } }",
         }) {
        CAPTURE(text);
        CHECK(complaint(host_method + text) == "a.cu:2: device code calls f" + host_function);
    }
    CHECK(complaint("struct S { static int f() { return 1; } };\n"
                    "__global__ void k(int* y) { *y = S::f(); }") ==
          "a.cu:2: device code calls f" + host_function);
    CHECK(complaint("struct S { template <class T> T f(T x) { return x; } };\n"
                    "__global__ void k(S s, int* y) { *y = s.f(1); }") ==
          "a.cu:2: device code calls f" + host_function);
    CHECK(complaint("class S { public: int f() const; __device__ int g() const; };\n"
                    "int S::f() const { return 1; }\n"
                    "__device__ int S::g() const { return f(); }") ==
          "a.cu:3: device code calls f" + host_function);
    CHECK(complaint("struct S { __device__ int f() const { return 1; } };\n"
                    "int main() { S s; return s.f(); }") ==
          "a.cu:2: the host calls f" + device_function);
    CHECK(complaint(
              "struct S { __device__ int f() { return 1; } int g() {\nreturn this->f(); } };") ==
          "a.cu:2: the host calls f" + device_function);
}

TEST_CASE("a call in a function of the device that is reached from a kernel is refused") {
    for (const char* const text : {
             "static __device__ int g() { return f(); } __global__ void k(int* y) { *y = g(); }",
             "template <class T> __device__ T g(T x) { return f(); } "
             "__global__ void k(int* y) { *y = g(1); }",
             "template <class T> __device__ T g() { return f(); } "
             "__global__ void k(int* y) { *y = g<int>(); }",
             "inline __device__ int h() { return f(); } inline __device__ int g() { return h(); } "
             "__global__ void k(int* y) { *y = g(); }",
             "struct S { __device__ int g() const { return f(); } }; "
             "__global__ void k(S s, int* y) { *y = s.g(); }",
             "template <class T> __global__ void k(T* y) { *y = f(); } "
             "int main() { k<int><<<1, 1>>>(0); }",
             "template <class T> __global__ void k(T* y) { *y = f(); } "
             "static void r(int* y) { k<<<1, 1>>>(y); }",
             "template <int n> __global__ void k(int* y) { *y = f(); } "
             "template <int n> void r(int* y) { k<n><<<1, 1>>>(y); } int main() { r<8>(0); }",
             "template <class T> __global__ void k(T* y) { *y = f(); } "
             "template <class T> void r(T* y) { k<<<1, 1>>>(y); } void s(int* y) { r(y); }",
         }) {
        CAPTURE(text);
        CHECK(complaint("int f();\n" + std::string{text}) ==
              "a.cu:2: device code calls f" + host_function);
    }
    CHECK(complaint("template <class T> T f(T x) { return x; }\n"
                    "__global__ void k(int* y) { *y = f<int>(1); }") ==
          "a.cu:2: device code calls f" + host_function);
}

TEST_CASE("a call that may be to the right side is left to the compiler") {
    for (const char* const text : {
             "__host__ __device__ int f(); __global__ void k(int* y) { *y = f(); } int g() { "
             "return f(); }",
             "int f(int); __device__ int f(float); __global__ void k(int* y) { *y = f(1); }",
             "constexpr int f() { return 1; } __global__ void k(int* y) { *y = f(); }",
             "int f(); struct S { __device__ int f(); }; __global__ void k(S s) { s.f(); }",
             "int f(); struct S { __device__ int f(); __device__ int g() { return f(); } };",
             "int f(); template <class F> __global__ void k(F f) { f(); }",
             "int f(); __global__ void k() { auto f = [] { return 1; }; f(); }",
             "int f(); __global__ void k() { G f(1); f(); }",
             "namespace n { __device__ int f(); } int f(); __global__ void k() { n::f(); }",
             "__device__ int f(); int main() { using T = decltype(f()); return sizeof(f()); }",
             "__device__ int f(); template <class T> int g() { return f(); }",
             "__device__ int f(int); int main() { auto g = [](auto i) { return f(i); }; }",
             "__device__ int f(); int main() { run([=] __device__ { return f(); }); }",
             "int f(); template <class T> __device__ int g() { return f(); }",
             "# 1 \"/usr/include/x.h\" 3\nint f();\n# 1 \"a.cu\"\nint f(); __global__ void k() { "
             "f(); }",
             "# 1 \"/usr/include/x.h\" 3\nstruct S { friend int f(S); };\n# 1 \"a.cu\"\nint "
             "f(int); "
             "__global__ void k() { f(1); }",
             "# 1 \"/usr/include/x.h\" 3\nstruct B { int f(); };\n# 1 \"a.cu\"\n"
             "__device__ int f(); struct S : B { int g() { return f(); } };",
             "int f(); namespace n { __device__ int f(int); } __global__ void k() { using n::f; "
             "f(1); }",
             "int f(); decltype(1) f(int); template <int (*f)()> __global__ void k() { f(); } "
             "int main() { k<f><<<1, 1>>>(); }",
         }) {
        CAPTURE(text);
        CHECK(translated(text).diagnostics.empty());
    }
}

TEST_CASE("a method that may be of the right side is left to the compiler") {
    for (
        const char* const text : {
            "struct S { __host__ __device__ int f(); }; __global__ void k(S s) { s.f(); } "
            "int main() { S s; s.f(); }",
            "struct S { int f(int); __device__ int f(float); }; __global__ void k(S s) { s.f(1); }",
            "struct S { constexpr int f() { return 1; } }; __global__ void k(S s) { s.f(); }",
            "struct S { int f(); }; __device__ int S::f() { return 1; } "
            "__global__ void k(S s) { s.f(); }",
            "struct S { __device__ int f(); int h(); }; int S::f() { return h(); } "
            "__global__ void k(S s) { s.f(); }",
            "struct B { __device__ int f(); }; struct S : B {}; __global__ void k(S s) { s.f(); }",
            "struct S { int f(); }; struct T { __device__ int f(); }; "
            "__global__ void k(S s, T* t) { for (;;) { T s; s.f(); } t->f(); }",
            "struct S { int f(); }; struct T { __device__ int f(); }; "
            "__global__ void k(T* t) { S s; { auto& s = *t; s.f(); } }",
            "struct S { int f(); }; struct T { __device__ int f(); }; "
            "__global__ void k(T t) { S a; { T b, a; a.f(); } }",
            "struct S { int f(); }; struct T { S s; __device__ int f(); }; "
            "__global__ void k(T s) { s.f(); }",
            "struct S { int f(); }; struct T { __device__ int f(); }; struct P { T s; }; "
            "__global__ void k(S s, P p) { p.s.f(); }",
            "struct S { int f(); }; struct T { __device__ int f(); }; "
            "__global__ void k(T t) { using S = T; S s = t; s.f(); }",
            "struct S { int f(); }; template <class S> __global__ void k(S s) { s.f(); } "
            "struct T { __device__ int f(); }; int main() { k<<<1, 1>>>(T{}); }",
            "struct S { int f(); }; namespace n { struct S { __device__ int f(); }; "
            "__global__ void k(S s) { s.f(); } }",
            "int f(); struct S { __device__ static int f(); friend int g(S) { return f(); } };",
            "struct S { int f(); __device__ S* operator->(); }; __global__ void k(S s) { s->f(); }",
            "struct S { F f; int g(); }; __global__ void k(S s) { s.f(); }",
            "struct S { using F = int; decltype(1) f(); __device__ int f(int); }; int main() { S "
            "s; "
            "s.f(); }",
            "template <class T> struct S { int f(); }; __global__ void k(S<int> s) { s.f(); }",
            "struct S { int f(); }; __global__ void k(S s, int* y) { *y = sizeof(s.f()); }",
            "struct S { int f(); }; __global__ void k(S s) { using T = decltype(1 + s.f()); }",
            "struct S { bool operator==(const S&) const = default; }; "
            "__global__ void k(S a, S b, bool* y) { *y = a == b; }",
            "# 1 \"/usr/include/x.h\" 3\nstruct S;\n# 1 \"a.cu\"\nstruct S { int f(); }; "
            "__global__ void k(S s) { s.f(); }",
        }) {
        CAPTURE(text);
        CHECK(translated(text).diagnostics.empty());
    }
}

TEST_CASE("code that nvcc does not look at is left to the compiler") {
    for (const char* const text : {
             "template <class T> __global__ void k(T* y) { *y = f(); }",
             "template <class T> __global__ void k(T* y) { *y = f(); } "
             "template <class T> void r(T* y) { k<<<1, 1>>>(y); }",
             "static __device__ int g() { return f(); }",
             "inline __device__ int g() { return f(); }",
             "__forceinline__ __device__ int g() { return f(); }",
             "namespace { __device__ int g() { return f(); } }",
             "struct S { __device__ int g() { return f(); } };",
             "template <class T> struct S { __device__ int g() { return f(); } }; "
             "__global__ void k(S<int> s) { s.g(); }",
             "__device__ auto g(auto x) { return f(); }",
             "template <class T> __device__ T g(T x) { return f(); } "
             "template <> __device__ int g<int>(int x) { return x; } "
             "__global__ void k(int* y) { *y = g(1); }",
             "template <bool B> __global__ void k(int* y) { if constexpr (B) *y = f(); } "
             "int main() { k<false><<<1, 1>>>(0); }",
             "__global__ void k(int* y) { if constexpr (false) *y = f(); }",
             "template <class T> __global__ void k(T* y) { if (requires { f(); }) *y = 1; } "
             "int main() { k<int><<<1, 1>>>(0); }",
             "__global__ void k(int* y) { *y = false ? f() : 0; }",
             "__global__ void k(int* y) { *y = sizeof(decltype(1 + f())); }",
             "__global__ void k(int* y) { *y = noexcept(f()); }",
             "__global__ void k(int* y) { auto l = [](int a) { return f(); }; *y = 1; }",
             "__host__ __device__ int g() { return f(); } __global__ void k(int* y) { *y = g(); }",
             "__device__ int g(int x = f()) { return x; }",
         }) {
        CAPTURE(text);
        CHECK(translated("int f();\n" + std::string{text}).diagnostics.empty());
    }
}

TEST_CASE("library functions that only the host has are refused in device code") {
    const auto told = [](const std::string& statement) {
        return complaint("__global__ void k(int* i, float* f) {\n" + statement + ";\n}");
    };
    CHECK(told("f[0] = std::max(f[1], 0.0f)") ==
          "a.cu:2: device code uses std::max, which is the host's: call max without std::, which "
          "CUDA has for the device");
    for (const char* const name :
         {"std::swap", "::std::min<int>", "std::sort", "std::make_pair", "std::popcount",
          "std::rand", "std::exit", "rand", "exit", "memcmp", "puts", "toupper"}) {
        const std::string word(std::string_view(name).substr(name[0] == ':' ? 2 : 0));
        const auto bare = word.substr(0, word.find('<'));
        CAPTURE(name);
        CHECK(told(std::string(name) + "(i[0], i[1])")
                  .starts_with("a.cu:2: device code uses " + bare + ", which is the host's"));
    }
    CHECK(told("cudaMemcpy(i, f, 4, cudaMemcpyDeviceToDevice)") ==
          "a.cu:2: device code uses cudaMemcpy, which is the host's: in a kernel, the threads load "
          "and store the elements");
    CHECK(told("cudaLaunchKernel((void*)k, dim3(1), dim3(1), (void**)i, 0, 0)") ==
          "a.cu:2: device code uses cudaLaunchKernel, which is the host's: a kernel launches "
          "another one with <<<>>>");
    for (const char* const statement :
         {"cudaMemcpyAsync(i, f, 4, cudaMemcpyDeviceToDevice, 0)", "cudaMalloc(&i, 4)"})
        CHECK(translated("__global__ void k(int* i, float* f) { " + std::string(statement) + "; }")
                  .diagnostics.empty());
    for (const char* const statement :
         {"constexpr float m = std::numeric_limits<float>::max()", "std::cout << i[0]",
          "std::vector<int> v(3)", "std::string s = std::string()", "std::thread t(g)",
          "std::lock_guard<std::mutex> l(m)"}) {
        CAPTURE(statement);
        CHECK(told(statement).starts_with("a.cu:2: device code uses std::"));
    }
    CHECK(told("if (i[0]) throw 1") ==
          "a.cu:2: device code has no exceptions: throw is for the host");
    CHECK(complaint("__device__ float f(float x) { return std::max(x, 0.0f); }") != "");
    CHECK(complaint("template <class T> __global__ void k(T* t) {\n std::swap(t[0], t[1]);\n}\n"
                    "int main() { k<int><<<1, 1>>>(0); }") != "");
}

// Each was checked with nvcc.
TEST_CASE("functions of std::array and the like are the host's") {
    const std::string array = "std::array<float, 4> a{};";
    CHECK(complaint("__global__ void k(float* f) {\n " + array + " f[0] = a[1]; }") ==
          "a.cu:2: device code uses operator[] of a std::array, which is the host's: write "
          "cuda::std::array, which is for both sides");
    CHECK(complaint("__global__ void k(float* f) {\n " + array + " f[0] = a.size(); }") ==
          "a.cu:2: device code uses size() of a std::array, which is the host's: write "
          "cuda::std::array, which is for both sides");
    for (const char* const text : {
             "__global__ void k(float* f) { std::array<float, 4> a{}; for (float v : a) f[0] += v; "
             "}",
             "__global__ void k(float* f) { constexpr std::array<int, 2> a{1, 2}; f[0] = a[1]; }",
             "__global__ void k(std::span<float> y) { y[0] = 1; }",
             "__global__ void k(float* f) { std::optional<int> o; f[0] = o.has_value(); }",
             "__device__ float f(const std::array<float, 3>& a) { return a[0]; }",
         }) {
        CAPTURE(text);
        CHECK(complaint(text).starts_with("a.cu:1: device code uses "));
    }
    for (const char* const text : {
             "__global__ void k(float* f) { cuda::std::array<float, 4> a{}; f[0] = a[1]; }",
             "__global__ void k(float* f) { std::initializer_list<int> l = {1}; f[0] = l.size(); }",
             "__global__ void k(float* f) { std::conditional_t<true, float*, int*> p = f; p[0] = "
             "1; }",
             "__global__ void k(float* f) { std::array<float, 4> a[2]{}; f[0] = sizeof(a[1]); }",
             "__global__ void k(float* f) { std::array<float, 4> a{}; f[0] = sizeof(a[0]); }",
             "__host__ __device__ float f() { std::array<float, 4> a{}; return a[1]; }",
             "float f() { std::array<float, 4> a{}; return a[1]; }",
             "template <class T> __device__ T sum(const std::array<T, 3>& a) { return a[0]; }",
             "struct S { float* a; }; __device__ float f(std::array<float, 3>& b, S s) { float* a "
             "= "
             "s.a; return a[0]; }",
         }) {
        CAPTURE(text);
        CHECK(translated(text).diagnostics.empty());
    }
}

TEST_CASE("library functions that both sides have, and the user's own, are left alone") {
    for (const char* const text : {
             "__global__ void k(float* f) { f[0] = std::fmax(std::sqrt(f[1]), std::abs(f[2])); }",
             "__global__ void k(int* i) { i[0] = std::move(i[1]) + max(i[2], min(i[3], 4)); }",
             "__global__ void k(int* i) { i[0] = std::numeric_limits<int>::digits; }",
             "__global__ void k(int* i) { i[0] = sizeof(std::max(1, 2)); std::memcpy(i, i, 4); }",
             "__global__ void k(int* i) { i[0] = cuda::std::max(i[1], 2); }",
             "__host__ __device__ int f(int a) { return std::max(a, 1); }",
             "int f(int a) { std::vector<int> v(3); throw std::max(a, 1); }",
             "__device__ int rand(int seed) { return seed; }\n"
             "__global__ void k(int* i) { i[0] = rand(i[1]); }",
             "struct S { __device__ void swap(int* i); __device__ int time(int t); };\n"
             "__global__ void k(int* i) { S s; s.swap(i); i[0] = s.time(1); }",
             "namespace mine { __device__ int max(int, int); }\n"
             "__global__ void k(int* i) { i[0] = mine::max(1, 2); }",
             "template <class F> __global__ void k(int* i, F time) { i[0] = time(i[1]); }\n"
             "int main() { k<<<1, 1>>>(nullptr, [] __device__(int j) { return j; }); }",
             "template <class T> __global__ void k(T* t) { std::swap(t[0], t[1]); }",
         }) {
        CAPTURE(text);
        CHECK(translated(text).diagnostics.empty());
    }
}

TEST_CASE("with --expt-relaxed-constexpr device code may call constexpr functions only") {
    cusim::simcc::TranslationOptions options{"a.cu", "/own", false};
    options.relaxed_constexpr = true;
    const auto refused = [&](const std::string& call) {
        return !cusim::simcc::translate("__global__ void k(int* i) { i[0] = " + call + "; }",
                                        options)
                    .diagnostics.empty();
    };
    CHECK_FALSE(refused("std::max(i[1], 2)"));
    CHECK_FALSE(refused("std::numeric_limits<int>::max()"));
    CHECK(refused("rand()"));
}

TEST_CASE("a launch by device code is refused without -rdc, as nvcc does") {
    const std::string launch =
        "device code launches a kernel, which nvcc compiles with -rdc=true only: launch it from "
        "the host";
    CHECK(complaint("__global__ void k() {\n  k<<<1, 1>>>(); }") == "a.cu:2: " + launch);
    CHECK(complaint("__global__ void k();\n__device__ void f() { k<<<1, 1>>>(); }") ==
          "a.cu:2: " + launch);
    CHECK(complaint("__global__ void c() {} template <int n> __global__ void k() {\n"
                    "c<<<1, n>>>(); } int main() { k<2><<<1, 1>>>(); }") == "a.cu:2: " + launch);
    for (const char* const text : {
             "__global__ void k(); int main() { k<<<1, 1>>>(); }",
             "__global__ void k(); __host__ __device__ void f() { k<<<1, 1>>>(); }",
             "__global__ void k(); static __device__ void unused() { k<<<1, 1>>>(); }",
         }) {
        CAPTURE(text);
        CHECK(translated(text).diagnostics.empty());
    }
    CHECK(translated("__global__ void k() { k<<<1, 1>>>(); }", true).diagnostics.empty());
}
