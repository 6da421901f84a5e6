// Pages for students.
#include "skeleton/audience.hpp"

#include <doctest/doctest.h>

#include <string>

using grader::skeleton::for_students;
using grader::skeleton::SkeletonError;

namespace {

std::string complaint_about(const std::string& page) {
    try {
        for_students(page, "a.md");
    } catch (const SkeletonError& error) {
        return error.what();
    }
    return "";
}

const std::string begin = "<!-- for instructors -->\n", end = "<!-- for everyone -->\n";

}  // namespace

TEST_CASE("text between the marks is dropped, the rest is kept byte for byte") {
    CHECK(for_students("a\n" + begin + "b\n" + end + "c\n" + begin + end + "d", "a.md") ==
          "a\nc\nd");
    CHECK(for_students("", "a.md") == "");
    CHECK(for_students("no marks\n\n", "a.md") == "no marks\n\n");
}

TEST_CASE("marks that do not alternate are an error, since they could expose hidden text") {
    CHECK(complaint_about("a\n" + begin + "b\n") == "a.md:2: this never ends");
    CHECK(complaint_about(begin + begin) == "a.md:2: this is said already");
    CHECK(complaint_about("a\n" + end) == "a.md:2: this is said already");
}

TEST_CASE("links to missing pages become plain words") {
    const auto is_there = [](const std::string& target) { return target == "a.md"; };
    CHECK(grader::skeleton::without_dead_links(
              "[a](a.md#x), [b](../b.md), [c](#c) and [d](https://d.org/d.md)", is_there) ==
          "[a](a.md#x), b, [c](#c) and [d](https://d.org/d.md)");
    CHECK(grader::skeleton::without_dead_links("[3 us](b.csv \"us where n=3\") [a](a.md \"A\")",
                                               is_there) == "3 us [a](a.md \"A\")");
    CHECK(grader::skeleton::without_dead_links("as [measured\nhere](b.md), [a\na](a.md) and [no\n\n"
                                               "link](b.md)",
                                               is_there) ==
          "as measured\nhere, [a\na](a.md) and [no\n\nlink](b.md)");
}

TEST_CASE("a missing picture is removed with its line") {
    const auto without = [](const std::string& page) {
        return grader::skeleton::without_dead_links(
            page, [](const std::string& target) { return target == "a.svg"; });
    };
    CHECK(without("a\n\n![B at c](b.svg)\n\nd\n") == "a\n\n\nd\n");
    CHECK(without("![A](a.svg)\n![B](b.svg)\n") == "![A](a.svg)\n");
    CHECK(without("so ![B](b.svg)\n") == "so \n");
}
