// What threads know of each other through fences and atomics, as the CUDA memory model has it. A
// fence snapshots what its thread has done and knows; the thread's later atomics (and volatile
// writes) release the snapshot at their address; an atomic (or volatile read) there acquires all
// that was released.
//
// An address keeps an append-only log, so acquiring is remembering a position in it: a ticket that
// 100,000 blocks take costs each of them the same. Logs live as long as the launch.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulator/race/scope.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::race {

using trace::Epoch;
using LogId = std::uint32_t;
using Version = std::uint32_t;

// Positions in logs, at most one per log.
class Acquired {
  public:
    // True where that was news.
    bool add(LogId log, Version version);
    void join(const Acquired& other);
    bool has(LogId log, Version version) const;
    bool empty() const { return logs_.empty(); }
    auto begin() const { return logs_.begin(); }
    auto end() const { return logs_.end(); }

  private:
    std::vector<std::pair<LogId, Version>> logs_;
};

// What a fence made ready to be released: parts of one block's past.
struct Snapshot {
    std::uint32_t barriers = 0;  // all of the block's epochs below this one
    std::vector<std::pair<std::uint32_t, Epoch>> threads;  // and these threads up to there
    Acquired acquired;

    void add_thread(std::uint32_t thread, Epoch upto);
    // `disjoint`: the other's threads are known to be none of these.
    void join(const Snapshot& other, bool disjoint = false);
    bool empty() const { return barriers == 0 && threads.empty() && acquired.empty(); }
};

class VectorClock {
  public:
    Acquired acquired;
    Snapshot device, block;  // by the scope of the fence

    void join(const VectorClock& other);
};

// An asynchronous copy counts as done by another than the thread that began it.
constexpr std::uint32_t copier_of(std::uint32_t thread) {
    return thread | 1024;
}

// An earlier access, as the shadow remembers it.
struct Event {
    Epoch epoch;
    std::uint32_t thread;
    std::uint32_t block, barriers;
};

class ReleaseLogs {
  public:
    // At `address`, by a thread of `block`, with an atomic of scope `scope`.
    void release(std::uintptr_t address, std::uint32_t block, std::uint32_t thread,
                 const VectorClock&, Scope scope);
    // The position to acquire; {0, 0} where nothing was released.
    std::pair<LogId, Version> position(std::uintptr_t address) const;

    // Does one who acquired `known` know `past` to have happened before? `block` is the asker's:
    // what was released with block scope is for threads of one block, unless `any_scope`.
    bool covers(const Acquired& known, const Event& past, std::uint32_t block,
                bool any_scope = false) const;
    // Does `known` hold the latest release at `address` of the thread that made `past`? Then it
    // knows the releasing access, too.
    bool covers_release(const Acquired& known, std::uintptr_t address, const Event& past) const;
    bool empty() const { return by_address_.empty(); }
    void clear();

  private:
    // Values that only grow, and the version each came with: those released for all, and those
    // released within the block only.
    struct History {
        std::vector<std::pair<Version, std::uint32_t>> wide, narrow;

        void append(Version, std::uint32_t value, bool block_only);
        std::uint32_t at(Version, bool with_block_only) const;
    };
    struct Log {
        Version version = 0;
        std::unordered_map<std::uint32_t, History> barriers;  // by block
        std::unordered_map<std::uint64_t, History> threads;   // by block and thread
        std::unordered_map<std::uint64_t, Version> latest;    // release, by block and thread
        std::vector<std::pair<LogId, History>> includes;
    };

    void release(LogId, std::uint32_t block, const Snapshot&, bool block_only);
    static bool covers(const Log&, Version, const Event&, bool with_block_only);

    std::unordered_map<std::uintptr_t, LogId> by_address_;
    std::vector<Log> logs_;
};

ReleaseLogs& release_logs();

}  // namespace cusim::race
