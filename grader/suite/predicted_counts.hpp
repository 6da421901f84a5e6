// What a run asks the student to predict, and what has been answered.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/predictions.hpp"
#include "suite/request.hpp"

namespace grader::suite {

class PredictedCounts {
  public:
    /// The request must outlive this.
    explicit PredictedCounts(const Request& request) : request_(request) {}

    /// Throws PredictionError if the student's file cannot be read.
    const Predictions& answers();
    /// The lab's own predict.toml with its questions; empty if the lab asks none.
    const Predictions& questions();
    /// Whether the lab asks for counts of `function` that the student has not answered yet.
    bool has_open_questions(const std::string& function);

    /// Notes that counts of `function` are not shown before they are predicted.
    void withhold(const std::string& function);
    const std::vector<std::string>& withheld() const { return withheld_; }

  private:
    const Request& request_;
    std::optional<Predictions> answers_, questions_;
    std::vector<std::string> withheld_;
};

}  // namespace grader::suite
