// Searches for an order of a race's two accesses that leaves a different value. The launch is
// undone and run again, each time with one pair of accesses reversed (exec/flip.hpp), and the
// result is compared with the first one. The race alone is certain to make the difference: if a
// thread had to wait, a control run lets it wait at the same place without reversing anything.
//
// For a race between two launches that nothing orders, both are undone and run again. The store of
// the earlier launch is put off until the later one has accessed the place, or the whole earlier
// launch comes last.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "cusim/driver_types.hpp"
#include "simulator/exec/flipped_run.hpp"
#include "simulator/race/findings/racing_pairs.hpp"
#include "simulator/race/shadow/overwritten.hpp"

namespace cusim::api {

// How to run the launch again in that stream, from the current contents of memory.
struct Relaunched {
    cudaError_t error;
    std::uint64_t steps;
};
using Relaunch = std::function<Relaunched(cudaStream_t)>;

struct SearchedLaunch {
    std::uint64_t number = 1;  // in the report
    std::uint64_t steps = 0;   // of one run
    cudaError_t error = cudaSuccess;
    cudaStream_t stream = nullptr;
    Relaunch relaunch;
    // Gives memory the names of the parameters that point to it.
    std::function<void()> name_arguments;
    std::shared_ptr<const void> arguments;  // used by both; nullptr: the caller's
    // The words that the launch overwrote, and whether they are all: set by note_overwritten().
    std::vector<race::Overwritten::Word> words;
    bool words_are_all = false;
    bool met_one = false;  // of launches in other streams, it raced with one only

    void note_overwritten();  // to be called while it is the latest launch that ran
};

// While an object of this class lives, no launch runs much longer than one that took `steps`.
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
    none,       // no order of its pairs leaves a different value
    other_end,  // in another order, the launch ends differently
    stopped,    // the search was not completed
    too_long,   // the launch takes too many steps, or stores too much, to be repeated often
    not_again,  // a repetition leaves different values, so that differences would mean nothing
    not_kept,   // the earlier launch cannot be moved after this one
};

// The result for one race. Can be sent to another process as plain bytes.
struct SearchResult {
    static constexpr std::size_t most_steps = 8;

    SearchEnd end = SearchEnd::none;
    exec::Flip flip;
    std::size_t pair = 0;  // within the race
    exec::FlipStep story[most_steps];
    std::size_t steps = 0;  // of the story
    memory::Address outcome = 0;
    std::uint32_t size = 0;  // of the element there
    std::uint64_t usual = 0, here = 0;
};

// Searches for witnesses of races within one launch, or with one `earlier` launch. Memory must be
// as the launch left it, and is restored afterwards. With `play`, if a witness was found, memory is
// left as the first witness leaves it. Other state of the simulator is not restored, so without
// `play` this should run in a process of its own.
std::vector<SearchResult> search(const std::vector<race::Race>& races, const SearchedLaunch& launch,
                                 const SearchedLaunch* earlier, bool play);

// Runs both launches with that race reversed, and keeps the result in memory.
void play_two(exec::FlippedRun& flipped, const exec::Flip& flip, const SearchedLaunch& launch,
              const SearchedLaunch& earlier);

}  // namespace cusim::api
