// `cudaMemcpy(&y, …)` for a pointer y takes the variable for its array.
#include "simulator/report/source/copied_variable.hpp"

#include <doctest/doctest.h>

using namespace cusim::report;

namespace {

// The copy is on line 2.
std::optional<CopiedVariable> variable_in(const std::string& head, const std::string& call,
                                          CopyEnd end = CopyEnd::target) {
    const SourceTokens tokens(head + " {\n" + call + ";\n}\n");
    return copied_variable(tokens, 2, end);
}

std::string name_in(const std::string& head, const std::string& call,
                    CopyEnd end = CopyEnd::target) {
    const auto found = variable_in(head, call, end);
    return found ? found->name : "";
}

const std::string with_pointers = "void f(int n, float* y, const float* __restrict__ A)";

}  // namespace

TEST_CASE("a copy to or from the address of a pointer names it") {
    CHECK(name_in(with_pointers, "CHECK(cudaMemcpy(&y, d_y, n * 4, kind))") == "y");
    CHECK(name_in(with_pointers, "cudaMemcpy(d_A, &A, n * 4, kind)", CopyEnd::source) == "A");
    CHECK(name_in("void f()", "float* h = make(); cudaMemcpyAsync(&h, d, 8 * n, kind)") == "h");
}

TEST_CASE("a copy to the address of a vector names it, and says so") {
    const auto found = variable_in("void f(std::vector<float>& v)", "cudaMemcpy(&v, d, n, kind)");
    REQUIRE(found);
    CHECK(found->name == "v");
    CHECK(found->is_vector);
}

TEST_CASE("a copy to an array, to a number or to what is not known names nothing") {
    CHECK(name_in(with_pointers, "cudaMemcpy(y, d_y, n * 4, kind)").empty());
    CHECK(name_in(with_pointers, "cudaMemcpy(&y[3], d_y, n * 4, kind)").empty());
    CHECK(name_in(with_pointers, "cudaMemcpy(d_y, &y, n * 4, kind)").empty());
    CHECK(name_in(with_pointers, "float sum; cudaMemcpy(&sum, d, 4, kind)").empty());
    CHECK(name_in(with_pointers, "float sum; use(n * sum); cudaMemcpy(&sum, d, 4, k)").empty());
    CHECK(name_in(with_pointers, "float* a[4]; cudaMemcpy(&a, d, sizeof a, kind)").empty());
    CHECK(name_in(with_pointers, "cudaMemcpy(&z, d, n, kind)").empty());
    CHECK(name_in(with_pointers, "copy(&y, d_y, n * 4, kind)").empty());
    CHECK(name_in(with_pointers, "{ float y; cudaMemcpy(&y, d_y, 4, kind); }").empty());
}

TEST_CASE("a size that is a pointer's own names the pointer") {
    const auto pointer_in = [](const std::string& call) {
        const SourceTokens tokens(with_pointers + " {\n" + call + ";\n}\n");
        return pointer_of_size(tokens, 2).value_or("");
    };
    CHECK(pointer_in("cudaMemcpy(d, y, sizeof(y), kind)") == "y");
    CHECK(pointer_in("cudaMemcpyAsync(y, h, sizeof y, kind, s)") == "y");
    CHECK(pointer_in("CHECK(cudaMemset(y, 0, sizeof(y)))") == "y");
    for (const char* const call :
         {"cudaMemcpy(d, &y, sizeof(y), kind)", "cudaMemcpy(d, y, n * sizeof(y), kind)",
          "cudaMemcpy(d, y, sizeof(*y), kind)", "float h[9]; cudaMemcpy(h, y, sizeof(h), kind)",
          "cudaMemcpy(d, y, sizeof(float*), kind)", "copy(d, y, sizeof(y))"})
        CHECK(pointer_in(call).empty());
}

TEST_CASE("a copy to a variable is not held to what has its name elsewhere") {
    CHECK(name_in("void count(int* sum); void f(int* d)",
                  "int *d_sum, sum = 0; cudaMemcpy(&sum, d, 4, kind)")
              .empty());
    const std::string others = "void show(Result* all) { use(all); } Result all[4]; void f()";
    CHECK(name_in(others, "cudaMemcpy(&all, d, sizeof all, kind)").empty());
    CHECK(name_in("struct Array { float* data; }; void f(Array& a)",
                  "cudaMemcpy(&a.data, d, n, kind)")
              .empty());
}
