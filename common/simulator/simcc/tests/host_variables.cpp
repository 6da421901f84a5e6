// Variables of the host in device code: which are refused, as by nvcc, and which are not.
#include "simulator/simcc/tests/translated.hpp"

using namespace cusim::simcc::tests;

namespace {

const std::string to_constant = ", a variable of the host: put __constant__ in front of it";
const std::string to_argument =
    ", a variable of the host: pass it to the kernel as an argument, or put __device__ in front of "
    "it and set it by cudaMemcpyToSymbol";

std::string in_kernel(std::string_view body) {
    return "\n__global__ void k(float* y, int j) { " + std::string{body} + " }";
}

}  // namespace

TEST_CASE("an array of the host's constants in device code is refused with its line") {
    for (const std::string array : {
             "const float w[4] = {1, 2, 3, 4};",
             "constexpr float w[4] = {1, 2, 3, 4};",
             "static const float w[] = {1, 2};",
             "namespace n { const float w[2][2] = {{1, 2}, {3, 4}}; }",
             "const char* const w[2] = {};",
             "const float a = 1; const float v = 2, w[2] = {1, 2};",
         })
        for (const std::string use :
             {"y[j] = w[j];", "y[j] += y[0] * w[threadIdx.x];",
              "for (int i = 0; i < 4; i++) y[i] = w[3 - i];", "float sum = 0; sum += j * w[2 * j];",
              "y[0] = w[1][j];", "const float* v = w;", "for (float v : w) y[j] += v;"}) {
            CAPTURE(array);
            CAPTURE(use);
            CHECK(complaint(array + in_kernel(use)) == "a.cu:2: device code uses w" + to_constant);
        }
}

TEST_CASE("a variable of the host in device code is refused with its line") {
    for (const std::string declaration :
         {"int w = 3;", "float* w;", "static const float* w = nullptr;", "extern int w[3];",
          "static int w[3];", "int v = 1, w = 2;", "std::vector<int> w;"})
        for (const std::string use :
             {"y[0] = w[j];", "y[j] = w;", "w++;", "y[w] = 2;", "y[0] = j + w * 2;"}) {
            CAPTURE(declaration);
            CAPTURE(use);
            CHECK(complaint(declaration + in_kernel(use)) ==
                  "a.cu:2: device code uses w" + to_argument);
        }
}

TEST_CASE("a variable is refused in a function that a kernel calls, and in a method") {
    const std::string w = "const float w[2] = {1, 2};\n";
    for (const std::string code :
         {"static __device__ float f(int i) { return w[i]; } __global__ void k(float* y) { *y = "
          "f(1); }",
          "__device__ float f(int i) { return w[i]; }",
          "struct S { __device__ float f(int i) const { return w[i]; } }; "
          "__device__ float g(S s) { return s.f(1); }",
          "template <class T> __global__ void k(T* y, int i) { *y = w[i]; } "
          "void run() { k<<<1, 1>>>((float*)nullptr, 1); }"}) {
        CAPTURE(code);
        const auto result = translated(w + code);
        REQUIRE(result.diagnostics.size() == 1);
        CHECK(result.diagnostics[0].message == "device code uses w" + to_constant);
    }
}

TEST_CASE("what nvcc takes of the host's constants is left to the compiler") {
    for (const std::string declaration :
         {"const int w = 3;", "constexpr float w = 2.5f;", "float* const w = nullptr;",
          "__constant__ float w[3];", "__device__ const float w[2] = {1, 2};",
          "__managed__ int w[2];", "struct S { int v; }; constexpr S w{1};", "#define w 3",
          "enum { w = 3 };", "namespace w = std;", "using w = int;", "typedef int w[3];",
          "int (*w)(int);", "template <int n> constexpr int w = n;", "int w(int i);"}) {
        CAPTURE(declaration);
        const auto result = translated(declaration + in_kernel("y[0] = w;"));
        CHECK(result.diagnostics.empty());
    }
    for (const std::string use :
         {"constexpr float v = w[2];", "float s[w[1]];", "y[0] = t<w[1]>();",
          "switch (j) { case w[1]: y[0] = 1; }", "y[0] = sizeof(w) + sizeof w;",
          "decltype(w[j]) v = 1;", "y[0] = false && w[j];", "const int v = w[2];"}) {
        CAPTURE(use);
        CHECK(
            translated("constexpr int w[4] = {1, 2, 3, 4};" + in_kernel(use)).diagnostics.empty());
    }
}

TEST_CASE("a name that means something else in device code is not taken for the host's variable") {
    for (const std::string code :
         {"int w[3]; __global__ void k(float* w, int j) { w[j] = 1; }",
          "int w; __global__ void k(float* y) { int w = threadIdx.x; y[w] = 1; }",
          "int w; __global__ void k(float* y) { for (int w = 0; w < 3; w++) y[w] = 1; }",
          "int w; __global__ void k(float* y) { float *v = y, *w = y; w[0] = 1; }",
          "int w; __global__ void k(float* y) { __shared__ float w[32]; w[0] = 1; }",
          "int w; __global__ void k(float* y) { float a = 1, w = 2; y[0] = w; }",
          "int w; __global__ void k(float* y) { for (int i = 0, w = 2; i < w; i++) y[i] = w; }",
          "int w; __global__ void k(float* y) { float a{1}, b(2), *const w = y; w[0] = 1; }",
          "int w; __global__ void k(float* y) { if (float w = y[0]) y[1] = w; }",
          "int w; __global__ void k(float* y) { Pair<int, 2> w{}; y[0] = w[1]; }",
          "int w; __global__ void k(float* y) { unsigned long long w = 1; y[0] = w; }",
          "int w; __global__ void k(float* y) { for (auto w : *p) y[0] = w; }",
          "int w; __global__ void k(float* y) { enum { w = 3 }; y[0] = w; }",
          "int w; __global__ void k(float* y) { using w = int; y[0] = w(1); }",
          "int w; __global__ void k(float* y) { struct w { int i; }; w v{1}; y[0] = v.i; }",
          "int w; __global__ void k(float* y) { w: if (y[0]) goto w; }",
          "int w; __global__ void k(float* y) { S s{.w = 1}; y[0] = s.w; }",
          "int w; __global__ void k(int n, float (*w)[3]) { w[0][1] = n; }",
          "int w; __global__ void k(float (&w)[3]) { w[1] = 1; }",
          "int w; template <class T, int w> __global__ void k(T* y) { y[0] = w; } "
          "void r() { k<float, 3><<<1, 1>>>(nullptr); }",
          "int w; __global__ void k(float* y) { auto& [v, w] = *p; y[0] = w; }",
          "int w; struct S { int w; __device__ int f() { return w; } };",
          "int w; struct B { int w; }; struct S : B { __device__ int f() { return w; } };",
          "int w; __global__ void k(S s, float* y) { y[0] = s.w + s.p->w; }",
          "int w; __global__ void k(float* y) { y[0] = n::w; }",
          "namespace a { int w[3]; } namespace b { __device__ int w[3]; "
          "__global__ void k(float* y) { y[0] = w[1]; } }",
          "int w; __host__ __device__ int f() { return 1; } int main() { return w; }",
          "int w; int main() { w = 3; return w; }",
          "template <int w> __device__ int f() { return w; } int w;",
          "int w; __global__ void k(float* y) { auto f = [=](int w) { return w; }; y[0] = f(1); "
          "}"}) {
        CAPTURE(code);
        CHECK(translated(code).diagnostics.empty());
    }
}

TEST_CASE("a function for both sides may not use a variable of the host") {
    const std::string w = "int w = 3;\n";
    for (const std::string code :
         {"__host__ __device__ int f() { return w; }",
          "__host__ __device__ inline int f() { return w; } __global__ void k(int* y) { *y = f(); "
          "}"}) {
        CAPTURE(code);
        CHECK(complaint(w + code) == "a.cu:2: device code uses w" + to_argument);
    }
    for (const std::string code :
         {"__host__ __device__ inline int f() { return w; } int main() { return f(); }",
          "template <class T> __host__ __device__ T f() { return w; }",
          // As a body that tests __CUDA_ARCH__ is put together.
          "__host__ __device__ int f() {if (!__builtin_is_constant_evaluated() && "
          "::cusim::detail::on_device()) { return 1; } else { return ++w; }}"}) {
        CAPTURE(code);
        CHECK(translated(w + code).diagnostics.empty());
    }
}

TEST_CASE("a static member of the host in device code is refused") {
    const std::string refusal =
        "a.cu:2: device code uses w, a static member that is a variable of the host: pass it to "
        "the kernel as an argument, or use a __device__ variable outside the class, set by "
        "cudaMemcpyToSymbol";
    for (const std::string member :
         {"static int w;", "inline static float w = 3;", "static int v, *w;"}) {
        CAPTURE(member);
        CHECK(complaint("struct S { " + member + " };" + in_kernel("y[j] = S::w;")) == refusal);
        CHECK(complaint("struct S { " + member +
                        "\n__device__ float f() { return w + 1; } }; "
                        "__device__ float g(S s) { return s.f(); }") == refusal);
    }
    for (const std::string member : {"static constexpr int w = 2;", "static const int w = 2;",
                                     "static int w(int);", "enum { w };"}) {
        CAPTURE(member);
        CHECK(translated("struct S { " + member + " };" + in_kernel("y[j] = S::w;"))
                  .diagnostics.empty());
    }
    for (const std::string code :
         {"struct S { static int w; }; int main() { return S::w; }",
          "struct S { static int w; __device__ int f(int w) { return w; } };"}) {
        CAPTURE(code);
        CHECK(translated(code).diagnostics.empty());
    }
}

TEST_CASE("a static member of a class template is the host's, too") {
    const auto used = [](const std::string& before, const std::string& use) {
        return before + in_kernel("y[j] = " + use + ";");
    };
    const std::string one = "template <class T> struct S { static T w; };\n";
    const auto is_refused = [&](const std::string& code) {
        const auto result = translated(code);
        return result.refused() &&
               result.diagnostics[0].message.starts_with("device code uses w, a static member");
    };
    CHECK(is_refused(used(one + "template <class T> T S<T>::w = 3;\n", "S<float>::w")));
    CHECK(is_refused(used(one, "2 * S<std::pair<int, float>>::w")));
    CHECK(is_refused(used("namespace n { " + one + " }", "n::S<int>::w + 1")));
    CHECK(is_refused(used("template <class T, int N> class S : B<T> { public: static T v, w[N]; };",
                          "S<int, 3>::w[j]")));
    for (const std::string& code :
         {used("template <class T> struct S { static constexpr T w = 1; };", "S<int>::w"),
          used("template <class T> struct S { static const int w = 1; };", "S<int>::w"),
          used("template <class T> struct S { enum { w }; };", "S<int>::w"),
          used(one + "template <> struct S<int> { enum { w }; };\n", "S<int>::w"),
          used("struct A { struct S { int w; }; };" + one, "S<int>::w"),
          used(one, "sizeof(S<int>::w)"), used(one, "S<const int>::w"),
          one + "int main() { return S<int>::w; }"}) {
        CAPTURE(code);
        CHECK(translated(code).diagnostics.empty());
    }
}

TEST_CASE("a device lambda uses neither functions nor variables of the host") {
    const auto launched = [](const std::string& lambda) {
        return "int w; int host(int i) { return i; }\nint main() { int v = 2; k<<<1, 1>>>(" +
               lambda + "); }";
    };
    CHECK(complaint(launched("[=] __device__(int i) { return i + w; }")) ==
          "a.cu:2: device code uses w" + to_argument);
    CHECK(complaint(launched("[] __device__(int i) { return host(i); }")) ==
          "a.cu:2: device code calls host, a function of the host: put __device__ in front of it");
    for (const std::string lambda :
         {"[=] __device__(int i) { return i + v; }", "[w = 3] __device__(int i) { return i + w; }",
          "[=] __device__(int w) { return w; }", "[] __device__(auto i) { return host(i); }",
          "[] __host__ __device__(int i) { return host(i); }", "host(w)"}) {
        CAPTURE(lambda);
        CHECK(translated(launched(lambda)).diagnostics.empty());
    }
    CHECK(translated("int w; int main() { int w = 2; k<<<1, 1>>>([=] __device__(int i) { return i "
                     "+ w; }); }")
              .diagnostics.empty());
}
