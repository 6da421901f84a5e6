// What a program declares.
#include "runner/program.hpp"

#include <stdexcept>

namespace runner {

Program::Program(std::string lab, std::string summary)
    : lab_(std::move(lab)), summary_(std::move(summary)) {}

Program& Program::function(std::string name, Function body) {
    if (find(name)) throw std::logic_error("function '" + name + "' is declared twice");
    functions_.emplace_back(std::move(name), std::move(body));
    return *this;
}

Program& Program::demonstration(Demonstration body) {
    demonstration_ = std::move(body);
    return *this;
}

Program& Program::demonstration(std::string function, Demonstration body) {
    demonstrations_[std::move(function)] = std::move(body);
    return *this;
}

Program& Program::mode(Mode mode) {
    modes_.push_back(std::move(mode));
    return *this;
}

Program& Program::number(Number number) {
    numbers_.push_back(std::move(number));
    return *this;
}

Program& Program::real(Real real) {
    reals_.push_back(std::move(real));
    return *this;
}

Program& Program::choice(Choice choice) {
    choices_.push_back(std::move(choice));
    return *this;
}

Program& Program::file(File file) {
    files_.push_back(std::move(file));
    return *this;
}

Program& Program::saves() {
    saves_ = true;
    return *this;
}

Program& Program::no_matrix() {
    has_matrix_ = false;
    return *this;
}

Program& Program::square() {
    square_ = true;
    return *this;
}

Program& Program::default_shape(int rows, int cols) {
    default_rows_ = rows;
    default_cols_ = cols;
    return *this;
}

const Function* Program::find(const std::string& name) const {
    for (const auto& [known, body] : functions_)
        if (known == name) return &body;
    return nullptr;
}

std::vector<std::string> Program::function_names() const {
    std::vector<std::string> names;
    for (const auto& entry : functions_) names.push_back(entry.first);
    return names;
}

}  // namespace runner
