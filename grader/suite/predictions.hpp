// predict.toml: the questions that a lab asks before the first run, with the student's answers.
// Tables are named after functions, keys after what is counted; the comments above a key are its
// question. The file is hostile text: each entry gives a formula, or one line that says which line
// is wrong and why. A wrong line does not affect the others. The suites compare the answers.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lab/kit.hpp"
#include "suite/formula.hpp"

namespace grader::suite {

inline constexpr const char* predictions_file = "predict.toml";

/// What is wrong with the file or an entry, in one line that begins with the file's name.
struct PredictionError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// One entry of the file.
struct Question {
    std::string table, key;
    std::string answer;              // without its quotes; empty if not answered
    std::size_t line = 0;            // from 1
    std::vector<std::string> words;  // the comments above it, without their #
    std::string look;  // "# Look: …": shown with the question, and if the answer is wrong
};

class Predictions {
  public:
    /// Throws PredictionError if the text is far too long.
    explicit Predictions(std::string_view text);
    /// Reads `folder`/predict.toml. Throws PredictionError if there is none.
    static Predictions of(const std::filesystem::path& folder);
    /// The same; without questions if the file is missing or cannot be read.
    static Predictions if_any(const std::filesystem::path& folder);
    /// The lab's own questions, independent of the student's file.
    static Predictions asked_by(const lab::Kit& kit, const std::string& slug);

    const std::vector<Question>& questions() const { return questions_; }
    const std::vector<std::string>& heading() const { return heading_; }
    /// The names in "# Sizes: n, m"; empty if answers are plain numbers.
    const std::vector<std::string>& sizes() const { return sizes_; }

    /// Everything that cannot be read, one line each, in the file's order. Missing answers are not
    /// included.
    std::vector<std::string> complaints() const;

    /// Throws PredictionError if there is no such entry, or if it is not answered or cannot be
    /// read.
    Formula at(const std::string& table, const std::string& key) const;

    /// Null if there is none.
    const Question* find(const std::string& table, const std::string& key) const;

    /// Whether these answers include one for each question that `asked` has in `table`. Answers
    /// that cannot be read do not count.
    bool answer_all(const Predictions& asked, const std::string& table) const;

  private:
    struct Misread {
        std::size_t line;
        std::string table, what;
    };
    void read_line(std::string_view line, std::size_t number);
    void read_entry(std::string_view line, std::size_t number);

    std::vector<std::string> heading_, sizes_;
    std::vector<Question> questions_;
    std::vector<Misread> misread_;
    // Used while reading.
    std::string table_, look_;
    std::vector<std::string> comment_;
};

/// `text` with the answer to one question replaced, and otherwise unchanged.
std::string with_answer(std::string_view text, const Question& question, std::string_view answer);

/// What is wrong with the form of `answer`, given the names of sizes, in one line; empty if
/// nothing.
std::string wrong_format(std::string_view answer, const std::vector<std::string>& sizes);

}  // namespace grader::suite
