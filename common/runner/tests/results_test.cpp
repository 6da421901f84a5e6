// Files on their way from a lab program to a folder, the confined way included.
#include "runner/results.hpp"

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

using namespace runner;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Folder {
    fs::path path = fs::temp_directory_path() / ("results-test-" + std::to_string(getpid()));
    ~Folder() { fs::remove_all(path); }
};

}  // namespace

TEST_CASE("files appear in a folder that is made for them") {
    const Folder folder;
    deliver({{"a.csv", "1,2\n"}, {"b.svg", "<svg/>"}}, (folder.path / "deep").string());
    CHECK(text_of(folder.path / "deep" / "a.csv") == "1,2\n");
    CHECK(text_of(folder.path / "deep" / "b.svg") == "<svg/>");
}

TEST_CASE("a confined program's files come through a descriptor") {
    const int memory = memfd_create("test", 0);
    setenv(results_variable, std::to_string(memory).c_str(), 1);
    const Results results{{"sweep.md", "| \"quoted\" |\n"}};
    deliver(results, "/nowhere");
    unsetenv(results_variable);
    std::string text(1000, ' ');
    text.resize(static_cast<std::size_t>(pread(memory, text.data(), text.size(), 0)));
    close(memory);
    CHECK(decode_results(text) == results);
}

TEST_CASE("what is left under a name that leads elsewhere is refused") {
    for (const char* name : {"../up", "a/b", "/etc/x", ".hidden", "..", "", "nul\\u0000l"}) {
        const std::string text = std::string("{\"") + name + "\": \"x\"}";
        CHECK_THROWS_AS_MESSAGE(decode_results(text), std::runtime_error, name);
    }
}

TEST_CASE("what is no object of texts is refused") {
    for (const char* text : {"", "[]", "{\"a\": 1}", "{\"a\": \"x\"", "null", "\"a\""})
        CHECK_THROWS_AS_MESSAGE(decode_results(text), std::runtime_error, text);
}

TEST_CASE("a folder that cannot be made is named") {
    CHECK_THROWS_WITH(write_results({{"a", ""}}, "/dev/null/deep"),
                      "cannot make the folder /dev/null/deep");
}
