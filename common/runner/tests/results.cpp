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

TEST_CASE("a confined program's files are received through a descriptor") {
    const int memory = memfd_create("test", 0);
    setenv(results_variable, std::to_string(memory).c_str(), 1);
    const Results results{
        {"sweep.md", "| \"quoted\" |\n"},
        {"picture.png", Image{2, 1, {0, 255, 16, 1, 128, 7}}},
        {"plot.svg", Plot{{{"a < b", "x", "y", {{"s", {{1, 2.5}, {4, 8}}, true, 3}}}}}}};
    deliver(results, "/nowhere");
    unsetenv(results_variable);
    std::string text(1000, ' ');
    text.resize(static_cast<std::size_t>(pread(memory, text.data(), text.size(), 0)));
    close(memory);
    CHECK(decode_results(text) == results);
}

TEST_CASE("a result with an unsafe name is refused") {
    for (const char* name : {"../up", "a/b", "/etc/x", ".hidden", "..", "", "nul\\u0000l"}) {
        const std::string text = std::string("{\"") + name + "\": \"x\"}";
        CHECK_THROWS_AS_MESSAGE(decode_results(text), std::runtime_error, name);
    }
}

TEST_CASE("a result path is split into a folder, which is made, and a picture's name") {
    CHECK(folder_of("there/julia.png") == "there");
    CHECK(folder_of("julia.png") == ".");
    CHECK(folder_of("there") == "there");
    CHECK(picture_of("there/julia.png", "other.png") == "julia.png");
    CHECK(picture_of("there", "other.png") == "other.png");
    const Folder folder;
    deliver({{"a.png", Image{1, 1, {1, 2, 3}}}}, (folder.path / "a.png").string());
    CHECK(text_of(folder.path / "a.ppm") == "P6\n1 1\n255\n\1\2\3");
}

TEST_CASE("a malformed image is refused") {
    for (const char* image :
         {R"({})", R"({"width":1,"height":1})", R"({"width":1,"height":1,"rgb":"aaaaa"})",
          R"({"width":1,"height":1,"rgb":"aaaaaq"})", R"({"width":0,"height":1,"rgb":""})",
          R"({"width":-1,"height":-1,"rgb":"aaaaaa"})", R"({"width":1e9,"height":1,"rgb":""})",
          R"({"width":99999,"height":99999,"rgb":""})"})
        CHECK_THROWS_WITH_AS(decode_results(std::string("{\"a.png\":") + image + "}"),
                             "the program left a malformed image", std::runtime_error);
}

TEST_CASE("a malformed plot is refused") {
    for (const char* plot :
         {R"({"charts":1})", R"({"charts":[{}]})",
          R"({"charts":[{"title":"t","x_label":"x","y_label":"y","series":[{"name":"s"}]}]})"})
        CHECK_THROWS_WITH_AS(decode_results(std::string("{\"a.svg\":") + plot + "}"),
                             "the program left a malformed plot", std::runtime_error);
}

TEST_CASE("anything but an object of texts is refused") {
    for (const char* text : {"", "[]", "{\"a\": 1}", "{\"a\": \"x\"", "null", "\"a\""})
        CHECK_THROWS_AS_MESSAGE(decode_results(text), std::runtime_error, text);
}

TEST_CASE("a folder that cannot be made is named") {
    CHECK_THROWS_WITH(write_results({{"a", ""}}, "/dev/null/deep", {}),
                      "cannot make the folder /dev/null/deep");
}
