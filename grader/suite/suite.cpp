#include "suite/suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "suite/predictions.hpp"
#include "suite/run.hpp"

namespace grader::suite {

Outcome run(const Call& call) {
    return Run::current().call(call);
}

Answer run(const Call& call, std::string_view order) {
    return Run::current().call(call, order);
}

void fail(const std::string& message) {
    throw CaseFailed{message};
}

void expect(bool condition, const std::string& message) {
    if (!condition) fail(message);
}

void expect_no_findings(std::string_view function) {
    Run::current().expect_no_findings(function);
}

void note_order_dependence(const Call& call, const OrderDifference& difference) {
    Run::current().note_order_dependence(call.request().function, difference);
}

std::vector<score::Finding> findings_so_far(std::string_view function) {
    return Run::current().findings(function);
}

std::uint64_t counted(const Answer& answer, const std::string& counter) {
    std::uint64_t sum = 0;
    for (const score::Kernel& launch : answer.launches()) {
        const auto found = launch.counters.find(counter);
        if (found == launch.counters.end())
            fail(
                fmt::format("{} was not counted: the launch of {} did not come to its end, or did "
                            "more than can be counted",
                            counter, launch.name));
        sum += found->second;
    }
    return sum;
}

Traffic traffic(const Answer& answer, std::uint64_t array_bytes, std::string_view op) {
    counted(answer, "global_load_requests");  // fails where there are no counts
    Traffic sum;
    for (const score::Kernel& launch : answer.launches()) {
        for (const score::ArrayTraffic& array : launch.arrays) {
            if (array.bytes != array_bytes || array.op != op) continue;
            sum.requests += array.requests;
            sum.sectors += array.sectors;
        }
    }
    return sum;
}

namespace {

/// What is wrong with one prediction; empty where it is right.
std::string wrong_prediction(const std::string& table, const std::string& key,
                             std::uint64_t count) {
    constexpr double slack = 0.1;
    try {
        const double predicted = Run::current().predictions().at(table, key);
        const auto exact = static_cast<double>(count);
        if (std::abs(predicted - exact) <= slack * exact) return {};
        return fmt::format("{} in [{}]: you predicted {:.12g}, the program makes {}", key, table,
                           predicted, count);
    } catch (const PredictionError& error) {
        return error.what();
    }
}

}  // namespace

void expect_predicted(const std::string& table, const Counts& counts) {
    std::vector<std::string> complaints;  // each once: a file that is missing is missing for all
    double right = 0;
    for (const auto& [key, count] : counts) {
        auto why = wrong_prediction(table, key, count);
        right += why.empty();
        if (!why.empty() && !std::ranges::count(complaints, why))
            complaints.push_back(std::move(why));
    }
    if (complaints.empty()) return;
    Run::current().set_share(right / static_cast<double>(counts.size()));
    fail(fmt::format("{}", fmt::join(complaints, "\n")));
}

const Answer& counts_of(const std::string& name, const std::function<CheckedCall()>& make) {
    return Run::current().counts_of(name, make);
}

void demonstrate(const Answer& answer) {
    Run::current().demonstrate(answer);
}

std::uint64_t draw_seed() {
    return Run::current().draw_seed();
}

namespace {

int size_near(int about, std::uint64_t random) {
    const int least = about * 3 / 4, most = about * 5 / 4;
    return least + static_cast<int>(random % static_cast<std::uint64_t>(most - least + 1));
}

}  // namespace

int draw_size(int about) {
    return size_near(about, draw_seed());
}

int draw_size(int about, std::string_view name) {
    return size_near(about, Run::current().draw_shared(name));
}

std::string_view backend() {
    return Run::current().backend();
}

std::string repeat(const Call& call, std::string_view order) {
    return Run::current().repeat(call, order);
}

void judge(const Registration& registration) {
    Run::current().judge(registration);
}

}  // namespace grader::suite
