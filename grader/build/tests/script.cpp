// Submissions in Python, and the CUDA code in them.
#include "build/script.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "build/build.hpp"

using namespace grader;
using namespace grader::build;
namespace fs = std::filesystem;

namespace {

Result built(const std::string& text) {
    const lab::Kit kit = lab::this_kit();
    const auto folder = fs::temp_directory_path() / ("script-test-" + std::to_string(getpid()));
    fs::create_directories(folder);
    std::ofstream(folder / "matmul.py", std::ios::binary) << text;
    const Result result =
        build_submission(kit, kit.find("12"), folder, Backend::sim, sandbox::Sandbox::best());
    fs::remove_all(folder);
    return result;
}

Result module_of(const std::string& text) {
    const lab::Kit kit = lab::this_kit();
    return build_module(kit, kit.find("12"), {"matmul.py", text, {}, 0x8000'0000},
                        sandbox::Sandbox::best());
}

}  // namespace

TEST_CASE("a script becomes a text that names the lab's program") {
    const Result result = built("x = 1\n");
    REQUIRE(result.gradable());
    CHECK(runner_of_script(result.program).filename() == "program-12-python");
    CHECK(runner_of_script("/usr/bin/true").empty());
}

TEST_CASE("what is no Python is told with its line") {
    CHECK(built("x = 1\ny = (2\n").reason ==
          "is no Python: matmul.py:2: error: SyntaxError: '(' was never closed");
    CHECK(built("def f():\nreturn 1\n")
              .reason.starts_with("is no Python: matmul.py:2: error: IndentationError: "));
    CHECK(built(std::string("x = '\0'", 7)).reason.starts_with("matmul.py"));
}

TEST_CASE("nothing of a script runs while it is built") {
    CHECK(built("raise SystemExit('it ran')\n").gradable());
}

TEST_CASE("CUDA out of a script is vetted as other submissions are") {
    CHECK(module_of("extern \"C\" { __global__ void k(int* x) { *x = 1; }\n}\n").gradable());
    const Result wrong = module_of("\n\n__global__ void k(int* x) { *x = y; }\n");
    CHECK(wrong.reason.find("matmul.py:3: error: 'y' was not declared") != std::string::npos);
    for (const char* text :
         {"__global__ void k() { asm(\"nop\"); }\n", "extern \"C\" void __tsan_read4(void*) {}\n",
          "#include <fstream>\n__global__ void k() {}\n",
          "extern \"C\" int system(const char*);\nint x = system(\"true\");\n"}) {
        const Result refused = module_of(text);
        CAPTURE(refused.reason);
        CHECK_FALSE(refused.gradable());
        CHECK(refused.reason.starts_with("matmul.py:"));
    }
}
