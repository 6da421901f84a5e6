#include "simulator/report/witness_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "simulator/report/advice/party.hpp"
#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/findings/witness.hpp"

namespace cusim::report {
namespace {

const std::string margin(witness_margin, ' ');

std::string name_of(const std::string& variable, const std::string& element) {
    if (variable.empty()) return "the element";
    return element.empty() ? variable : element;
}

std::string what_it_reads(const WitnessStep& step, const std::string& met_at) {
    if (step.before == unset_value)
        return fmt::format("reads {}, where nothing has been stored yet", met_at);
    const bool differs = !step.usual.empty() && step.usual != unset_value;
    return fmt::format("reads {} = {}{}", met_at, step.before,
                       differs ? ", not " + step.usual : "");
}

std::string what_it_does(const WitnessStep& step, const std::string& met_at) {
    if (step.who.op == Op::read) return what_it_reads(step, met_at);
    const bool stores = step.who.op == Op::write;
    const std::string what = step.after == unset_value ? "a value" : step.after;
    if (step.before == unset_value)
        return stores && step.after != unset_value
                   ? fmt::format("stores {}, the first value there", what)
                   : fmt::format("changes {}, where nothing has been stored yet", met_at);
    return stores ? fmt::format("stores {} over {}", what, step.before)
                  : fmt::format("makes {} of {}", what, step.before);
}

bool by_one_thread(const WitnessStep& a, const WitnessStep& b) {
    return a.who.block == b.who.block && a.who.thread == b.who.thread && a.by_copy == b.by_copy &&
           a.launch == b.launch;
}

// Two copies that one thread has begun are two sides, too.
bool by_the_same(const WitnessStep& a, const WitnessStep& b) {
    return by_one_thread(a, b) && (!a.by_copy || a.is_delayed == b.is_delayed);
}

std::string heading(const WitnessStep& step, const Recorded& recorded) {
    const std::string launch = step.launch == 0 ? "" : fmt::format("launch {}'s ", step.launch);
    return (step.by_copy ? "the copy begun by " : "") + launch + describe(step.who, recorded);
}

std::string heading_beside(const WitnessStep& first, const WitnessStep& second,
                           const Recorded& recorded) {
    if (!by_one_thread(first, second)) return heading(second, recorded);
    return second.is_delayed ? "an earlier copy of that thread" : "a later copy of that thread";
}

std::string line_of(const WitnessStep& step) {
    const Place place = resolve(step.who.site);
    return place.file.empty() ? "" : fmt::format("line {} ", place.line);
}

std::string columns(const Settled& settled, const Witness& witness) {
    const WitnessStep& first = witness.steps.front();
    const auto second = std::ranges::find_if(
        witness.steps, [&](const WitnessStep& step) { return !by_the_same(step, first); });
    const std::string met_at = name_of(witness.variable, witness.met_at);
    std::vector<std::pair<bool, std::string>> cells;  // in the second column?
    cells.emplace_back(false, heading(first, settled.recorded));
    for (const WitnessStep& step : witness.steps)
        cells.emplace_back(!by_the_same(step, first), line_of(step) + what_it_does(step, met_at));
    std::size_t width = 0;
    for (const auto& [is_second, text] : cells)
        if (!is_second) width = std::max(width, text.size());
    const std::string beside =
        second == witness.steps.end() ? "" : heading_beside(first, *second, settled.recorded);
    std::string result =
        fmt::format("{}  {:{}}   {}\n", margin, cells.front().second, width, beside);
    for (auto cell = cells.begin() + 1; cell != cells.end(); ++cell)
        result += cell->first ? fmt::format("{}  {:{}}   {}\n", margin, "", width, cell->second)
                              : fmt::format("{}  {}\n", margin, cell->second);
    return result;
}

// Continues "No order was found in which this changes a result".
std::string reason_in_words(const std::string& reason) {
    if (reason == "none") return ".";
    return (reason.starts_with("but ") ? ", " : ": ") + reason + '.';
}

}  // namespace

std::string witness_story(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    if (!finding.no_witness.empty())
        return fmt::format("{}No order was found in which this changes a result{}\n", margin,
                           reason_in_words(finding.no_witness));
    if (!finding.witness) return {};
    const Witness& witness = *finding.witness;
    std::string lost;
    if (witness.lost) {
        const WitnessStep& step = witness.steps[*witness.lost];
        const std::string what = step.after == unset_value ? "change" : step.after;
        lost = fmt::format("The {} of {} is lost.", what, heading(step, settled.recorded));
    }
    const std::string outcome =
        witness.here.empty()
            ? ""
            : fmt::format("{} is {}, not {}.", name_of(witness.array, witness.place), witness.here,
                          witness.usual);
    const bool both = !lost.empty() && !outcome.empty();
    const std::string end = lost.empty() && outcome.empty()
                                ? ""
                                : fmt::format("{}{}{}{}\n", margin, lost, both ? " " : "", outcome);
    return fmt::format("{}In this order it changes a result:\n{}{}", margin,
                       columns(settled, witness), end);
}

std::string witness_text(const Settled& settled) {
    const auto& witness = settled.recorded.finding.witness;
    return witness_story(settled) +
           (witness ? fmt::format("{}To see it again: SIM_ORDER={}\n", margin, witness->order)
                    : "");
}

}  // namespace cusim::report
