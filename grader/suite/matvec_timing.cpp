#include "suite/matvec_timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "suite/run.hpp"
#include "suite/timing.hpp"

namespace grader::suite::matvec {

namespace {

constexpr std::uint64_t bytes_beyond_cache = 200'000'000;  // four times an H100's 50 MB
constexpr std::uint64_t vector_stride = 32;                // elements: keeps every x aligned alike
constexpr std::uint64_t bytes_of_outputs = 16'000'000;     // so that bringing them back stays short
constexpr int elements_checked = 64;

struct Pool {
    std::uint64_t slots;
    std::uint64_t stride;

    std::uint64_t first_of(int run) const {
        return static_cast<std::uint64_t>(run) % slots * stride;
    }
};

struct Plan {
    Plan(const Subject& subject, Shape shape, int repeat)
        : shape(shape), outputs(shape.n), inputs(shape.m) {
        if (subject.layout == Layout::column_major_transposed) std::swap(outputs, inputs);
        const auto elements = static_cast<std::uint64_t>(shape.n) * shape.m;
        const std::uint64_t runs = std::max(repeat, 1);
        A = {std::min(runs, bytes_beyond_cache / (elements * sizeof(float)) + 1), elements};
        x = b = {runs, vector_stride};
        y = {std::min(runs, bytes_of_outputs / (outputs * sizeof(float)) + 1),
             static_cast<std::uint64_t>(outputs)};
    }
    Shape shape;  // of A as it lies in memory
    int outputs, inputs;
    Pool A, x, b, y;
};

Call make_batch(const Subject& subject, const Plan& plan, int runs, std::uint64_t nonce) {
    Call call(subject.function);
    const auto outputs = static_cast<std::uint64_t>(plan.outputs);
    const auto inputs = static_cast<std::uint64_t>(plan.inputs);
    call.size("n", plan.shape.n)
        .size("m", plan.shape.m)
        .drawn("A", outputs * inputs, plan.A.slots, plan.A.stride)
        .drawn("x", inputs, plan.x.slots, plan.x.stride)
        .drawn("b", outputs, plan.b.slots, plan.b.stride)
        .output_slots("y", outputs, plan.y.slots, plan.y.stride)
        .batch(nonce, runs);
    for (const auto& [name, value] : subject.sizes) call.size(name, value);
    for (const auto& [name, elements] : subject.scratch)
        call.scratch<float>(name, elements(plan.shape));
    return call;
}

// One row of the run's problem, made from the nonce as the program had to make it.
runner::MatvecProblem one_row(const Subject& subject, const Plan& plan, std::uint64_t nonce,
                              int run, int row) {
    const auto part = [&](const char* array, std::uint64_t first, std::size_t count) {
        std::vector<float> values(count);
        runner::fill(values, runner::InputKind::reals, nonce, array, first);
        return values;
    };
    const int n = plan.outputs, m = plan.inputs;
    runner::MatvecProblem problem;
    problem.n = 1;
    problem.m = m;
    problem.rounds = true;
    problem.x = part("x", plan.x.first_of(run), m);
    problem.b = part("b", plan.b.first_of(run) + row, 1);
    const std::uint64_t matrix = plan.A.first_of(run);
    if (subject.layout != Layout::column_major) {
        problem.A = part("A", matrix + static_cast<std::uint64_t>(row) * m, m);
    } else {
        for (int j = 0; j < m; ++j)
            problem.A.push_back(
                part("A", matrix + static_cast<std::uint64_t>(j) * n + row, 1).front());
    }
    return problem;
}

void check_some(const Subject& subject, const Plan& plan, int repeat, std::uint64_t nonce,
                const std::vector<float>& y) {
    std::mt19937_64 random(std::random_device{}());
    for (int i = 0; i < elements_checked; ++i) {
        const auto kept = std::min(plan.y.slots, static_cast<std::uint64_t>(repeat));
        const int run = repeat - 1 - static_cast<int>(random() % kept);  // not overwritten
        const int row = static_cast<int>(random() % static_cast<unsigned>(plan.outputs));
        const auto expected = runner::expected_element(one_row(subject, plan, nonce, run, row), 0);
        const float got = y[plan.y.first_of(run) + static_cast<std::uint64_t>(row)];
        if (!runner::is_right(expected, got))
            fail(fmt::format("y[{}] of run {} in a timed batch is {:.9g}, expected {:.9g}", row,
                             run, got, expected.value));
    }
}

}  // namespace

void check_time(const Subject& subject, Shape shape) {
    const auto batch = [&](Session& session) {
        return [&](int repeat, BatchPart part) {
            const std::uint64_t nonce = std::random_device{}();
            const Plan plan(subject, shape, repeat);
            const int runs = part == BatchPart::everything ? repeat : 0;
            const Answer answer =
                Run::current().call(make_batch(subject, plan, runs, nonce), session);
            if (answer.error() != "cudaSuccess") fail("CUDA reports " + answer.error());
            if (runs > 0) check_some(subject, plan, repeat, nonce, answer.output<float>("y"));
            return session.seconds_of_last_call();
        };
    };
    grade_time(batch(Run::current().student_on_device()),
               batch(Run::current().solution_on_device()));
}

}  // namespace grader::suite::matvec
