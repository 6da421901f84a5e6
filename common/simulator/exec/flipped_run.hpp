// One run of a launch in which a flip (flip.hpp) is carried out, and what its two threads did to
// the bytes they meet at. While it lives it watches every access; the launch runs meanwhile.
#pragma once

#include <array>
#include <vector>

#include "simulator/exec/flip.hpp"
#include "simulator/race/access_watch.hpp"
#include "simulator/report/finding.hpp"

namespace cusim::exec {

struct Thread;

// What one thread did to the bytes, and what others then saw there. A plain value: it goes from
// one process to another as it is.
struct FlipStep {
    static constexpr std::size_t most_bytes = 16;

    report::Party who;
    memory::Address address = 0;
    std::uint32_t size = 0;
    bool is_late = false, is_early = false;  // one of the two that were turned round
    bool by_late = false;                    // by the thread of the late one
    bool by_copy = false;                    // that the thread began
    std::array<unsigned char, most_bytes> before{}, after{};
    bool knows_usual = false;
    std::array<unsigned char, most_bytes> usual{};  // what it would have met in its turn
    detail::ElementKind elements = detail::ElementKind::unknown;
    bool meets_value = true, meets_usual_value = true;  // and no garbage, in `before` and `usual`

    bool writes() const { return who.op != report::Op::read; }
};

class FlippedRun final : public race::AccessWatch {
  public:
    // `repeats`: a run of a launch that has been judged.
    explicit FlippedRun(const Flip& flip, bool repeats = false);

    void access(const race::Access& access) override;
    // Of a flip of two launches: this one is run next.
    void begins(std::uint64_t launch);
    // Before anybody looks at what the launch left.
    void launch_has_ended();

    // Both accesses were made, and the late one came last.
    bool is_turned_round() const { return turned_round_; }
    // For that a thread was made to wait.
    bool has_made_wait() const { return made_wait_; }
    // What matters of what the two threads did to those bytes, in the order in which it took
    // effect: the two accesses, the reads that their stores rest on, the store that follows.
    std::vector<FlipStep> story() const;

  private:
    enum class Stage : std::uint8_t {
        before,   // the late access has not come up
        put_off,  // it has been made, and nobody sees it, or what a copy read by it
        held,     // its thread waits
        over,
    };

    void settle();
    void land();
    void note_usual(FlipStep& step) const;
    void come_to_late(const race::Access& access);
    void note_target(const race::Access& access);
    void add_step(const Thread& thread, const race::Access& access, bool is_flipped);
    bool meets(const race::Access& access) const;
    bool is_put_off(const race::Access& access) const;
    bool is_garbage_without_put_off() const;

    const Flip flip_;
    bool runs_late_ = true, runs_early_ = true;  // the launch of the late, of the early access
    Stage stage_ = Stage::before;
    std::uint64_t late_accesses_ = 0, early_accesses_ = 0;  // of the two threads so far
    bool early_is_under_way_ = false, early_is_made_ = false;
    bool turned_round_ = false, made_wait_ = false;
    bool unsettled_ = false;  // what the latest step leaves is not known yet
    bool late_is_under_way_ = false;
    bool awaits_target_ = false;   // the store of the copy whose read is the late access comes next
    memory::Address target_ = 0;   // of that store
    memory::Address address_ = 0;  // of the late access
    std::size_t size_ = 0;
    std::vector<FlipStep> steps_;
    FlipStep put_off_;
    std::array<unsigned char, FlipStep::most_bytes> held_before_{};  // what a held access met then
    bool held_met_value_ = true;  // and whether that was no garbage
};

}  // namespace cusim::exec
