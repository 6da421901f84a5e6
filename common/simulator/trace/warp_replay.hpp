// Runs the lanes of a warp together as the hardware would have, using only what each lane recorded
// by itself. Lanes move in step until they split at a branch. Each group then runs by itself, one
// after the other, up to the branch's immediate post-dominator, where they join. Accesses of lanes
// in step at the same site form one request, which is handed to the consumers (consumers.hpp).
//
// This is the SIMT reconvergence stack of the literature; `paths_` is the stack. For
// `if (lane < 16) A; else B; C;` it contains, the topmost path last:
//   in A    lanes 0-31 until the exit | lanes 16-31 until C | lanes 0-15 until C
//   in B    lanes 0-31 until the exit | lanes 16-31 until C
//   from C  lanes 0-31 until the exit
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
    // Replays as far as the logs reach, and removes what it has replayed from them. `ended`: the
    // lanes that will record nothing more. `readers`: the lanes' threads if read_consumer is to get
    // the accesses too, otherwise nullptr.
    void run(std::array<LaneLog, 32>& logs, std::uint32_t ended, const Block& block,
             const Thread* const* readers);

  private:
    // Lanes in step, and where they wait for the lanes from which they split: before block `until`
    // of the function at call depth `until_depth`, or behind the end of that function if `until` is
    // ControlFlow::exit. A path that is not topmost resumes at call depth `depth`.
    struct Path {
        std::uint32_t lanes = 0;
        Record until = ControlFlow::exit;
        std::size_t until_depth = 0;
        std::size_t depth = 0;
        Frame frame{};  // the one at `depth`; its function is 0 if the frames below it are complete
    };
    enum class Stop { waits, again, joined, parted };

    // Lanes in step: pointers to each lane's next records, and how many records all of them have.
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
    Stop pass_meetings(const InStep& group, std::size_t k);
    Stop advance(const Path& path);
    void fetch_texture(std::uint32_t lanes);
    void part(std::array<LaneLog, 32>& logs);
    void learn_from(const LaneLog& log, unsigned lane);
    void join();

    std::array<const Record*, 32> at_{}, end_{};
    std::array<const Record*, 32> learnt_{};  // how far each log was searched for branches
    std::array<std::vector<Frame>, 32> learnt_frames_;
    std::vector<Path> paths_;
    std::vector<Frame> frames_;  // call stack of the lanes on the topmost path
    std::uint32_t gone_ = 0;     // lanes that have reached the end of their logs for good
    std::uint32_t ended_ = 0;
    const Block* block_ = nullptr;
    const Thread* const* readers_ = nullptr;
};

// The control flow of the running launch.
ControlFlow& control_flow();

}  // namespace cusim::trace
