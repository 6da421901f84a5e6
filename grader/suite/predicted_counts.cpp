#include "suite/predicted_counts.hpp"

#include <algorithm>

#include "lab/kit.hpp"

namespace grader::suite {

const Predictions& PredictedCounts::answers() {
    if (!answers_) answers_.emplace(Predictions::of(request_.submission));
    return *answers_;
}

const Predictions& PredictedCounts::questions() {
    if (!questions_) questions_.emplace(Predictions::asked_by(lab::this_kit(), request_.lab));
    return *questions_;
}

bool PredictedCounts::has_open_questions(const std::string& function) {
    const auto asked = [&](const Question& question) { return question.table == function; };
    if (std::ranges::none_of(questions().questions(), asked)) return false;
    try {
        return !answers().answer_all(questions(), function);
    } catch (const PredictionError&) {
        return true;
    }
}

void PredictedCounts::withhold(const std::string& function) {
    if (!std::ranges::count(withheld_, function)) withheld_.push_back(function);
}

}  // namespace grader::suite
