// The numbers a student wrote into predict.toml before running: tables named after functions, keys
// named after what is counted. The file is hostile text: promises a number, or one line saying
// which entry is wrong and how; leaves comparing to the suites.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace grader::suite {

/// What is wrong with the file or an entry of it, in one line that begins with the file's name.
struct PredictionError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Predictions {
  public:
    /// Throws PredictionError where the text is no TOML, or far too much of it.
    explicit Predictions(std::string_view text);
    /// Reads `folder`/predict.toml. Throws PredictionError, also where there is none.
    static Predictions of(const std::filesystem::path& folder);

    /// Throws PredictionError where there is no such entry, or it is empty or no number.
    double at(const std::string& table, const std::string& key) const;

  private:
    // Texts are kept as they stand, to be named in a message.
    struct Entry {
        bool is_number = false;
        double number = 0;
        std::string text;
    };
    std::map<std::string, std::map<std::string, Entry>> tables_;
};

}  // namespace grader::suite
