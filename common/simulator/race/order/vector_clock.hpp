// What threads know of each other through fences and atomics, according to the PTX memory model. A
// VectorClock is not the textbook's array with a counter for each thread: it holds positions in
// logs of releases, one log for each address.
//
// A release pattern at an address, observed by an acquire pattern there, orders what came before
// the release before what comes after the acquire. A fence and a later atomic (or volatile write)
// form a release pattern: the fence takes a snapshot of what its thread has done and knows, and the
// write releases the snapshot at its address. An atomic (or volatile read) and a later fence form
// an acquire pattern: what the read observed is `seen` until the fence makes it `acquired`. Atomics
// with release or acquire order need no fence.
//
// Each address has an append-only log, so acquiring only stores a position in it. A ticket taken by
// 100,000 blocks therefore costs each of them the same. Logs live as long as the launch, but an
// address of shared memory gets another one with each block that has its memory there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulator/race/order/scope.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::race {

using trace::Epoch;
using LogId = std::uint32_t;
using Version = std::uint32_t;

// Positions in logs, at most one for each log.
class Acquired {
  public:
    // Returns true if the position was new.
    bool add(LogId log, Version version);
    void join(const Acquired& other);
    bool has(LogId log, Version version) const;
    bool empty() const { return logs_.empty(); }
    auto begin() const { return logs_.begin(); }
    auto end() const { return logs_.end(); }

  private:
    std::vector<std::pair<LogId, Version>> logs_;
};

// What a fence has made ready for release: parts of one block's past.
struct Snapshot {
    std::uint32_t barriers = 0;  // all of the block's epochs before this barrier
    std::vector<std::pair<std::uint32_t, Epoch>> threads;  // and these threads up to these epochs
    Acquired acquired;

    void add_thread(std::uint32_t thread, Epoch upto);
    // `disjoint`: the two snapshots are known to have no threads in common.
    void join(const Snapshot& other, bool disjoint = false);
    bool empty() const { return barriers == 0 && threads.empty() && acquired.empty(); }
};

class VectorClock {
  public:
    Acquired acquired;
    Acquired acquired_in_block;  // by fences of block scope: orders what the block itself did
    // Observed, but no fence has followed yet. seen_relaxed: observed by operations that are
    // explicitly relaxed; `seen`: by the older functions and volatile reads, which have no memory
    // order.
    Acquired seen, seen_relaxed;
    Snapshot device, block;  // by the scope of the fence

    void join(const VectorClock& other);
    bool has_seen() const { return !seen.empty() || !seen_relaxed.empty(); }
    // A fence of that scope acquires what `looked` (which may be this clock) has seen.
    void acquire(const VectorClock& looked, Scope);
};

// An asynchronous copy counts as a thread other than the one that began it.
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
        bool stores;  // false for an update, which continues the release sequence there
    };
    // To be called before the writer's own releases. A store ends the release sequence: its readers
    // acquire nothing of what other threads released there before.
    void written(std::uintptr_t address, const Writer&);
    // Releases what the writer's fences made ready, by an atomic of scope `scope`.
    void release(std::uintptr_t address, const Writer&, const VectorClock&, Scope scope);
    // Releases `snapshot`, by an atomic with release order.
    void release(std::uintptr_t address, const Writer&, const Snapshot& snapshot, Scope scope);
    // The position to acquire; {0, 0} if nothing was released.
    std::pair<LogId, Version> position(std::uintptr_t address) const;

    // Whether a thread of `block` that has acquired `known` knows `past` to have happened before.
    // What was released with block scope counts for threads of the releasing block only, unless
    // `any_scope`. What these threads then release with a wider scope counts for everybody.
    bool covers(const Acquired& known, const Event& past, std::uint32_t block,
                bool any_scope = false) const;
    // Whether `known` contains the latest release at `address` by the thread that made `past`. It
    // then knows the releasing access, too.
    bool covers_release(const Acquired& known, std::uintptr_t address, const Event& past) const;
    // Whether that thread has released at `address`, and has since released at no other address
    // that `known` contains.
    bool is_latest_signal(std::uintptr_t address, std::uint32_t block, std::uint32_t thread,
                          std::span<const Acquired* const> known) const;
    bool empty() const { return logs_.empty(); }
    // To be called when the block ends whose shared memory lies there. The next block there does
    // not acquire what this one has released.
    void arena_is_free(std::uintptr_t arena);
    void clear();

  private:
    // Growing values with the version at which each was released, for all blocks and within the
    // block.
    struct History {
        std::vector<std::pair<Version, std::uint32_t>> wide, narrow;

        void append(Version, std::uint32_t value, bool block_only);
        std::uint32_t at(Version, bool with_block_only) const;
    };
    struct Release {
        Version version;
        std::uint64_t number;  // number of this release within the launch
    };
    struct Log {
        Version version = 0;
        std::unordered_map<std::uint32_t, History> barriers;      // by block
        std::unordered_map<std::uint64_t, History> threads;       // by block and thread
        std::unordered_map<std::uint64_t, Release> latest;        // by block and thread
        std::unordered_map<std::uint64_t, std::uint64_t> before;  // numbers of superseded releases
        std::optional<std::uint64_t> stored_by;                   // block and thread, if by a store
        // What those who released here had acquired, by their blocks: only these know what was
        // released with block scope there.
        std::unordered_map<std::uint32_t, std::vector<std::pair<LogId, History>>> includes;

        std::uint64_t number_of(std::uint64_t thread) const;  // of its latest release here, or 0
    };

    using ByAddress = std::unordered_map<std::uintptr_t, LogId>;

    // Those of the memory in which the address lies: global, or of one block.
    ByAddress& beside(std::uintptr_t address);
    std::optional<LogId> log_at(std::uintptr_t address) const;
    LogId new_version(std::uintptr_t address, const Writer&);
    void append(LogId, std::uint32_t block, const Snapshot&, bool block_only);
    static bool covers(const Log&, Version, const Event&, bool with_block_only);

    ByAddress in_global_;
    std::unordered_map<std::uintptr_t, ByAddress> in_arenas_;  // by the arena's begin
    std::vector<Log> logs_;
    std::uint64_t releases_ = 0;
};

ReleaseLogs& release_logs();

}  // namespace cusim::race
