// Source lines for a finding, for any content of the file.
#include "simulator/report/source/source_excerpt.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "simulator/report/source/source_file.hpp"

using cusim::report::source_excerpt;

namespace {

struct SourceFile {
    explicit SourceFile(const std::string& text) {
        close(mkstemp(path.data()));
        std::ofstream{path} << text;
    }
    ~SourceFile() { std::remove(path.c_str()); }
    std::string path = "/tmp/excerpt-XXXXXX";
};

}  // namespace

TEST_CASE("lines near each other are shown as one passage") {
    const SourceFile source{"a\nb\nc\nd\ne\nf\n"};
    CHECK(source_excerpt(source.path, {4, 2}) ==
          "      1 | a\n"
          ">     2 | b\n"
          "      3 | c\n"
          ">     4 | d\n"
          "      5 | e\n"
          "      6 | f\n");
}

TEST_CASE("lines far apart are shown as two passages") {
    const SourceFile source{"a\nb\nc\nd\ne\nf\ng\nh\n"};
    CHECK(source_excerpt(source.path, {1, 8}) ==
          ">     1 | a\n"
          "      2 | b\n"
          "      3 | c\n"
          "        ...\n"
          "      6 | f\n"
          "      7 | g\n"
          ">     8 | h\n");
}

TEST_CASE("a file that is missing, or shorter than the line, gives nothing") {
    CHECK(source_excerpt("no/such/file.cu", {1}).empty());
    CHECK(source_excerpt(".", {1}).empty());
    const SourceFile source{"a\nb\n"};
    CHECK(source_excerpt(source.path, {9}).empty());
    CHECK(source_excerpt(source.path, {0}).empty());
    CHECK(source_excerpt(source.path, {}).empty());
}

TEST_CASE("control characters and overlong lines do no harm to the terminal") {
    const SourceFile source{"x\x1b[31m\ty\n" + std::string(5000, 'z') + "\n"};
    const std::string text = source_excerpt(source.path, {1, 2});
    CHECK(text.starts_with(">     1 | x [31m y\n"));
    CHECK(text.size() < 200);
}

TEST_CASE("a source file is read up to a limit, and nothing else is a source file") {
    using cusim::report::text_of_file;
    const SourceFile source{"a\nb\n"};
    CHECK(text_of_file(source.path, 100) == "a\nb\n");
    CHECK(text_of_file(source.path, 3) == "a\nb");
    CHECK(text_of_file("/tmp", 100).empty());
    CHECK(text_of_file("/dev/zero", 100).empty());
}
