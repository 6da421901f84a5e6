#include "suite/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string_view>

#include "runner/inputs.hpp"
#include "suite/calls/memory.hpp"
#include "suite/run.hpp"
#include "suite/timing.hpp"

namespace grader::suite {

namespace {

constexpr std::uint64_t bytes_beyond_cache = 200'000'000;  // four times an H100's 50 MB
constexpr std::uint64_t bytes_of_outputs = 4'000'000;      // so that copying them back is fast
constexpr std::uint64_t large_elements = 1 << 18;
constexpr std::uint64_t short_stride = 32;  // elements: keeps every run's window aligned alike
// Of each batch. The solution's are checked in case the kit itself is wrong.
constexpr int checked_of_student = 16, checked_of_rival = 2;

struct Pool {
    std::uint64_t slots;
    std::uint64_t stride;

    std::uint64_t first_of(int run) const {
        return static_cast<std::uint64_t>(run) % slots * stride;
    }
};

// Each run uses another copy of a large array, until all copies together exceed the cache. For
// short arrays, each run uses a window of one array that starts a little later.
Pool pool_of(std::uint64_t elements, std::uint64_t runs) {
    if (elements < large_elements) return {runs, short_stride};
    const std::uint64_t stride = (elements + short_stride - 1) / short_stride * short_stride;
    return {std::min(runs, bytes_beyond_cache / (stride * sizeof(float)) + 1), stride};
}

struct Plan {
    Plan(const Batched& batched, int repeat) {
        const auto runs = static_cast<std::uint64_t>(std::max(repeat, 1));
        for (const auto& [name, elements] : batched.drawn) drawn[name] = pool_of(elements, runs);
        if (batched.elements == 0)
            throw std::logic_error("a timed batch needs outputs that can be checked");
        const std::uint64_t bytes = batched.elements * sizeof(float);
        output = {std::min(runs, bytes_of_outputs / bytes + 1), batched.elements};
    }

    std::map<std::string, Pool> drawn;
    Pool output;
};

runner::ElementType type_of_output(const Batched& batched) {
    for (const Problem::Array& array : batched.problem.arrays())
        if (array.name == batched.output) return array.type;
    return runner::ElementType::f32;
}

/// What all batches have in common.
Call make_common(const Batched& batched, const std::string& function) {
    const Problem& problem = batched.problem;
    Call call(function);
    for (const auto& [name, value] : problem.sizes()) call.size(name, value);
    for (const auto& [name, value] : problem.reals()) call.real(name, value);
    for (const std::string& name : batched.drawn_sizes) call.drawn_size(name);
    for (const Problem::Array& array : problem.arrays()) {
        if (array.name == batched.output) continue;
        if (array.sent) call.sent(array.name, array.type, array.bytes);
        // Not checked, so it is not copied back, which would take longer than the runs.
        if (array.is_scratch && array.type == runner::ElementType::f32)
            call.drawn(array.name, array.count, 1, array.count);
        else if (array.written)
            call.output(array.name, array.type, array.count);
    }
    return call;
}

Call make_batch(const Batched& batched, Call call, const Plan& plan, int runs,
                std::uint64_t nonce) {
    for (const auto& [name, elements] : batched.drawn) {
        const Pool& pool = plan.drawn.at(name);
        call.drawn(name, elements, pool.slots, pool.stride);
    }
    call.output_slots(batched.output, batched.elements, plan.output.slots, plan.output.stride,
                      type_of_output(batched));
    return call.batch(nonce, runs);
}

struct Stream {
    std::string_view array;
    std::uint64_t bits;   // runner::mix of nonce and name
    std::uint64_t first;  // element of the run's slot
};

// Computed from the nonce as the program must compute them. A row's elements are requested one by
// one, by the million, so what does not depend on the element is computed once.
Batched::Inputs inputs_of(const Plan& plan, std::uint64_t nonce, int run) {
    std::vector<Stream> streams;
    for (const auto& [name, pool] : plan.drawn)
        streams.push_back({name, runner::mix(nonce, name), pool.first_of(run)});
    return [streams](std::string_view array, std::size_t element) {
        const auto stream = std::ranges::find(streams, array, &Stream::array);
        if (stream == streams.end())
            throw std::out_of_range("no input is called " + std::string(array));
        return runner::unit(runner::bits_of(stream->bits, stream->first + element));
    };
}

void check_some(int elements, const Batched& batched, const Plan& plan, int repeat,
                std::uint64_t nonce, const Answer& answer) {
    Problem::Array output;
    output.name = batched.output;
    output.type = type_of_output(batched);
    const auto bytes = answer.output_bytes(batched.output);
    output.count = bytes.size() / runner::element_size(output.type);
    const runner::Judged got(output, bytes);
    std::mt19937_64 random(std::random_device{}());
    const auto kept = std::min(plan.output.slots, static_cast<std::uint64_t>(repeat));
    for (int i = 0; i < elements; ++i) {
        const int run = repeat - 1 - static_cast<int>(random() % kept);  // still there at the end
        const std::size_t element = random() % batched.elements;
        const auto expected = batched.expected(inputs_of(plan, nonce, run), element);
        const std::size_t at = plan.output.first_of(run) + element;
        if (got.is_unwritten(at) || !runner::is_right(expected, got.value(at)))
            fail(fmt::format("{}[{}] of run {} in a timed batch is {}, expected {:.9g}",
                             batched.output, element, run, got.shown(at), expected.value));
    }
}

/// `checked`: elements of its output.
Batch batch_of(const Batched& batched, const std::string& function, Session& session, int checked) {
    Call common = make_common(batched, function);
    const auto inputs =
        std::make_shared<SharedMemory>(common.take_inputs(), SharedMemory::Program::reads);
    return [&batched, common, inputs, &session, checked](int repeat, BatchPart part) {
        const std::uint64_t nonce = std::random_device{}();
        const Plan plan(batched, repeat);
        const int runs = part == BatchPart::everything ? repeat : 0;
        const Answer answer = Run::current().calls().make(
            make_batch(batched, common, plan, runs, nonce), *inputs, session);
        if (answer.has_cuda_error()) fail("CUDA reports " + answer.error());
        if (runs > 0 && batched.expected) check_some(checked, batched, plan, repeat, nonce, answer);
        return session.seconds_of_last_call();
    };
}

/// The least possible time in microseconds: large inputs differ in each run, so they must come from
/// memory.
double least_of(const Batched& batched) {
    const double rate = Run::current().request().memory_rate;
    double bytes = 0;
    for (const auto& [name, elements] : batched.drawn)
        if (elements >= large_elements) bytes += static_cast<double>(elements) * sizeof(float);
    return rate > 0 ? bytes / rate : 0;
}

std::string problem_words(const Problem& problem) {
    std::string words = problem.function();
    for (const auto& [name, value] : problem.sizes()) words += fmt::format(", {} {}", name, value);
    return words;
}

TimeRatio compare_and_note(const Batched& batched, const std::string& function,
                           const std::string& rival) {
    Run& run = Run::current();
    const Batch student = batch_of(batched, batched.problem.function(),
                                   run.programs().student_on_device(), checked_of_student);
    const Batch solution =
        batch_of(batched, function, run.programs().solution_on_device(), checked_of_rival);
    const WarmUp warm = [&] {
        const auto beside_others = run.programs().use_device();
        return warm_up(student, solution);
    }();
    const auto alone = run.programs().reserve_device();
    const TimeRatio time = compare(student, solution, warm);
    run.note_time({.name = {},
                   .what = problem_words(batched.problem),
                   .microseconds = 1e6 * time.student,
                   .rival = rival,
                   .rival_microseconds = 1e6 * time.student / time.ratio,
                   .least = least_of(batched)});
    return time;
}

}  // namespace

void check_time(const Batched& batched) {
    grade_time(compare_and_note(batched, batched.problem.function(), "the solution"));
}

TimeRatio compare_with(const Batched& batched, const Rival& rival) {
    return compare_and_note(batched, rival.function, rival.name);
}

}  // namespace grader::suite
