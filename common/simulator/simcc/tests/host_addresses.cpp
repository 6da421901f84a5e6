// The host's addresses of device functions.
#include "simulator/simcc/tests/translated.hpp"

using namespace cusim::simcc::tests;

namespace {

std::string behind_functions(const std::string& code) {
    return text_of(
        "__device__ float twice(float x) { return 2 * x; }\n"
        "__host__ __device__ float square(float x) { return x * x; }\n" +
        code);
}

const std::string stand_in = "::cusim::address_on_host(twice, \"twice\")";

}  // namespace

TEST_CASE("the host has an address of its own of a device function") {
    for (const std::string code :
         {"F table[] = {square, twice};", "F table[] = {&twice};",
          "std::map<int, F> m = {{1, twice}};", "void g() { job.f = twice; }",
          "void g() { Job job{twice, 2}; }", "void g() { static F t[2] = {twice, square}; }",
          "void g() { if (f == twice) h(); }", "void g() { launch(twice, 3); }",
          "F g() { return twice; }", "namespace n { F table[2] = {twice}; }"}) {
        CAPTURE(code);
        CHECK(text_has(behind_functions(code), stand_in));
    }
}

TEST_CASE("an enumerator is no function of the same name in another namespace") {
    const std::string apart = "namespace d { __device__ float once(float x) { return x; } }\n";
    CHECK(text_has(text_of(apart + "F t[] = {once};"), "address_on_host"));
    for (const std::string list : {"enum E { once, b };", "enum class E : int { a, once = 3 };"}) {
        CAPTURE(list);
        CHECK_FALSE(text_has(text_of(apart + list + " E t[] = {once};"), "address_on_host"));
    }
}

TEST_CASE("the device, constants, template arguments and types are left with the function") {
    for (const std::string code :
         {"__device__ F table[] = {square, twice};", "constexpr F table[] = {twice};",
          "__constant__ F f = twice;", "void g() { k<twice><<<1, 1>>>(x); }",
          "void g() { k<1, twice, 2><<<1, 1>>>(x); }", "void g() { using T = decltype(twice); }",
          "__global__ void k(float* x) { F f = twice; *x = f(*x); }",
          "void g() { F twice = h; use(twice); }", "using T = Map<twice>;", "F f = square;",
          "void g() { run([=] __device__(float x) { F f = twice; return f(x); }); }",
          "__host__ __device__ void g() { F f = twice; }", "namespace n { enum E { twice, b }; }",
          "struct S { enum { twice }; };", "namespace n { enum class E : int { a, twice }; }",
          "void g() { enum { a, twice }; }", "void g() { enum E { twice }; }"}) {
        CAPTURE(code);
        CHECK_FALSE(text_has(behind_functions(code), "address_on_host"));
    }
}
