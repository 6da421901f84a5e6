// predict.toml: the questions a lab asks before the first run, with what a student answered. Tables
// are named after functions, keys after what is counted; the comments above a key are its question.
// The file is hostile text: promises a formula, or one line saying which line is wrong and how, and
// that one wrong line leaves all others as they are; leaves comparing to the suites.
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

/// What is wrong with the file or an entry of it, in one line that begins with the file's name.
struct PredictionError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// One entry, as it stands.
struct Question {
    std::string table, key;
    std::string answer;              // without its quotes; empty: still open
    std::size_t line = 0;            // from 1
    std::vector<std::string> words;  // the comments above it, without their #
    std::string look;                // "# Look: …": for who answered wrongly
};

class Predictions {
  public:
    /// Throws PredictionError where the text is far too long.
    explicit Predictions(std::string_view text);
    /// Reads `folder`/predict.toml. Throws PredictionError where there is none.
    static Predictions of(const std::filesystem::path& folder);
    /// The same; without questions where there is none that can be read.
    static Predictions if_any(const std::filesystem::path& folder);
    /// What the lab asks, whatever became of the student's file; answers in it are not a student's.
    static Predictions asked_by(const lab::Kit& kit, const std::string& slug);

    const std::vector<Question>& questions() const { return questions_; }
    const std::vector<std::string>& heading() const { return heading_; }
    /// The names that "# Sizes: n, m" gives; empty: answers are numbers.
    const std::vector<std::string>& sizes() const { return sizes_; }

    /// All that cannot be read, a line each, in the file's order. Open entries are not among it.
    std::vector<std::string> complaints() const;

    /// Throws PredictionError where there is no such entry, or it is open or cannot be read.
    Formula at(const std::string& table, const std::string& key) const;

    /// Null where there is none.
    const Question* find(const std::string& table, const std::string& key) const;

    /// Whether these answers have one to each question that `asked` has of `table`. What cannot be
    /// understood is none.
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
    // While reading.
    std::string table_, look_;
    std::vector<std::string> comment_;
};

/// `text` with the answer to one question put in its place; everything else stays as it was.
std::string with_answer(std::string_view text, const Question& question, std::string_view answer);

/// What is wrong with `answer` where these are the sizes' names, in one line; empty: nothing.
std::string wrong_format(std::string_view answer, const std::vector<std::string>& sizes);

}  // namespace grader::suite
