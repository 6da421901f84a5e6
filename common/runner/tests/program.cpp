// What a lab's program takes on its command line, and which of its runs by hand that starts.
#include "runner/program.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace runner;

namespace {

struct Ran {
    int status = 0;
    std::string what;  // the run that was started; empty: none
    DemonstrationOptions options;
};

Ran run(std::vector<std::string> words) {
    Ran ran;
    const auto record = [&](std::string what) {
        return [&ran, what](const DemonstrationOptions& options) {
            ran.what = what;
            ran.options = options;
            return 0;
        };
    };
    Program program("00-test", "a program");
    program.function("first", [](Call&) {}).function("second", [](Call&) {});
    program.demonstration(record("any"));
    program.demonstration("second", record("second"));
    program.mode({.name = "show", .help = "shows", .body = record("show")});
    program.mode(
        {.name = "sweep",
         .help = "sweeps",
         .body = record("sweep"),
         .saves = true,
         .numbers = {{.name = "power", .preset = 7, .least = 1, .most = 14, .help = "how far"}}});
    program.real({.name = "c", .preset = {-0.12, 0.74}, .help = "a point"});
    program.file({.name = "matrix", .help = "a file"});
    program.number({.name = "width", .preset = 64, .least = 1, .most = 256, .help = "a width"});
    words.insert(words.begin(), "program");
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    ran.status = program.run(static_cast<int>(arguments.size()), arguments.data());
    return ran;
}

}  // namespace

TEST_CASE("a function without a run of its own uses the lab's") {
    CHECK(run({}).what == "any");
    CHECK(run({"--function", "first"}).what == "any");
    CHECK(run({"--function", "second"}).what == "second");
}

TEST_CASE("a mode's flag starts that run instead") {
    CHECK(run({"--show"}).what == "show");
    CHECK(run({"--sweep", "--function", "second"}).what == "sweep");
}

TEST_CASE("a number is preset, or as given, and refused outside its range") {
    CHECK(run({}).options.numbers.at("width") == 64);
    CHECK(run({"--width", "7"}).options.numbers.at("width") == 7);
    for (const char* word : {"0", "257", "-1", "x", "99999999999999999999"}) {
        const Ran ran = run({"--width", word});
        CHECK_MESSAGE(ran.status == 2, word);
        CHECK_MESSAGE(ran.what.empty(), word);
    }
}

TEST_CASE("only a run that writes files has a folder option") {
    CHECK(run({"--sweep", "--out", "there"}).options.out == "there");
    CHECK(run({"--out", "there"}).status == 2);
    CHECK(run({"--show", "--out", "there"}).status == 2);
}

TEST_CASE("a mode's numbers are its own") {
    CHECK(run({"--sweep"}).options.numbers.at("power") == 7);
    CHECK(run({"--sweep", "--power", "3"}).options.numbers.at("power") == 3);
    CHECK_FALSE(run({"--power", "3"}).options.numbers.contains("power"));
    CHECK(run({"--sweep", "--power", "15"}).status == 2);
}

TEST_CASE("preset real numbers are read together, with their signs") {
    CHECK(run({}).options.reals.at("c") == std::vector{-0.12, 0.74});
    CHECK(run({"--c", "-1", "-.5"}).options.reals.at("c") == std::vector{-1.0, -0.5});
    for (const auto& words : {std::vector<std::string>{"--c", "1"}, {"--c", "1", "x"}, {"--c"}})
        CHECK(run(words).status == 2);
}

TEST_CASE("a file is read before the run, or its name reported") {
    const std::string path = std::filesystem::temp_directory_path() / "program-test.mtx";
    std::ofstream(path) << "3 4\n";
    CHECK(run({"--matrix", path}).options.files.at("matrix") == "3 4\n");
    std::filesystem::remove(path);
    CHECK_FALSE(run({}).options.files.contains("matrix"));
    CHECK(run({"--matrix", path}).status == 2);
    CHECK(run({"--matrix", "/"}).status == 2);
}

TEST_CASE("a lab without a matrix has no shape option, one that saves files has a folder") {
    Program program("00-test", "a program");
    std::string out;
    program.function("f", [](Call&) {}).no_matrix().saves();
    program.demonstration([&](const DemonstrationOptions& options) {
        out = options.out;
        return 0;
    });
    const auto status = [&](std::vector<std::string> words) {
        words.insert(words.begin(), "program");
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        return program.run(static_cast<int>(arguments.size()), arguments.data());
    };
    CHECK(status({"--out", "a.png"}) == 0);
    CHECK(out == "a.png");
    for (const char* option : {"--rows", "--cols", "--inputs"}) CHECK(status({option, "1"}) == 2);
}
