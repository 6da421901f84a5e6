#include "simulator/race/order/vector_clock.hpp"

#include <algorithm>

#include "simulator/memory/layout.hpp"

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
    acquired_in_block.join(other.acquired_in_block);
    seen.join(other.seen);
    seen_relaxed.join(other.seen_relaxed);
    device.join(other.device);
    block.join(other.block);
}

void VectorClock::acquire(const VectorClock& looked, Scope scope) {
    Acquired& known = scope == Scope::block ? acquired_in_block : acquired;
    known.join(looked.seen);
    known.join(looked.seen_relaxed);
}

namespace {

std::uint64_t thread_key(std::uint32_t block, std::uint32_t thread) {
    return std::uint64_t{block} << 32 | thread;
}

// 0 for addresses that are not in shared memory.
std::uintptr_t arena_of(std::uintptr_t address) {
    if (!memory::shared_arenas.contains(address)) return 0;
    return address - (address - memory::shared_arenas.base) % memory::shared_arena_size;
}

}  // namespace

ReleaseLogs::ByAddress& ReleaseLogs::beside(std::uintptr_t address) {
    const std::uintptr_t arena = arena_of(address);
    return arena ? in_arenas_[arena] : in_global_;
}

std::optional<LogId> ReleaseLogs::log_at(std::uintptr_t address) const {
    const std::uintptr_t arena = arena_of(address);
    const auto of_arena = in_arenas_.find(arena);
    if (arena && of_arena == in_arenas_.end()) return std::nullopt;
    const ByAddress& logs = arena ? of_arena->second : in_global_;
    const auto it = logs.find(address);
    return it == logs.end() ? std::nullopt : std::optional(it->second);
}

void ReleaseLogs::arena_is_free(std::uintptr_t arena) {
    in_arenas_.erase(arena);
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

void ReleaseLogs::append(LogId id, std::uint32_t block, const Snapshot& snapshot, bool block_only) {
    Log& log = logs_[id];
    if (snapshot.barriers) log.barriers[block].append(log.version, snapshot.barriers, block_only);
    for (const auto& [thread, upto] : snapshot.threads)
        log.threads[thread_key(block, thread)].append(log.version, upto, block_only);
    for (const auto& [other, version] : snapshot.acquired) {
        if (other == id) continue;
        auto& includes = log.includes[block];
        auto it = std::find_if(includes.begin(), includes.end(),
                               [&](const auto& included) { return included.first == other; });
        if (it == includes.end()) it = includes.insert(it, {other, {}});
        it->second.append(log.version, version, block_only);
    }
}

void ReleaseLogs::written(std::uintptr_t address, const Writer& writer) {
    if (!writer.stores) return;
    const auto at = log_at(address);
    if (!at) return;
    Log& hidden = logs_[*at];
    if (hidden.stored_by == thread_key(writer.block, writer.thread)) return;
    Log fresh;
    fresh.before = std::move(hidden.before);
    for (const auto& [thread, release] : hidden.latest) fresh.before[thread] = release.number;
    beside(address)[address] = static_cast<LogId>(logs_.size());
    logs_.push_back(std::move(fresh));
}

LogId ReleaseLogs::new_version(std::uintptr_t address, const Writer& writer) {
    const auto [it, fresh] = beside(address).try_emplace(address, static_cast<LogId>(logs_.size()));
    if (fresh) logs_.emplace_back();
    Log& log = logs_[it->second];
    const std::uint64_t key = thread_key(writer.block, writer.thread);
    log.latest[key] = {++log.version, ++releases_};
    if (writer.stores)
        log.stored_by = key;
    else if (log.stored_by != key)
        log.stored_by.reset();
    return it->second;
}

void ReleaseLogs::release(std::uintptr_t address, const Writer& writer, const VectorClock& vector,
                          Scope scope) {
    if (vector.device.empty() && vector.block.empty()) return;
    const LogId id = new_version(address, writer);
    append(id, writer.block, vector.device, scope == Scope::block);
    append(id, writer.block, vector.block, true);
}

void ReleaseLogs::release(std::uintptr_t address, const Writer& writer, const Snapshot& snapshot,
                          Scope scope) {
    append(new_version(address, writer), writer.block, snapshot, scope == Scope::block);
}

std::uint64_t ReleaseLogs::Log::number_of(std::uint64_t thread) const {
    if (const auto it = latest.find(thread); it != latest.end()) return it->second.number;
    const auto it = before.find(thread);
    return it == before.end() ? 0 : it->second;
}

std::pair<LogId, Version> ReleaseLogs::position(std::uintptr_t address) const {
    const auto at = log_at(address);
    if (!at) return {0, 0};
    return {*at, logs_[*at].version};
}

bool ReleaseLogs::covers(const Log& log, Version version, const Event& past, bool with_block_only) {
    if (const auto it = log.barriers.find(past.block);
        it != log.barriers.end() && it->second.at(version, with_block_only) > past.barriers)
        return true;
    const auto it = log.threads.find(thread_key(past.block, past.thread));
    return it != log.threads.end() && it->second.at(version, with_block_only) >= past.epoch;
}

bool ReleaseLogs::covers(const Acquired& known, const Event& past, std::uint32_t block,
                         bool any_scope) const {
    struct Reach {
        LogId log;
        Version version;
        std::uint32_t block;  // of the thread that acquired it
    };
    // What the block of the past access released is looked at first, since it usually is that. A
    // ticket that every block has taken leads to all of them, which are `later`.
    std::vector<Reach> todo, later;
    for (const auto& [id, version] : known) todo.push_back({id, version, block});
    std::unordered_map<std::uint64_t, Version> reached;  // by the acquirer's block and the log
    const auto follow = [&](const Reach& at, std::uint32_t writer, const auto& includes) {
        for (const auto& [other, history] : includes) {
            const Version upto = history.at(at.version, any_scope || writer == at.block);
            if (upto == 0) continue;
            Version& latest = reached[thread_key(writer, other)];
            if (upto <= latest) continue;
            latest = upto;
            todo.push_back({other, upto, writer});
        }
    };
    while (!todo.empty() || !later.empty()) {
        if (todo.empty()) {
            const Reach at = later.back();
            later.pop_back();
            for (const auto& [writer, includes] : logs_[at.log].includes)
                if (writer != past.block) follow(at, writer, includes);
            continue;
        }
        const Reach at = todo.back();
        todo.pop_back();
        const Log& log = logs_[at.log];
        if (covers(log, at.version, past, any_scope || past.block == at.block)) return true;
        const auto own = log.includes.find(past.block);
        if (own != log.includes.end()) follow(at, own->first, own->second);
        if (log.includes.size() > (own != log.includes.end())) later.push_back(at);
    }
    return false;
}

bool ReleaseLogs::covers_release(const Acquired& known, std::uintptr_t address,
                                 const Event& past) const {
    const auto log = log_at(address);
    if (!log) return false;
    const auto& latest = logs_[*log].latest;
    const auto it = latest.find(thread_key(past.block, past.thread));
    return it != latest.end() && known.has(*log, it->second.version);
}

bool ReleaseLogs::is_latest_signal(std::uintptr_t address, std::uint32_t block,
                                   std::uint32_t thread,
                                   std::span<const Acquired* const> known) const {
    const auto at = log_at(address);
    if (!at) return false;
    const std::uint64_t key = thread_key(block, thread);
    const std::uint64_t signal = logs_[*at].number_of(key);
    if (signal == 0) return false;
    const auto is_later = [&](const auto& position) {
        const auto& [id, version] = position;
        if (id == *at) return false;
        const auto it = logs_[id].latest.find(key);
        return it != logs_[id].latest.end() && it->second.version <= version &&
               it->second.number > signal;
    };
    return std::none_of(known.begin(), known.end(), [&](const Acquired* list) {
        return std::any_of(list->begin(), list->end(), is_later);
    });
}

void ReleaseLogs::clear() {
    in_global_.clear();
    in_arenas_.clear();
    logs_.clear();
    releases_ = 0;
}

ReleaseLogs& release_logs() {
    static ReleaseLogs instance;
    return instance;
}

}  // namespace cusim::race
