// The findings and launches of the process. Findings are merged twice: here by address, which is
// fast, since a racing loop emits one in each iteration; and by line in settle.hpp, once, for the
// report.
#include "simulator/report/recorder.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <utility>

#include "json_text.hpp"
#include "simulator/report/findings/callers.hpp"
#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/findings/witness.hpp"
#include "simulator/report/json.hpp"
#include "simulator/report/settle.hpp"

namespace cusim::report {
namespace {

// For each kind and severity, so that a program with one mistake in many places, or one that floods
// the report, does not hide other findings.
constexpr std::size_t quota = 50;

struct Spot {
    const void* pc;
    const char* file;
    int line;
    Op op;
    auto operator<=>(const Spot&) const = default;
};
using Cause = std::tuple<FindingKind, Severity, Spot, Spot, std::string>;

struct State {
    std::string device = "h100";
    bool is_python = false;
    std::vector<Recorded> findings;
    std::map<Cause, std::size_t, std::less<>> known;
    std::map<std::pair<FindingKind, Severity>, std::size_t> kept;  // how many
    std::map<std::pair<FindingKind, Severity>, std::size_t>
        overflows;  // index of their representative
    std::deque<LaunchRecord> launches;
    LaunchRecord overflowing;  // the current launch, once no more are kept
    std::uint64_t not_kept = 0;
    std::uint64_t most_run = no_limit;
    LaunchRecord* current = nullptr;
    std::optional<RefusedAllocation> refused;
};

State& state() {
    static State& instance = *new State;  // outlives static destructors
    return instance;
}

// Runs before the student's static constructors, so that the report comes after their destructors:
// what those free is not a leak.
[[gnu::constructor(101)]] void at_start() {
    report_at_exit();
}

// Represents the findings beyond the quota. Always an error, since they are not examined.
Finding overflow_of(const Finding& finding) {
    Finding overflow{.kind = FindingKind::unsupported};
    overflow.self.host = true;
    overflow.cause = "there are more than " + std::to_string(quota) + " different findings (" +
                     name(finding.severity) + ", " + name(finding.kind) +
                     "); the others are counted here, and not told";
    return overflow;
}

Spot spot_of(const Party& party) {
    return {party.site.pc, party.site.file, party.site.line, party.op};
}

// A fault has chosen its place on the stack itself, which after a wild call cannot be unwound.
bool is_fault(const Finding& finding) {
    return finding.kind == FindingKind::crash || finding.kind == FindingKind::device_pointer;
}

// Where the host has called the function of a library's header that called the runtime: whether
// that function has been inlined into the program is up to the compiler.
std::vector<const void*> host_callers(const Finding& finding) {
    const void* const pc = finding.self.site.pc;
    if (pc == nullptr || is_fault(finding) || !is_of_library(resolve(finding.self.site))) return {};
    return callers_from(pc);
}

// With the data of the launch that runs, if any.
Recorded recorded_now(const State& now, Finding finding) {
    Recorded recorded{.finding = std::move(finding), .kernel = {}, .grid = {}, .block = {}};
    recorded.is_python = now.is_python;
    if (now.current != nullptr) {
        recorded.kernel = now.current->name;
        recorded.grid = now.current->grid;
        recorded.block = now.current->block;
        recorded.numbers = now.current->numbers;
        recorded.pointers = now.current->pointers;
        recorded.members = now.current->members;
        recorded.to_host = now.current->to_host;
        recorded.nulls = now.current->nulls;
        recorded.astray = now.current->astray;
        recorded.astray_members = now.current->astray_members;
        recorded.dynamic_shared = now.current->dynamic_shared;
        recorded.asked_from = now.current->asked_from;
        recorded.launched_from = now.current->launched_from;
    }
    if (recorded.finding.self.host)
        recorded.asked_from = host_callers(recorded.finding);
    else if (recorded.finding.variant == Variant::null_pointer)
        recorded.refused = now.refused;
    return recorded;
}

}  // namespace

void emit(Finding finding) {
    State& now = state();
    Cause key{finding.kind, finding.severity, spot_of(finding.self),
              finding.other ? spot_of(*finding.other) : Spot{}, finding.variable};
    if (const auto same = now.known.find(key); same != now.known.end()) {
        Finding& recorded = now.findings[same->second].finding;
        recorded.count += finding.count;
        recorded.severity = std::min(recorded.severity, finding.severity);
        recorded.held = recorded.held && finding.held;
        recorded.blocks_meet_too |= finding.blocks_meet_too;
        return;
    }
    const std::pair quota_of{finding.kind, finding.severity};
    if (const auto others = now.overflows.find(quota_of); others != now.overflows.end()) {
        now.findings[others->second].finding.count += finding.count;
        return;
    }
    if (now.kept[quota_of]++ < quota) {
        now.known.emplace(std::move(key), now.findings.size());
    } else {
        now.overflows[quota_of] = now.findings.size();
        finding = overflow_of(finding);
    }
    now.findings.push_back(recorded_now(now, std::move(finding)));
}

void refusals_are_known() {
    for (Recorded& recorded : state().findings) {
        Finding& finding = recorded.finding;
        if (finding.kind == FindingKind::launch_error && finding.self.host)
            finding.severity = Severity::note;
    }
}

void allocation_is_refused(const RefusedAllocation& refused) {
    state().refused = refused;
}

LaunchRecord& launch_begins(LaunchRecord record) {
    State& now = state();
    if (now.launches.size() < most_launches) {
        now.current = &now.launches.emplace_back(std::move(record));
        return *now.current;
    }
    ++now.not_kept;
    now.overflowing = std::move(record);
    now.current = &now.overflowing;
    return *now.current;
}

void launch_goes_on(LaunchRecord record) {
    State& now = state();
    now.overflowing = std::move(record);
    now.current = &now.overflowing;
}

void launch_ends() {
    State& now = state();
    if (now.current) {
        now.current->numbers = {}, now.current->pointers = {}, now.current->members = {},
        now.current->to_host = {};
        now.current->nulls = {};
        now.current->astray = {};
        now.current->astray_members = {};
        now.current->asked_from = {};
    }
    if (now.current && now.launches.size() > most_detailed_launches) {
        now.current->accesses = {};
        now.current->timeline.reset();
    }
    now.current = nullptr;
}

void launch_was_a_trial() {
    State& now = state();
    if (now.not_kept > 0)
        --now.not_kept;
    else if (!now.launches.empty())
        now.launches.pop_back();
}

void limit_launches(std::uint64_t most) {
    state().most_run = most;
}

bool is_only_counted() {
    State& now = state();
    const bool beyond = now.launches.size() + now.not_kept >= now.most_run;
    if (beyond) ++now.not_kept;
    return beyond;
}

std::uint64_t launch_number() {
    return state().launches.size() + state().not_kept;
}

void add_witness(const RaceSites& race, std::shared_ptr<const Witness> witness,
                 std::string no_witness) {
    for (Recorded& recorded : state().findings) {
        Finding& finding = recorded.finding;
        if (finding.kind != FindingKind::race || finding.witness || !finding.other ||
            finding.variant == Variant::same_value || finding.self.site.pc != race.self ||
            finding.other->site.pc != race.other || finding.self.op != race.self_op ||
            finding.other->op != race.other_op || finding.variable != race.variable)
            continue;
        finding.witness = witness;
        finding.no_witness = witness ? "" : no_witness;
        if (finding.variant != Variant::lone_guard || !witness || !witness->is_met_at) continue;
        // The old value that the guard has seen makes another result than the new one would.
        finding.variant = Variant::check_then_act;
        finding.severity = Severity::error;
    }
}

LaunchRecord* current_launch() {
    return state().current;
}

const std::deque<LaunchRecord>& recorded_launches() {
    return state().launches;
}

void release(const ReadSite& read) {
    for (Recorded& recorded : state().findings) {
        Finding& finding = recorded.finding;
        if (finding.held && finding.self.site.pc == read.pc && finding.self.op == read.op &&
            finding.variable == read.variable)
            finding.held = false;
    }
}

std::vector<Settled> settled_findings() {
    std::vector<Recorded> told;
    std::ranges::copy_if(state().findings, std::back_inserter(told),
                         [](const Recorded& recorded) { return !recorded.finding.held; });
    return settle(told);
}

nlohmann::json collect_json(std::size_t most) {
    const State& now = state();
    return to_json(now.device, {now.launches, most, now.not_kept}, settled_findings());
}

std::string collect_text(std::size_t most) {
    return json_text::write(collect_json(most));
}

void set_device(std::string profile) {
    state().device = std::move(profile);
}

void program_is_python() {
    state().is_python = true;
}

void reset() {
    State& now = state();
    now.findings.clear();
    now.known.clear();
    now.kept.clear();
    now.overflows.clear();
    now.launches.clear();
    now.not_kept = 0;
    now.current = nullptr;
    now.refused.reset();
}

bool has_errors() {
    const State& now = state();
    return std::any_of(now.findings.begin(), now.findings.end(), [](const Recorded& recorded) {
        return recorded.finding.severity == Severity::error && !recorded.finding.held;
    });
}

}  // namespace cusim::report
