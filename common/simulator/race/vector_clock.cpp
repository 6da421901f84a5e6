#include "simulator/race/vector_clock.hpp"

#include <algorithm>

namespace cusim::race {

bool Acquired::add(LogId log, Version version) {
    for (auto& [known, upto] : logs_) {
        if (known != log) continue;
        if (upto >= version) return false;
        upto = version;
        return true;
    }
    logs_.emplace_back(log, version);
    return true;
}

bool Acquired::has(LogId log, Version version) const {
    for (const auto& [known, upto] : logs_)
        if (known == log) return upto >= version;
    return false;
}

void Acquired::join(const Acquired& other) {
    for (const auto& [log, version] : other) add(log, version);
}

void Snapshot::add_thread(std::uint32_t thread, Epoch upto) {
    for (auto& [known, epoch] : threads) {
        if (known != thread) continue;
        epoch = std::max(epoch, upto);
        return;
    }
    threads.emplace_back(thread, upto);
}

void Snapshot::join(const Snapshot& other, bool disjoint) {
    barriers = std::max(barriers, other.barriers);
    if (disjoint)
        threads.insert(threads.end(), other.threads.begin(), other.threads.end());
    else
        for (const auto& [thread, upto] : other.threads) add_thread(thread, upto);
    acquired.join(other.acquired);
}

void VectorClock::join(const VectorClock& other) {
    acquired.join(other.acquired);
    device.join(other.device);
    block.join(other.block);
}

void ReleaseLogs::History::append(Version version, std::uint32_t value, bool block_only) {
    auto& steps = block_only ? narrow : wide;
    if (steps.empty() || steps.back().second < value) steps.emplace_back(version, value);
}

std::uint32_t ReleaseLogs::History::at(Version version, bool with_block_only) const {
    const auto last = [version](const auto& steps) {
        const auto after = std::upper_bound(steps.begin(), steps.end(), version,
                                            [](Version v, const auto& s) { return v < s.first; });
        return after == steps.begin() ? 0 : (after - 1)->second;
    };
    return with_block_only ? std::max(last(wide), last(narrow)) : last(wide);
}

void ReleaseLogs::release(LogId id, std::uint32_t block, const Snapshot& snapshot,
                          bool block_only) {
    Log& log = logs_[id];
    if (snapshot.barriers) log.barriers[block].append(log.version, snapshot.barriers, block_only);
    for (const auto& [thread, upto] : snapshot.threads)
        log.threads[std::uint64_t{block} << 32 | thread].append(log.version, upto, block_only);
    for (const auto& [other, version] : snapshot.acquired) {
        if (other == id) continue;
        auto it = std::find_if(log.includes.begin(), log.includes.end(),
                               [&](const auto& included) { return included.first == other; });
        if (it == log.includes.end()) it = log.includes.insert(it, {other, {}});
        it->second.append(log.version, version, block_only);
    }
}

void ReleaseLogs::release(std::uintptr_t address, std::uint32_t block, std::uint32_t thread,
                          const VectorClock& vector, Scope scope) {
    if (vector.device.empty() && vector.block.empty()) return;
    const auto [it, fresh] = by_address_.try_emplace(address, static_cast<LogId>(logs_.size()));
    if (fresh) logs_.emplace_back();
    Log& log = logs_[it->second];
    log.latest[std::uint64_t{block} << 32 | thread] = ++log.version;
    release(it->second, block, vector.device, scope == Scope::block);
    release(it->second, block, vector.block, true);
}

std::pair<LogId, Version> ReleaseLogs::position(std::uintptr_t address) const {
    const auto it = by_address_.find(address);
    if (it == by_address_.end()) return {0, 0};
    return {it->second, logs_[it->second].version};
}

bool ReleaseLogs::covers(const Log& log, Version version, const Event& past, bool with_block_only) {
    if (const auto it = log.barriers.find(past.block);
        it != log.barriers.end() && it->second.at(version, with_block_only) > past.barriers)
        return true;
    const auto it = log.threads.find(std::uint64_t{past.block} << 32 | past.thread);
    return it != log.threads.end() && it->second.at(version, with_block_only) >= past.epoch;
}

bool ReleaseLogs::covers(const Acquired& known, const Event& past, std::uint32_t block,
                         bool any_scope) const {
    const bool with_block_only = any_scope || past.block == block;
    std::vector<std::pair<LogId, Version>> todo{known.begin(), known.end()};
    Acquired seen = known;
    while (!todo.empty()) {
        const auto [id, version] = todo.back();
        todo.pop_back();
        const Log& log = logs_[id];
        if (covers(log, version, past, with_block_only)) return true;
        for (const auto& [other, history] : log.includes) {
            const Version upto = history.at(version, with_block_only);
            if (upto && seen.add(other, upto)) todo.emplace_back(other, upto);
        }
    }
    return false;
}

bool ReleaseLogs::covers_release(const Acquired& known, std::uintptr_t address,
                                 const Event& past) const {
    const auto log = by_address_.find(address);
    if (log == by_address_.end()) return false;
    const auto& latest = logs_[log->second].latest;
    const auto it = latest.find(std::uint64_t{past.block} << 32 | past.thread);
    return it != latest.end() && known.has(log->second, it->second);
}

void ReleaseLogs::clear() {
    by_address_.clear();
    logs_.clear();
}

ReleaseLogs& release_logs() {
    static ReleaseLogs instance;
    return instance;
}

}  // namespace cusim::race
