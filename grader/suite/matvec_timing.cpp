#include "suite/matvec_timing.hpp"

#include "suite/batch.hpp"

namespace grader::suite::matvec {

namespace {

/// The position of element j in row i of the matrix that multiplies.
std::size_t place_of(const Subject& subject, std::size_t i, std::size_t j, int outputs,
                     int inputs) {
    return subject.layout == Layout::column_major ? j * static_cast<std::size_t>(outputs) + i
                                                  : i * static_cast<std::size_t>(inputs) + j;
}

}  // namespace

void check_time(const Subject& subject, Shape shape) {
    int outputs = shape.n, inputs = shape.m;
    if (subject.layout == Layout::column_major_transposed) std::swap(outputs, inputs);
    const auto n = static_cast<std::size_t>(outputs), m = static_cast<std::size_t>(inputs);
    runner::Problem problem(subject.function);
    problem.size("n", shape.n).size("m", shape.m);
    for (const auto& [name, value] : subject.sizes) problem.size(name, value);
    for (const auto& [name, elements] : subject.scratch)
        problem.scratch<float>(name, elements(shape));
    const auto expected = [=](const Batched::Inputs& drawn, std::size_t i) {
        runner::MatvecProblem row;
        row.n = 1;
        row.m = inputs;
        row.rounds = true;
        row.b = {drawn("b", i)};
        for (std::size_t j = 0; j < m; ++j) {
            row.A.push_back(drawn("A", place_of(subject, i, j, outputs, inputs)));
            row.x.push_back(drawn("x", j));
        }
        return runner::expected_element(row, 0);
    };
    suite::check_time({.problem = std::move(problem),
                       .drawn = {{"A", n * m}, {"x", m}, {"b", n}},
                       .output = "y",
                       .elements = n,
                       .expected = expected});
}

}  // namespace grader::suite::matvec
