#include "simulator/exec/pair_locator.hpp"

#include "simulator/exec/grid.hpp"
#include "simulator/memory/registered.hpp"

namespace cusim::exec {

PairLocator::PairLocator(const std::vector<race::RacingPair>& pairs, bool of_two)
    : AccessWatch(true),
      pairs_(pairs),
      runs_later_(!of_two),
      earlier_(pairs.size()),
      located_(pairs.size()) {
    for (const race::RacingPair& pair : pairs)
        for (const race::RacingAccess* one : {&pair.earlier, &pair.later})
            accesses_[{one->block, one->thread}] = 0;
}

void PairLocator::second_begins() {
    runs_earlier_ = false;
    runs_later_ = true;
    for (auto& [thread, accesses] : accesses_) accesses = 0;
}

void PairLocator::access(const race::Access& access) {
    const Thread& thread = *current_thread;
    const auto counted = accesses_.find({thread.block->linear, thread.linear});
    if (counted == accesses_.end()) return;
    const std::uint64_t number = ++counted->second;
    const memory::Address place = memory::shadow_place(access.address);
    const auto is = [&](const race::RacingAccess& one) {
        return one.block == thread.block->linear && one.thread == thread.linear &&
               trace::pc_of(one.site) == access.pc && trace::site_info(one.site).op == access.op;
    };
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const race::RacingPair& pair = pairs_[i];
        if (place >= pair.address + pair.size || pair.address >= place + access.size) continue;
        if (runs_later_ && !located_[i] && earlier_[i] > 0 && is(pair.later))
            located_[i] = {{pair.earlier.block, pair.earlier.thread, earlier_[i]},
                           {pair.later.block, pair.later.thread, number},
                           trace::site_info(pair.earlier.site).op == trace::Op::write};
        if (runs_earlier_ && is(pair.earlier)) earlier_[i] = number;
    }
}

}  // namespace cusim::exec
