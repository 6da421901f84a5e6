// What threads know of each other through fences and atomics, as the PTX memory model has it: a
// release pattern at an address, read by an acquire pattern there, orders what came before the one
// before what comes after the other. A fence and a later atomic (or volatile write) are a release
// pattern: the fence snapshots what its thread has done and knows, the write releases the snapshot
// at its address. An atomic (or volatile read) and a later fence are an acquire pattern: what was
// read is `seen` until the fence makes it `acquired`. Atomics whose own order is release or acquire
// need no fence.
//
// An address keeps an append-only log, so acquiring is remembering a position in it: a ticket that
// 100,000 blocks take costs each of them the same. Logs live as long as the launch.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
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
    Acquired acquired_in_block;  // behind a fence of block scope: orders what the block itself did
    // Read, and no fence behind it so far. Apart: by operations that say themselves that they do
    // not acquire, where the older functions and volatile say nothing.
    Acquired seen, seen_relaxed;
    Snapshot device, block;  // by the scope of the fence

    void join(const VectorClock& other);
    bool has_seen() const { return !seen.empty() || !seen_relaxed.empty(); }
    // By a fence of that scope: what `looked` (which may be this clock) has seen.
    void acquire(const VectorClock& looked, Scope);
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
    struct Writer {
        std::uint32_t block, thread;
        bool stores;  // an update, which reads in one with it, hands on what was released before
    };
    // Before the writer's own releases: who reads a value that was stored learns nothing of what
    // other threads released there before.
    void written(std::uintptr_t address, const Writer&);
    // What the writer's fences made ready, with an atomic of scope `scope`.
    void release(std::uintptr_t address, const Writer&, const VectorClock&, Scope scope);
    // What `snapshot` says, by an atomic that is a release itself.
    void release(std::uintptr_t address, const Writer&, const Snapshot& snapshot, Scope scope);
    // The position to acquire; {0, 0} where nothing was released.
    std::pair<LogId, Version> position(std::uintptr_t address) const;

    // Does one who acquired `known` know `past` to have happened before? `block` is the asker's:
    // what was released with block scope is for threads of one block, unless `any_scope`.
    bool covers(const Acquired& known, const Event& past, std::uint32_t block,
                bool any_scope = false) const;
    // Does `known` hold the latest release at `address` of the thread that made `past`? Then it
    // knows the releasing access, too.
    bool covers_release(const Acquired& known, std::uintptr_t address, const Event& past) const;
    // Has that thread released at `address`, and nothing since at another address that `known`
    // holds?
    bool is_latest_signal(std::uintptr_t address, std::uint32_t block, std::uint32_t thread,
                          std::span<const Acquired* const> known) const;
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
    struct Release {
        Version version;
        std::uint64_t number;  // of the launch's releases
    };
    struct Log {
        Version version = 0;
        std::unordered_map<std::uint32_t, History> barriers;      // by block
        std::unordered_map<std::uint64_t, History> threads;       // by block and thread
        std::unordered_map<std::uint64_t, Release> latest;        // by block and thread
        std::unordered_map<std::uint64_t, std::uint64_t> before;  // numbers, of what a store hides
        std::optional<std::uint64_t> stored_by;  // block and thread; else updates only
        std::vector<std::pair<LogId, History>> includes;

        std::uint64_t number_of(std::uint64_t thread) const;  // of its latest release here, or 0
    };

    LogId new_version(std::uintptr_t address, const Writer&);
    void append(LogId, std::uint32_t block, const Snapshot&, bool block_only);
    static bool covers(const Log&, Version, const Event&, bool with_block_only);

    std::unordered_map<std::uintptr_t, LogId> by_address_;
    std::vector<Log> logs_;
    std::uint64_t releases_ = 0;
};

ReleaseLogs& release_logs();

}  // namespace cusim::race
