// course.toml as instructors write it, and the messages about errors in it.
#include "class/course.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "build/stage.hpp"
#include "class/files.hpp"

namespace course_tests {

using namespace grader;
using namespace grader::classes;

namespace {

struct CourseToml {
    build::Stage stage{std::filesystem::temp_directory_path()};
    std::filesystem::path file = stage.root() / "course.toml";
    lab::Kit kit = lab::this_kit();

    Course read(const std::string& text) const {
        std::ofstream(file) << text;
        return read_course(file, kit);
    }
    std::string trouble(const std::string& text) const {
        try {
            read(text);
        } catch (const ClassError& error) {
            const std::string words = error.what();
            return words.substr(words.find("course.toml"));
        }
        return "none";
    }
};

}  // namespace

TEST_CASE("a course has labs with weights and due times, a late rule, and students") {
    const auto course = CourseToml().read(R"(
title = "GPU programming"
backend = "sim"
seed = 81423
attempt = "last"
hidden = "part"
[late]
penalty = 10
most = 50
days = 3
until = 14
[labs]
04 = { weight = 2, due = 2026-12-01T23:59:00+01:00 }
02-simple-gather = {}
[students."Ada Lovelace"]
id = "123"
group = "7"
extensions = { 04 = 3 }
)");
    CHECK(course.title == "GPU programming");
    CHECK(course.seed == 81423u);
    CHECK(course.counts == Counts::last);
    CHECK(course.hidden == score::OfHidden::part);
    CHECK(course.late.until == 14);
    CHECK(course.labs.size() == 2);
    CHECK(course.labs.at("04-shared-reduction").weight == 2);
    CHECK(write_time(*course.labs.at("04-shared-reduction").due) == "2026-12-01T22:59:00Z");
    CHECK_FALSE(course.labs.at("02-simple-gather").due);
    CHECK(course.person("Ada Lovelace").extensions.at("04-shared-reduction") == 3);
    CHECK(course.person("nobody").group.empty());
}

TEST_CASE("without labs all labs of the kit count") {
    const CourseToml course;
    CHECK(course.read("").labs.size() == course.kit.slugs.size());
}

TEST_CASE("what is wrong in course.toml is named with its line") {
    const CourseToml course;
    CHECK(course.trouble("titel = 'x'") == "course.toml:1: unknown key 'titel'");
    CHECK(course.trouble("\n[late]\npenalty = 101") ==
          "course.toml:3: this must be a number from 0 to 100");
    CHECK(course.trouble("[late]\npenalty = true") ==
          "course.toml:2: this must be a number from 0 to 100");
    CHECK(course.trouble("[late]\ndays = 1.5") ==
          "course.toml:2: this must be a whole number of days from 0 to 1000");
    CHECK(course.trouble("[labs]\n04 = { due = 2026-12-01T23:59:00 }") ==
          "course.toml:2: 'due' must be a time with its offset, as 2026-12-01T23:59:00+01:00");
    CHECK(course.trouble("[labs]\n04 = {}\n4 = {}") == "course.toml:3: lab '4' stands here twice");
    CHECK(course.trouble("[labs]\n99 = {}").starts_with("course.toml:2: "));
    CHECK(course.trouble("seed = -1").starts_with("course.toml:1: 'seed'"));
    CHECK(course.trouble("attempt = 'first'") ==
          "course.toml:1: 'attempt' can be \"best\" or \"last\"");
    CHECK(course.trouble("seed = 9007199254740993").starts_with("course.toml:1: 'seed'"));
    CHECK(course.trouble("[labs]\n04 = {}\n[students.ada]\nextensions = { 02 = 1 }") ==
          "course.toml:4: lab '02' does not count");
    CHECK(course.trouble("[labs]\n04 = { weight = 0 }\n02 = { weight = 0 }") ==
          "course.toml:1: every lab here has the weight 0, so no total can be formed");
    CHECK(course.trouble("[labs]\n04 = { weight = 0 }\n02 = {}") == "none");
    CHECK(course.trouble("[students.ada]\nid = '7'\n[students.bob]\nid = '7'") ==
          "course.toml:3: 'ada' has the id \"7\", too");
    CHECK(course.trouble("[students.ada]\ngroup = '7'\n[students.bob]\ngroup = '7'") == "none");
    CHECK(course.trouble("labs = 3") == "course.toml:1: this must be a table");
    CHECK(course.trouble("title = ").starts_with("course.toml:1: "));
    CHECK_THROWS_AS(read_course("/nowhere/course.toml", course.kit), ClassError);
}

TEST_CASE("times are written in UTC, and only whole ones are read") {
    CHECK(write_time(read_time("2026-03-01T00:30:00+01:00")) == "2026-02-28T23:30:00Z");
    CHECK(write_time(read_time("2026-03-01T00:30:00Z")) == "2026-03-01T00:30:00Z");
    for (const char* text : {"", "yesterday", "2026-03-01", "2026-03-01T00:30:00",
                             "2026-03-01T00:30:00Z\nmore = 1", "12"})
        CHECK_THROWS_AS(read_time(text), ClassError);
}

}  // namespace course_tests
