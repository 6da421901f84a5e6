#include "simulator/race/findings/pending_findings.hpp"

#include <map>
#include <set>
#include <vector>

#include "simulator/race/findings/volatile_flags.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::race {

namespace {

struct Waiting {
    report::Finding finding;
    Apart apart;
};

struct Meetings {
    std::vector<bool> blocks;
    std::uint64_t count = 0;  // meetings in total
    bool at_own_number = true;
    bool of_two_blocks = false;  // any of them

    void add(std::uint32_t block) {
        if (block >= blocks.size()) blocks.resize(block + 1);
        count += !blocks[block];
        blocks[block] = true;
    }
};

struct Outbox {
    std::map<FindingKey, std::size_t> known;
    std::vector<Waiting> waiting;
    std::map<FindingKey, Meetings> meetings;  // by of_any_severity()
};

Outbox& outbox() {
    static Outbox instance;
    return instance;
}

FindingKey of_any_severity(FindingKey key) {
    key.severity = report::Severity::error;
    return key;
}

}  // namespace

const void* identity_of(const trace::MemoryObject& object) {
    return object.shared ? static_cast<const void*>(object.name)
                         : reinterpret_cast<const void*>(object.base);
}

void note_meeting(const FindingKey& key, std::uint32_t block, std::uint32_t other,
                  bool at_own_number) {
    Meetings& meetings = outbox().meetings[of_any_severity(key)];
    meetings.of_two_blocks |= block != other;
    meetings.at_own_number &= at_own_number;
    if (!meetings.at_own_number) return;
    meetings.add(block);
    meetings.add(other);
}

bool counted(const FindingKey& key, Apart apart) {
    const auto it = outbox().known.find(key);
    if (it == outbox().known.end()) return false;
    Waiting& waiting = outbox().waiting[it->second];
    if (apart > waiting.apart) return false;
    ++waiting.finding.count;
    return true;
}

void put(const FindingKey& key, report::Finding finding, Apart apart) {
    const auto [it, is_new] = outbox().known.emplace(key, outbox().waiting.size());
    if (is_new) {
        outbox().waiting.push_back({std::move(finding), apart});
        return;
    }
    Waiting& waiting = outbox().waiting[it->second];
    finding.count = waiting.finding.count + 1;
    waiting = {std::move(finding), apart};
}

namespace {

// Why the plain read of a race with an atomic is harmless; `none` if it is not.
report::Variant use_of_read(const FindingKey& key) {
    using report::Op;
    using report::Variant;
    const bool read_first = key.op == Op::atomic && key.earlier == Op::read;
    if (key.kind != report::FindingKind::race ||
        !(read_first || (key.op == Op::read && key.earlier == Op::atomic)))
        return Variant::none;
    const trace::SiteInfo& read = trace::site_info(read_first ? key.other : key.site);
    const trace::SiteInfo& atomic = trace::site_info(read_first ? key.site : key.other);
    const bool is_operand = read.feeds && !read.feeds_not && !atomic.result_used;
    const bool nobody_looks = !atomic.looked_at && (atomic.exchanges || !atomic.result_used);
    if (read.guards && !read.polls && !is_operand)
        return nobody_looks ? Variant::lone_guard : Variant::guard;
    const bool guesses = read.guesses || (read.guesses_ahead && atomic.looked_at);
    return guesses && !read.differs ? Variant::guess : Variant::none;
}

// Called at the end of the launch: only then is it known what a site's reads are used for.
void settle_guards() {
    for (const auto& [key, index] : outbox().known) {
        report::Finding& finding = outbox().waiting[index].finding;
        if (finding.variant != report::Variant::none) continue;
        finding.variant = use_of_read(key);
        if (finding.variant == report::Variant::none) continue;
        finding.severity = report::Severity::warning;
    }
}

void settle_meetings() {
    for (const auto& [key, index] : outbox().known) {
        const auto meetings = outbox().meetings.find(of_any_severity(key));
        if (meetings == outbox().meetings.end()) continue;
        report::Finding& finding = outbox().waiting[index].finding;
        finding.blocks_meet_too = meetings->second.of_two_blocks;
        if (meetings->second.at_own_number) finding.blocks_at_own_number = meetings->second.count;
    }
    outbox().meetings.clear();
}

// Called at the end of the launch, too: only then is it known whether a volatile location is a
// flag.
std::set<std::size_t> excused_suspects() {
    std::set<std::size_t> excused;
    for (const auto& [key, index] : outbox().known)
        if (is_excused(key, outbox().waiting[index].finding.variant)) excused.insert(index);
    return excused;
}

}  // namespace

void excuse_garbage() {
    for (Waiting& waiting : outbox().waiting) {
        report::Finding& finding = waiting.finding;
        if (finding.kind != report::FindingKind::uninitialized_read ||
            finding.space != report::Space::shared || finding.variant != report::Variant::none)
            continue;
        finding.severity = report::Severity::note;
        finding.variant = report::Variant::dropped;
    }
}

void report_pending() {
    settle_guards();
    settle_meetings();
    const std::set<std::size_t> excused = excused_suspects();
    for (std::size_t i = 0; i < outbox().waiting.size(); ++i)
        if (!excused.contains(i)) report::emit(std::move(outbox().waiting[i].finding));
    outbox().waiting.clear();
    outbox().known.clear();
}

}  // namespace cusim::race
