// Launches that nvcc refuses: each gives one line that says what to write, and no others are
// refused.
#include "simulator/simcc/tests/translated.hpp"

using namespace cusim::simcc::tests;

namespace {

const std::string kernel = "__global__ void k(int n) {}\n";

bool is_taken(std::string_view text) {
    return translated(text).diagnostics.empty();
}

}  // namespace

TEST_CASE("a launch of a function without __global__ is refused, with the advice to add it") {
    const std::string words =
        "k is launched and is not a kernel: put __global__ in front of its definition, as in "
        "`__global__ void k(…)`";
    CHECK(complaint("void k(int n) {}\nvoid f() { k<<<1, 32>>>(3); }") == "a.cu:2: " + words);
    CHECK(complaint("__device__ void k(int n) {}\nvoid f() {\n  k<<<1, 32>>>(3); }") ==
          "a.cu:3: " + words);
}

TEST_CASE("a kernel called like a function is refused, with the way to launch it") {
    CHECK(complaint(kernel + "void f(int n) { k(n); }") ==
          "a.cu:2: k is a kernel and is called like a function: launch it, as in "
          "k<<<blocks, threads>>>(arguments)");
    CHECK(complaint(kernel + "void g() { k<<<1, 1>>>(1); }\nvoid f(int n) {\n if (n) k(n); }") ==
          "a.cu:4: k is a kernel and is called like a function: launch it, as in "
          "k<<<blocks, threads>>>(arguments)");
}

TEST_CASE("a kernel that is a member of a class is refused") {
    CHECK(
        complaint("struct S { __global__ void k() {} };") ==
        "a.cu:1: k is a kernel, and no kernel is a member of a class: define it outside, and pass "
        "the object");
    CHECK(is_taken(
        "struct S;\n__global__ void k(S* s) {}\nstruct S { friend __global__ void k(S*); };"));
    CHECK(is_taken("namespace a { template <class T> __global__ void k() {} }"));
}

TEST_CASE("a kernel behind a brace that is not closed is no member of a class") {
    CHECK(complaint("void f(int n) {\n  if (n) {\n    n = 1;\n}\n\n__global__ void k() {}\n") ==
          "a.cu:6: k is defined within the braces that open on line 1, and no function is defined "
          "within another one: is a `}` missing between that line and this one?");
}

TEST_CASE("two angle brackets instead of three say so") {
    CHECK(complaint(kernel + "void f(int n) { k<<n, 256>>(n); }") ==
          "a.cu:2: k is launched with two angle brackets, and a launch takes three on either side: "
          "k<<<blocks, threads>>>(arguments)");
}

TEST_CASE("code that only looks like a launch is left to the compiler") {
    CHECK(is_taken(kernel + "void f(void (*k)(int)) { k(3); }"));
    CHECK(is_taken(kernel + "struct S { void k(int); }; void f(S& s) { s.k(3); }"));
    CHECK(is_taken(kernel + "void f() { int k(3); }"));
    CHECK(is_taken("template <class F> void run(F k) { k<<<1, 1>>>(3); }"));
    CHECK(is_taken("void k(int) {}\nvoid f(void (*k)(int)) { k<<<1, 1>>>(3); }"));
    CHECK(is_taken(kernel + "template <class F> void run(F f); void f() { run(k); }"));
    CHECK(is_taken(kernel + "void f() { (k<<<1, 1>>>(1)); auto* p = &k; p<<<1, 1>>>(1); }"));
}

TEST_CASE("a lambda of the host among a launch's arguments is refused, with the way to write it") {
    const std::string taker = "template <class F> __global__ void t(F f) {}\n";
    const std::string is_host =
        " is code of the host, and no kernel can call it: write the lambda as ";
    const std::string flag = " __device__ (…) { … }, which nvcc takes with --extended-lambda";
    CHECK(complaint(taker + "int main() { auto f = [](int i) { return i; };\n t<<<1, 1>>>(f); }") ==
          "a.cu:3: f" + is_host + "[]" + flag);
    CHECK(complaint(taker + "void g(int n) {\n t<<<1, 1>>>([&](int i) { return n; }); }") ==
          "a.cu:3: this lambda" + is_host + "[=]" + flag);
    CHECK(complaint(taker + "void g(int n) {\n const auto f = [=] { return n; };\n"
                            " for (int i = 0; i < n; ++i) { t<<<1, 1>>>(f); } }") ==
          "a.cu:4: f" + is_host + "[=]" + flag);
}

TEST_CASE("a lambda of the host that an algorithm calls on the device is refused") {
    const std::string vectors =
        "void g() { thrust::device_vector<int> d(9); thrust::host_vector<int> h(9);\n";
    const std::string is_host = "a.cu:2: this lambda is code of the host, and ";
    const std::string remedy =
        " calls it on the device: write the lambda as [] __device__ (…) { … }, which nvcc takes "
        "with --extended-lambda";
    const auto of_thrust = [&](const std::string& from, const std::string& lambda) {
        return vectors + "thrust::transform(" + from + ", " + lambda + "); }";
    };
    const std::string host = "[](int x) { return x + 1; }";
    CHECK(complaint(of_thrust("d.begin(), d.end(), d.begin()", host)) ==
          is_host + "thrust::transform" + remedy);
    CHECK(complaint(of_thrust("thrust::device, p, p + 9, p", host)) ==
          is_host + "thrust::transform" + remedy);
    CHECK(complaint(vectors + "cub::DeviceSelect::If(t, n, in, out, k, 9, " + host + "); }") ==
          is_host + "cub::DeviceSelect::If" + remedy);
    CHECK(is_taken(of_thrust("h.begin(), h.end(), h.begin()", host)));
    CHECK(is_taken(of_thrust("thrust::host, p, p + 9, p", host)));
    CHECK(is_taken(of_thrust("d.begin(), d.end(), d.begin()",
                             "[] __host__ __device__ (int x) { return x + 1; }")));
}

TEST_CASE("a functor of the host that an algorithm calls on the device is refused") {
    const auto with = [](const std::string& functor, const std::string& made,
                         const std::string& vector = "thrust::device_vector<int> d(9);") {
        return functor + "\nvoid g() { " + vector +
               "\nthrust::transform(d.begin(), d.end(), d.begin(), " + made + "); }";
    };
    const std::string refused =
        "a.cu:3: operator() of S is a function of the host, and thrust::transform calls it on the "
        "device: put __host__ __device__ in front of it";
    const std::string host = "struct S { int n; int operator()(int x) const { return x + n; } };";
    CHECK(complaint(with(host, "S{2}")) == refused);
    CHECK(complaint(with("template <class T> class S { public: T operator()(T x) { return x; } };",
                         "S<int>()")) == refused);
    CHECK(complaint(host + "\nvoid g() {\ncub::DeviceSelect::If(t, n, in, out, k, 9, S{1}); }") ==
          "a.cu:3: operator() of S is a function of the host, and cub::DeviceSelect::If calls it "
          "on the device: put __host__ __device__ in front of it");
    CHECK(is_taken(with(host, "S{2}", "thrust::host_vector<int> d(9);")));
    const std::string transform = "\nthrust::transform(p, p + 9, p, S{1}); }";
    CHECK(complaint(host + "void g(int* q) { thrust::device_ptr<int> p(q);\n" + transform) ==
          refused);
    CHECK(complaint(host + "void g(int* q) { auto p = thrust::device_pointer_cast(q);\n" +
                    transform) == refused);
    CHECK(is_taken(host + "void g(int* p) { " + transform +
                   "void h(int* q) { thrust::device_ptr<int> p(q); }"));
    CHECK(is_taken(with(host, "S{2}(3)")));
    CHECK(is_taken(with(host + " std::vector<S> data;", "S{2}")));
    CHECK(
        is_taken(with("struct S { __device__ int operator()(int x) { return x; }"
                      " int operator()(float x) { return 1; } };",
                      "S()")));
    CHECK(
        is_taken(with("struct S { template <class T> __host__ __device__ T operator()(T x) const "
                      "{ return x; } };",
                      "S()")));
    CHECK(
        is_taken(with("struct S { constexpr int operator()(int x) const { return x; } };", "S()")));
    CHECK(is_taken(with("struct S { struct T { int operator()(int x); }; };", "S()")));
}

TEST_CASE("a lambda for the device that captures by reference is refused") {
    const auto code = [](const std::string& captures) {
        return "int main() { int n;\n run<<<1, 1>>>([" + captures +
               "] __device__(int i) { f(i); }); }";
    };
    for (const char* captures : {"&", "=, &n", "&m = n", "n, &n"}) {
        CAPTURE(captures);
        CHECK(
            complaint(code(captures)).starts_with("a.cu:2: a lambda for the device captures by "));
    }
    for (const char* captures : {"=", "n", "p = &n", "p = f(a, &n)", "=, n"}) {
        CAPTURE(captures);
        CHECK(translated(code(captures)).diagnostics.empty());
    }
    CHECK(translated("__global__ void k(int n) { auto f = [&] __device__(int i) { n += i; }; }")
              .diagnostics.empty());
    CHECK(translated("int main() { auto f = [&](int i) { run<<<1, 1>>>([=] __device__() {}); }; }")
              .diagnostics.empty());
}

TEST_CASE("lambdas for the device, and what only looks like one of the host, are taken") {
    const std::string taker =
        "template <class F> __global__ void t(F f) {}\n__global__ void k(int n) {}\n";
    for (const char* const caller :
         {"void g() { auto f = [] __device__ (int i) { return i; }; t<<<1, 1>>>(f); }",
          "void g() { t<<<1, 1>>>([=] __host__ __device__ (int i) { return i; }); }",
          "auto f = [] { return 1; }; template <class F> void g(F f) { t<<<1, 1>>>(f); }",
          "auto f = [] { return 1; }; void g() { float f = 2; t<<<1, 1>>>(f); }",
          "void g() { { auto f = [] { return 1; }; } int f = 2; k<<<1, 1>>>(f); }",
          "void g() { auto f = [] { return 1; }; k<<<1, 1>>>(f()); }",
          "void g() { k<<<1, 1>>>([] { return 1; }()); }",
          "void g() { const int f = [] { return 1; }(); k<<<1, 1>>>(f); }",
          "void g() { auto f = [](int i) { return i; }(2), h = 3; k<<<1, 1>>>(f); }",
          "void g(int* f) { k<<<1, 1>>>(f[0]); }"}) {
        INFO(caller);
        CHECK(is_taken(taker + caller));
    }
    const std::string parent =
        "__global__ void p() { auto f = [](int i) { return i; }; t<<<1, 1>>>(f); }";
    CHECK(translated(taker + parent, true).diagnostics.empty());
}

TEST_CASE("a kernel's parameter that is a container of the host is refused") {
    const std::string words =
        ", whose functions and memory are the host's: pass a pointer to memory of the device, and "
        "the number of elements";
    CHECK(complaint("__global__ void k(int n,\n std::vector<float> x) {}") ==
          "a.cu:2: kernel k has a parameter of type std::vector" + words);
    CHECK(complaint("template <class T> __global__ void k(const std::map<int, T> m) {}") ==
          "a.cu:1: kernel k has a parameter of type std::map" + words);
    CHECK(is_taken("__global__ void k(std::vector<float>* x, std::array<int, 3> y) {}"));
    CHECK(is_taken("__device__ void f(cuda::std::tuple<int> x) {}"));
}
