// Addresses that only the host can use, among the arguments of launches and copies.
#include "simulator/simcc/tests/translated.hpp"

using namespace cusim::simcc::tests;

namespace {

std::string in_main(const std::string& statement) {
    return "__device__ float v[3]; __constant__ int one; __managed__ int m[2];\n"
           "__host__ __device__ float square(float x) { return x * x; }\n"
           "int main() { float h[3]; " +
           statement + " }";
}

}  // namespace

TEST_CASE("a variable of the device has no address on the host") {
    const std::string no_address = ", a variable of the device: ";
    for (const std::string launch :
         {"k<<<1, 1>>>(v);", "k<<<1, 32>>>(3, v);", "k<T><<<1, 1>>>(v);"})
        CHECK(complaint(in_main(launch)) ==
              "a.cu:3: the host has no address of v" + no_address +
                  "name it in the kernel, or pass the address that cudaGetSymbolAddress gives");
    for (const std::string copy :
         {"cudaMemcpy(v, h, 12, cudaMemcpyHostToDevice);",
          "cudaMemcpyAsync(h, v, 12, cudaMemcpyDeviceToHost);", "cudaMemset(v, 0, 12);"})
        CHECK(complaint(in_main(copy)) == "a.cu:3: the host has no address of v" + no_address +
                                              "copy by cudaMemcpyToSymbol or cudaMemcpyFromSymbol");
    CHECK(complaint(in_main("cudaMemcpy(&one, h, 4, cudaMemcpyHostToDevice);"))
              .starts_with("a.cu:3: the host has no address of one"));
}

TEST_CASE("the host's address of a function is nothing for a kernel") {
    CHECK(complaint(in_main("k<<<1, 1>>>(square, h);")) ==
          "a.cu:3: the host passes its own address of the function square, which no kernel can "
          "call: let a __device__ variable hold the address, and fetch it by cudaMemcpyFromSymbol");
    CHECK(complaint(in_main("k<<<1, 1>>>(&square);")).starts_with("a.cu:3: the host passes its"));
    for (const std::string variable : {"auto f = square;", "float (*f)(float); f = &square;"})
        CHECK(complaint(in_main(variable + " k<<<1, 1>>>(f, h);"))
                  .starts_with("a.cu:3: the host passes its own address of the function square"));
}

TEST_CASE("other arguments are left alone") {
    for (const std::string statement :
         {"cudaMemcpyToSymbol(v, h, 12);", "cudaMemcpyFromSymbol(h, v, 12);", "k<<<1, 1>>>(m);",
          "void* p; cudaGetSymbolAddress(&p, v); k<<<1, 1>>>(p);", "k<<<1, 1>>>(one, square(2));",
          "upload(v, h);", "float v[3]; cudaMemcpy(v, h, 12, cudaMemcpyHostToHost);",
          "cudaMemcpy(h, m, 8, cudaMemcpyDefault);", "auto square = 3; k<<<1, 1>>>(square);",
          "k<square><<<1, 1>>>(h);", "auto f = square; f = other; k<<<1, 1>>>(f);",
          "auto f = square; cudaMemcpyFromSymbol(&f, one, 8); k<<<1, 1>>>(f);",
          "auto f = square(2); k<<<1, 1>>>(f);",
          "cudaMemcpy(h, h, sizeof v, cudaMemcpyHostToHost);"}) {
        CAPTURE(statement);
        CHECK(translated(in_main(statement)).diagnostics.empty());
    }
}

TEST_CASE("the host is warned where it reads or writes a variable of the device itself") {
    for (const std::string statement :
         {"v[1] = 2;", "int i = one;", "one = 3;", "one++;", "return one;", "h[0] = v[2];"}) {
        CAPTURE(statement);
        const auto result = translated(in_main(statement));
        REQUIRE(result.diagnostics.size() == 1);
        CHECK(result.diagnostics[0].severity == cusim::simcc::Severity::warning);
        CHECK(result.diagnostics[0].message.find("only a stand-in") != std::string::npos);
    }
    for (const std::string statement :
         {"m[1] = 2;", "int one = 3; one++;", "cudaMemcpyToSymbol(&v[1], h, 4);", "upload(one);",
          "int n = sizeof(v[0]);", "k<<<1, 1>>>([=] __device__(int i) { return v[i]; });"}) {
        CAPTURE(statement);
        CHECK(translated(in_main(statement)).diagnostics.empty());
    }
}
