// Mutants as whole files: named by their lines, with distinct texts, drawn by a seed. And programs
// with the same code.
#include "mutants/mutants.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "mutants/same_code.hpp"

using namespace grader::mutants;

namespace {

const std::string solution =
    "void f(int n, float* y) {\n"
    "    // BEGIN SOLUTION: clear y\n"
    "    for (int i = 0; i < n;  // every element\n"
    "         i++) y[i] = 0;\n"
    "    // END SOLUTION\n"
    "}\n"
    "void g(float* y) {\n"
    "    // BEGIN SOLUTION: clear twice\n"
    "    y[0] = 0;\n"
    "    y[0] = 0;\n"
    "    // END SOLUTION\n"
    "}\n";

}  // namespace

TEST_CASE("a mutant is named by its operator, its line before and after, and which of its like") {
    const auto mutants = mutants_of(solution, "a.cu");
    const auto first = std::ranges::find(mutants, "shift-comparison", &Mutant::operator_name);
    REQUIRE(first != mutants.end());
    CHECK(first->file == "a.cu");
    CHECK(first->line == 3);
    CHECK(first->before == "for (int i = 0; i < n;");
    CHECK(first->after == "for (int i = 0; i <= n;");
    CHECK(first->occurrence == 1);
    const auto dropped = [](const Mutant& mutant) {
        return mutant.operator_name == "drop-statement" && mutant.before == "y[0] = 0;";
    };
    const auto one = std::ranges::find_if(mutants, dropped);
    REQUIRE(one != mutants.end());
    const auto other = std::find_if(one + 1, mutants.end(), dropped);
    REQUIRE(other != mutants.end());
    CHECK(one->line == 9);
    CHECK(one->occurrence == 1);
    CHECK(other->line == 10);
    CHECK(other->occurrence == 2);
}

TEST_CASE("no two mutants are the same text, and none is the solution's") {
    std::set<std::string> texts{solution};
    const auto mutants = mutants_of(solution, "a.cu");
    for (const auto& mutant : mutants) texts.insert(mutant.text);
    CHECK(texts.size() == mutants.size() + 1);
    CHECK(mutants.size() > 10);
}

TEST_CASE("a draw depends on its seed alone, and keeps the order") {
    const auto names = [](const std::vector<Mutant>& mutants) {
        std::vector<std::string> texts;
        for (const auto& mutant : mutants) texts.push_back(mutant.text);
        return texts;
    };
    const auto all = mutants_of(solution, "a.cu");
    const auto some = names(draw(all, 5, 1));
    CHECK(some.size() == 5);
    CHECK(some == names(draw(all, 5, 1)));
    CHECK(some != names(draw(all, 5, 2)));
    CHECK(names(draw(all, 1000, 3)) == names(all));
}

TEST_CASE("a program is the same code as itself, and another program is not") {
    CHECK(same_code("/proc/self/exe", "/proc/self/exe"));
    CHECK_FALSE(same_code("/proc/self/exe", "/bin/sh"));
    CHECK_THROWS_AS(same_code("/proc/self/exe", "/etc/passwd"), MutantsError);
    CHECK_THROWS_AS(same_code("/proc/self/exe", "/no/such/file"), MutantsError);
}

TEST_CASE("repairs are tried in what the case calls, and everywhere if that is not known") {
    const std::string text =
        "__device__ int used(int a) { return a + 1; }\n"
        "__global__ void kernel(int n) { used(n); }\n"
        "void first(int n) { kernel<<<1, n>>>(n); }\n"
        "void second(int n) { n = 2; }\n";
    const auto lines = [&](const std::vector<std::string>& entries) {
        std::set<int> changed;
        for (const Mutant& repair : repairs_of(text, "a.cu", entries)) {
            changed.insert(repair.line);
            CHECK(text.substr(0, repair.begin) == repair.text.substr(0, repair.begin));
        }
        return changed;
    };
    CHECK(lines({"rung", "first"}) == std::set{1, 2, 3});
    CHECK(lines({"second"}) == std::set{4});
    CHECK(lines({"rung"}) == std::set{1, 2, 3, 4});
}

TEST_CASE("in a Python file, repairs are tried in the kernels that the called functions name") {
    const std::string text =
        "CUDA = \"\"\"\n"
        "__global__ void one(int* y) { y[0] = 1; }\n"
        "__global__ void two(int* y) { y[0] = 2; }\n"
        "\"\"\"\n"
        "def helper(name):\n    return module.get_function('one')\n"
        "def multiply(a):\n    helper(a)\n"
        "def other(a):\n    module.get_function('two')\n";
    for (const Mutant& repair : repairs_of(text, "a.py", {"rung", "multiply"}))
        CHECK(repair.line == 2);
    for (const Mutant& repair : repairs_of(text, "a.py", {"other"})) CHECK(repair.line == 3);
    CHECK_FALSE(repairs_of(text, "a.py", {"multiply"}).empty());
}
