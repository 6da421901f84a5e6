// Runs the lanes of a warp together, as the hardware would have, from what each of them recorded
// alone. Lanes go in step until they part at a branch; each group then goes its own way, one after
// the other, to the branch's immediate post-dominator, where they join. What lanes in step access
// at the same site is one request; whoever consumes them (consumers.hpp) is handed one after the
// other.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simulator/trace/control_flow.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::trace {

class WarpReplay {
  public:
    void begin(std::uint32_t lanes);
    // Goes on as far as the logs reach, and drops what it has taken from them. `ended`: lanes that
    // will record no more. `readers`: the lanes' threads, if accesses are handed to read_consumer,
    // too; else null.
    void run(std::array<LaneLog, 32>& logs, std::uint32_t ended, const Block& block,
             const Thread* const* readers);

  private:
    // Lanes in step, and where they wait for those they parted from: before block `until`
    // of the function at call depth `until_depth`, or (`until` is ControlFlow::exit) behind the end
    // of that function. Where the path is not the topmost, it goes on at call depth `depth`.
    struct Path {
        std::uint32_t lanes = 0;
        Record until = ControlFlow::exit;
        std::size_t until_depth = 0;
        std::size_t depth = 0;
        Frame frame{};  // the one at `depth`; its function is 0 if the frames below are all
    };
    enum class Stop { waits, again, joined, parted };

    // Lanes in step: what each of them did next, and how many records all of them have.
    struct InStep {
        std::uint32_t mask;
        unsigned count = 0;
        std::size_t length = ~std::size_t{0};
        std::array<unsigned, 32> lane;
        std::array<const Record*, 32> at;
    };

    InStep in_step(std::uint32_t lanes) const;
    void even_request(const InStep& group, Record first, memory::Address gap);
    void uneven_request(const InStep& group, std::size_t k);
    Stop advance(const Path& path);
    void fetch_texture(std::uint32_t lanes);
    void part(std::array<LaneLog, 32>& logs);
    void learn_from(const LaneLog& log, unsigned lane);
    void join();

    std::array<const Record*, 32> at_{}, end_{};
    std::array<const Record*, 32> learnt_{};  // how far its log has been searched for branches
    std::array<std::vector<Frame>, 32> learnt_frames_;
    std::vector<Path> paths_;
    std::vector<Frame> frames_;  // of the lanes on the topmost path
    std::uint32_t gone_ = 0;     // lanes at the end of all they did
    std::uint32_t ended_ = 0;
    const Block* block_ = nullptr;
    const Thread* const* readers_ = nullptr;
};

// Of the running launch.
ControlFlow& control_flow();

}  // namespace cusim::trace
