// What an instructor may write as an answer, and what is not an answer.
#include "class/doubts.hpp"

#include <doctest/doctest.h>

#include "build/stage.hpp"

namespace doubts_tests {

using namespace grader::classes;

namespace {

struct DoubtfulToml {
    grader::build::Stage stage{std::filesystem::temp_directory_path()};
    std::filesystem::path file = stage.root() / "doubtful.toml";

    Answers read(const std::string& text) const {
        grader::build::write_file(file, text);
        return read_answers(file);
    }
    /// The message without the folder's name.
    std::string trouble(const std::string& text) const {
        try {
            read(text);
        } catch (const ClassError& error) {
            CHECK(grader::build::read_file(file) == text);
            const std::string words = error.what();
            return words.substr(words.find("doubtful.toml"));
        }
        return "none";
    }
};

const std::string question = "[[file]]\nstudent = 'ada'\nlab = '02-a'\nfile = 'a.cu'\n";

}  // namespace

TEST_CASE("answers are read with their lines, and written again") {
    const DoubtfulToml doubtful;
    const auto answers = doubtful.read("\n" + question + "take = 'b.cu'\n");
    CHECK(answers.at("ada").at({"02-a", "a.cu"}).path == "b.cu");
    CHECK(answers.at("ada").at({"02-a", "a.cu"}).line == 2);
    write_doubts(doubtful.file, {}, answers);
    CHECK(read_answers(doubtful.file).at("ada").at({"02-a", "a.cu"}).path == "b.cu");
    CHECK(doubtful.read(question).empty());
}

TEST_CASE("what is misspelled in doubtful.toml is named with its line") {
    const DoubtfulToml doubtful;
    CHECK(doubtful.trouble(question.substr(1)).starts_with("doubtful.toml:1: "));
    CHECK(doubtful.trouble("[file]\nstudent = 'ada'\n") ==
          "doubtful.toml:1: this must be a question under [[file]]");
    CHECK(doubtful.trouble("[[files]]\nstudent = 'ada'\n") ==
          "doubtful.toml:1: this must be a question under [[file]]");
    CHECK(doubtful.trouble(question + "takes = 'b.cu'\n") ==
          "doubtful.toml:5: unknown key 'takes'");
    CHECK(doubtful.trouble(question + "take = 3\n") == "doubtful.toml:5: 'take' must be a text");
    CHECK(doubtful.trouble("[[file]]\nlab = '02-a'\nfile = 'a.cu'\n") ==
          "doubtful.toml:1: 'student' is missing");
    CHECK(doubtful.trouble(question + "take = 'b'\n" + question + "take = 'c'\n") ==
          "doubtful.toml:6: this question has been answered above");
}

}  // namespace doubts_tests
