// What is still as it was handed out, and what still has a TODO.
#include "source/todos.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

namespace todos_tests {

using grader::source::is_untouched;

const std::string handed_out = R"(
int half(int n) { return n / 2; }
__global__ void k(float* y) {
    bool adds = true;
    // TODO: correct the guard
    if (adds) y[half(2)] = 1;
}
__global__ void other(float* y) {
    // TODO: write it
}
void hunt(float* y) { k<<<1, 1>>>(y); }
void rung(float* y) { other<<<1, 1>>>(y); }
)";

std::string with(const std::string& from, const std::string& to) {
    std::string text = handed_out;
    REQUIRE(text.find(from) != text.npos);
    return text.replace(text.find(from), from.size(), to);
}

TEST_CASE("a hunt is untouched while its kernel is, whatever has been done elsewhere") {
    CHECK(is_untouched("hunt", handed_out, handed_out));
    CHECK(is_untouched("hunt", handed_out, with("// TODO: write it", "y[0] = 2;")));
    CHECK(is_untouched("hunt", handed_out, "\n\n" + handed_out));
    CHECK(is_untouched("hunt", handed_out, with("return n / 2", "return n >> 1")));
    CHECK(is_untouched("hunt", handed_out, with("true;\n", "true;\r\n")));
}

TEST_CASE("a hunt is touched once a line of it, or its TODO, is another one") {
    CHECK_FALSE(is_untouched("hunt", handed_out, with("adds = true", "adds = false")));
    CHECK_FALSE(is_untouched("hunt", handed_out, with("    // TODO: correct the guard\n", "")));
    CHECK_FALSE(is_untouched("hunt", handed_out, ""));
    CHECK_FALSE(is_untouched("hunt", handed_out, "__global__ void k(float* y) {"));
}

TEST_CASE("a function with nothing left to do is no hunt") {
    CHECK_FALSE(is_untouched("half", handed_out, handed_out));
    CHECK_FALSE(is_untouched("none", handed_out, handed_out));
    CHECK_FALSE(is_untouched("hunt", "", handed_out));
}

TEST_CASE("a function is unfinished as long as a TODO is left in what it leads to") {
    const auto all = grader::source::unfinished_functions(with("// TODO: write it", "y[0] = 2;"));
    CHECK(all ==
          std::map<std::string, bool>{
              {"half", false}, {"hunt", true}, {"k", true}, {"other", false}, {"rung", false}});
    CHECK(grader::source::unfinished_functions("void f(").empty());
}

}  // namespace todos_tests
