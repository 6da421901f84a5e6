#include "report/sources.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;

TEST_CASE("a line is found by the file's name, without its indentation") {
    grader::report::Sources sources;
    sources.add("04-a", "a.cu", "one\n\t  two;\nthree");
    CHECK(sources.line("04-a", "a.cu", 2) == "two;");
    CHECK(sources.line("04-a", "/scratch/lab/a.cu", 3) == "three");
}

TEST_CASE("a line that was not submitted is empty") {
    grader::report::Sources sources;
    sources.add("04-a", "a.cu", "one\n");
    CHECK(sources.line("04-a", "a.cu", 0).empty());
    CHECK(sources.line("04-a", "a.cu", -1).empty());
    CHECK(sources.line("04-a", "a.cu", 2).empty());
    CHECK(sources.line("04-a", "b.cu", 1).empty());
    CHECK(sources.line("02-b", "a.cu", 1).empty());
}

TEST_CASE("only editable files are read from a folder") {
    const auto folder = fs::temp_directory_path() / ("sources-test-" + std::to_string(getpid()));
    fs::create_directories(folder);
    std::ofstream(folder / "a.cu") << "mine\n";
    std::ofstream(folder / "main.cpp") << "theirs\n";
    grader::lab::Lab lab;
    lab.slug = "04-a";
    lab.editable = {"a.cu", "missing.cu"};
    grader::report::Sources sources;
    sources.add(lab, folder);
    CHECK(sources.line("04-a", "a.cu", 1) == "mine");
    CHECK(sources.line("04-a", "main.cpp", 1).empty());
    CHECK(sources.line("04-a", "missing.cu", 1).empty());
    fs::remove_all(folder);
}
