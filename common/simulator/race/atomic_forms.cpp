#include "simulator/race/atomic_forms.hpp"

#include <cstring>

#include "simulator/trace/lane_log.hpp"

namespace cusim::race {

using memory::Address;

namespace {

// The record of the running lane's latest access before `at`; nullptr if there is none behind a few
// marks. `branches` counts the basic blocks in between.
const trace::Record* access_before(const trace::Record* at, unsigned& branches) {
    constexpr unsigned most_marks = 8;
    for (unsigned marks = 0; marks <= most_marks && at != trace::running_log->begin();) {
        if (!trace::is_mark(*--at)) return at;
        marks += !trace::is_meeting(*at);
        branches += trace::tag_of(*at) == std::uint16_t(trace::Mark::block);
    }
    return nullptr;
}

}  // namespace

void note_guard(Address a, const AtomicForm& form, unsigned size) {
    if (!trace::log_next) return;
    unsigned branches = 0;
    const trace::Record* const read = access_before(trace::log_next, branches);
    if (!read || branches == 0 || trace::address_of(*read) != a) return;
    trace::SiteInfo& info = trace::site_info(trace::tag_of(*read));
    if (info.op != trace::Op::read) return;
    info.guards = true;
    const trace::Record* const earlier = access_before(read, branches);
    info.polls |= earlier && *earlier == *read;
    if (!form.operand) return;
    const bool same = std::memcmp(reinterpret_cast<const void*>(a), form.operand, size) == 0;
    (same ? info.feeds : info.feeds_not) = true;
}

Guess read_before(Address a) {
    constexpr unsigned most_accesses = 4;
    unsigned branches = 0;
    const trace::Record* at = trace::log_next;
    for (unsigned i = 0; at && i < most_accesses; ++i) {
        at = access_before(at, branches);
        if (!at || trace::address_of(*at) != a) continue;
        const trace::SiteId site = trace::tag_of(*at);
        if (trace::site_info(site).op != trace::Op::read) break;
        return {site, i > 0 || branches > 0};
    }
    return {};
}

// Hardly ever does another thread run between the read and the compare-and-swap, so the location
// still holds the value read.
void note_guess(const Guess& guess, const void* location, const AtomicForm& form, unsigned size) {
    trace::SiteInfo& info = trace::site_info(guess.site);
    const bool same = std::memcmp(location, form.compared_with, size) == 0;
    (!same ? info.differs : guess.ahead ? info.guesses_ahead : info.guesses) = true;
}

}  // namespace cusim::race
