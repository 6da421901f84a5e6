#include "suite/suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "suite/predictions.hpp"
#include "suite/reproduction.hpp"
#include "suite/run.hpp"

namespace grader::suite {

Outcome run(const Call& call) {
    return Run::current().calls().make(call);
}

Answer run(const Call& call, std::string_view order) {
    return Run::current().calls().make(call, order);
}

void fail(const score::Message& message, const Accesses& accesses) {
    throw CaseFailed{.message = message, .accesses = accesses};
}

void expect(bool condition, const score::Message& message, const Accesses& accesses) {
    if (!condition) Run::current().miss({.message = message, .accesses = accesses});
}

void expect_no_findings(std::string_view function) {
    Run::current().findings().expect_none(function);
}

void expect_no_findings_and_even_barriers(std::string_view function) {
    Run::current().require_even_barriers(std::string(function));
    expect_no_findings(function);
}

void note_order_dependence(const Call& call, const OrderDifference& difference) {
    Run::current().note_order_dependence(call.request().function, difference);
}

std::uint64_t counted(const Answer& answer, const std::string& counter) {
    if (!on_simulator()) throw std::logic_error("a device counts no " + counter);
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

std::uint64_t shared_wavefronts(const Answer& answer) {
    return counted(answer, "shared_load_wavefronts") + counted(answer, "shared_store_wavefronts");
}

std::uint64_t exchanges(const Answer& answer) {
    std::uint64_t sum = 0;  // a launch without any has no such counters
    for (const score::Kernel& launch : answer.launches())
        sum += launch.counter("shuffles") + launch.counter("votes");
    return sum;
}

std::uint64_t bank_conflicts(const Answer& answer) {
    return counted(answer, "shared_load_bank_conflicts") +
           counted(answer, "shared_store_bank_conflicts");
}

std::uint64_t blocks_of(const Answer& answer) {
    std::uint64_t blocks = 0;
    for (const score::Kernel& launch : answer.launches())
        blocks += static_cast<std::uint64_t>(score::volume(launch.grid));
    return blocks;
}

Traffic traffic(const Answer& answer, std::uint64_t array_bytes, std::string_view op) {
    counted(answer, "global_load_requests");  // fails the case if there are no counts
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

/// Such as "n = 512, m = 768"; empty if a lab names no sizes.
std::string in_words(const Sizes& sizes) {
    std::vector<std::string> words;
    for (const auto& [name, value] : sizes) words.push_back(fmt::format("{} = {:g}", name, value));
    return fmt::format("{}", fmt::join(words, ", "));
}

/// "too low", "too high", or empty if it is right.
std::string direction(double predicted, std::uint64_t count) {
    constexpr double slack = 0.1;
    const auto exact = static_cast<double>(count);
    if (std::abs(predicted - exact) <= slack * exact) return {};
    return predicted < exact ? "too low" : "too high";
}

/// What is wrong with the answer at one of the places; empty if it is right at all of them.
std::string wrong_somewhere(const Formula& formula, const std::string& key,
                            std::span<const CountsAt* const> places) {
    for (const CountsAt* place : places) {
        const auto count =
            std::ranges::find(place->counts, key, &std::pair<std::string, std::uint64_t>::first);
        const auto wrong = direction(formula.at(place->sizes), count->second);
        if (wrong.empty()) continue;
        const auto where = in_words(place->sizes);
        const bool elsewhere = place != places.front();
        return wrong + (where.empty() ? "" : " for " + where) +
               (elsewhere ? ", though right for " + in_words(places.front()->sizes) : "");
    }
    return {};
}

struct Complaint {
    std::string text;      // empty if the prediction is right
    bool differs = false;  // the answer was understood and differs from the count
};

Complaint wrong_prediction(const std::string& table, const std::string& key, const CountsAt& stated,
                           const std::vector<CountsAt>& drawn) {
    try {
        const Formula formula = Run::current().predicted().answers().at(table, key);
        std::vector<const CountsAt*> places{&stated};
        if (!formula.names().empty())
            for (const CountsAt& each : drawn) places.push_back(&each);
        const auto wrong = wrong_somewhere(formula, key, places);
        if (wrong.empty()) return {};
        const Question* const question = Run::current().predicted().questions().find(table, key);
        const bool looks = question && !question->look.empty();
        return {fmt::format("{} in [{}] is {}{}", key, table, wrong,
                            looks ? ". Look: " + question->look : ""),
                true};
    } catch (const PredictionError& error) {
        return {error.what()};
    } catch (const FormulaError& error) {
        return {fmt::format("{}: {} in [{}]: {}", predictions_file, key, table, error.what())};
    }
}

// Predictions are compared with the program's counts, and the program itself may be wrong.
constexpr const char* repair_first =
    "  it is the program that is counted, and a case of fast fails for it: repair that first, then "
    "see whether the answer is still wrong";
constexpr const char* look_at_it =
    "  it is the program that is counted: where you are sure of the answer, look whether the "
    "program launches and loads no more than it needs";

}  // namespace

void expect_predicted(const std::string& table, const CountsAt& stated,
                      const std::vector<CountsAt>& drawn) {
    std::vector<std::string> complaints;  // each once: a missing file is missing for all
    double right = 0;
    bool differs = false;
    for (const auto& [key, count] : stated.counts) {
        auto why = wrong_prediction(table, key, stated, drawn);
        right += why.text.empty();
        differs |= why.differs;
        if (!why.text.empty() && !std::ranges::count(complaints, why.text))
            complaints.push_back(std::move(why.text));
    }
    if (complaints.empty()) return;
    if (differs)
        complaints.emplace_back(Run::current().has_failed_in_fast() ? repair_first : look_at_it);
    throw CaseFailed{.message = fmt::format("{}", fmt::join(complaints, "\n")),
                     .share = right / static_cast<double>(stated.counts.size())};
}

const Answer& counts_of(const std::string& name, const std::function<CheckedCall()>& make) {
    return Run::current().counted().counts_of(name, make);
}

const Answer& counts_of(const std::string& name, const MakeWith& make) {
    return Run::current().counted().slower_counts_of(name, make);
}

void demonstrate(const Answer& answer) {
    Run::current().counted().demonstrate(answer);
}

std::uint64_t draw_seed() {
    return Run::current().draw_seed();
}

namespace {

int drawn_between(int least, int most, std::uint64_t random) {
    return least + static_cast<int>(random % static_cast<std::uint64_t>(most - least + 1));
}

int size_near(int about, std::uint64_t random) {
    return drawn_between(about * 3 / 4, about * 5 / 4, random);
}

}  // namespace

int draw_from(int least, int most) {
    return drawn_between(least, most, draw_seed());
}

int draw_size(int about) {
    return size_near(about, draw_seed());
}

int draw_size(int about, std::string_view name) {
    return size_near(about, Run::current().draw_shared(name));
}

std::array<std::array<int, 2>, 3> draw_aspects(int product) {
    constexpr double least = 16;
    const double middle = std::sqrt(product), far = std::pow(middle / least, 1.0 / 3);
    const auto drawn = [&](double from, double to) -> std::array<int, 2> {
        const double share = static_cast<double>(draw_seed() & 0xffffff) / 0x1p24;
        const double first = from * std::pow(to / from, share);
        return {static_cast<int>(first), static_cast<int>(product / first)};
    };
    return {drawn(least, middle / far), drawn(middle / far, middle * far),
            drawn(middle * far, product / least)};
}

int draw_below(int count, std::string_view name) {
    return drawn_between(0, count - 1, Run::current().draw_shared(name));
}

int draw_work_size(int about, std::string_view name, int of) {
    const int multiples = about / of;
    const int beside = multiples < 16 ? 0 : std::max(1, multiples / 32);
    return of *
           drawn_between(multiples - beside, multiples + beside, Run::current().draw_shared(name));
}

bool on_simulator() {
    return Run::current().on_simulator();
}

score::Lines repeat(const Call& call, std::string_view order) {
    return repeat(Run::current().request(), call, order);
}

void judge(const Registration& registration) {
    Run::current().judge(registration);
}

}  // namespace grader::suite
