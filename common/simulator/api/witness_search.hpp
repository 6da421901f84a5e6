// Which order of a race's two accesses leaves another value? The launch is undone and run again,
// each time with one pair of accesses the other way round (exec/flip.hpp), and what it leaves is
// compared with what it left before. That the race alone makes the difference is certain: where a
// thread had to wait for it, a control makes it wait at the same place and turns nothing round.
//
// Of a race between two launches that nothing orders, both are undone and run again: the store of
// the earlier one is put off until the later one has met its place, or all of the earlier one comes
// last.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "cusim/driver_types.hpp"
#include "simulator/exec/flipped_run.hpp"
#include "simulator/race/overwritten.hpp"
#include "simulator/race/racing_pairs.hpp"

namespace cusim::api {

// How to run the launch again as it ran, from memory as it is, in that stream.
struct Relaunched {
    cudaError_t error;
    std::uint64_t steps;
};
using Relaunch = std::function<Relaunched(cudaStream_t)>;

struct SearchedLaunch {
    std::uint64_t number = 1;  // of the report
    std::uint64_t steps = 0;   // that a run takes
    cudaError_t error = cudaSuccess;
    cudaStream_t stream = nullptr;
    Relaunch relaunch;
    // Lends the kernel's parameters' names to the memory they point to.
    std::function<void()> name_arguments;
    std::shared_ptr<const void> arguments;  // that both use; nullptr: the caller's
    // What it overwrote, and whether that is all of it: noted by note_overwritten().
    std::vector<race::Overwritten::Word> words;
    bool words_are_all = false;
    bool met_one = false;  // of what other streams do, it raced with one launch only

    void note_overwritten();  // while it is the latest launch that ran
};

// While it lives, no launch runs much longer than one of so many steps did.
class ShortRuns {
  public:
    explicit ShortRuns(std::uint64_t steps);
    ~ShortRuns();
    ShortRuns(const ShortRuns&) = delete;
    ShortRuns& operator=(const ShortRuns&) = delete;

  private:
    const std::uint64_t step_limit_, launch_limit_;
};

enum class SearchEnd : std::uint8_t {
    found,
    none,       // no order of its pairs leaves another value
    other_end,  // in another order the launch does not end as it did
    stopped,    // the search did not come to its end
    too_long,   // the launch takes too many steps, or stores too much, to be run often
    not_again,  // run again, the launch leaves something else: no difference would mean anything
    not_kept,   // the earlier launch cannot be moved behind this one
};

// Of one race. A plain value: it goes from one process to another as it is.
struct SearchResult {
    static constexpr std::size_t most_steps = 8;

    SearchEnd end = SearchEnd::none;
    exec::Flip flip;
    std::size_t pair = 0;  // of the race
    exec::FlipStep story[most_steps];
    std::size_t steps = 0;  // of the story
    memory::Address outcome = 0;
    std::uint32_t size = 0;  // of the element there
    std::uint64_t usual = 0, here = 0;
};

// Races of one launch, or with one `earlier` launch. Memory is what the launch left. Afterwards it
// is what it was; or, where `play` says so and a witness was found, what the first one left.
// Whatever else the simulator keeps goes on from there, so this is for a process of its own.
std::vector<SearchResult> search(const std::vector<race::Race>& races, const SearchedLaunch& launch,
                                 const SearchedLaunch* earlier, bool play);

// Runs both launches with that flip, which stays in memory.
void play_two(exec::FlippedRun& flipped, const exec::Flip& flip, const SearchedLaunch& launch,
              const SearchedLaunch& earlier);

}  // namespace cusim::api
