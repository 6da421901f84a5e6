// One run of a launch with one race reversed (flip.hpp), and what its two threads do to the bytes
// where they meet. The object watches every access while it lives; the launch runs in that time.
#pragma once

#include <array>
#include <vector>

#include "simulator/exec/flip.hpp"
#include "simulator/race/shadow/access_watch.hpp"
#include "simulator/report/findings/finding.hpp"

namespace cusim::exec {

struct Thread;

// One access to the bytes by one of the two threads, and what the bytes held. Can be sent to
// another process as plain bytes.
struct FlipStep {
    static constexpr std::size_t most_bytes = 16;

    report::Party who;
    memory::Address address = 0;
    std::uint32_t size = 0;
    bool is_late = false, is_early = false;  // one of the two that are reversed
    bool by_late = false;                    // by the thread of the late access
    bool by_copy = false;                    // a copy that the thread began
    std::array<unsigned char, most_bytes> before{}, after{};
    bool knows_usual = false;
    std::array<unsigned char, most_bytes> usual{};  // its value in the usual order
    detail::ElementKind elements = detail::ElementKind::unknown;
    bool meets_value = true, meets_usual_value = true;  // no garbage in `before` and `usual`

    bool writes() const { return who.op != report::Op::read; }
};

class FlippedRun final : public race::AccessWatch {
  public:
    // `repeats`: an earlier run of this launch has been checked.
    explicit FlippedRun(const Flip& flip, bool repeats = false);

    void access(const race::Access& access) override;
    // For two launches: this one runs next.
    void begins(std::uint64_t launch);
    // To be called before the results of the launch are read.
    void launch_has_ended();

    // Both accesses were made, and the late one came last.
    bool is_turned_round() const { return turned_round_; }
    // A thread had to wait for that.
    bool has_made_wait() const { return made_wait_; }
    // The relevant steps of the two threads in the order in which they took effect: the two
    // accesses, the reads on which their stores depend, and the store that follows.
    std::vector<FlipStep> story() const;

  private:
    // When the late access is reached:
    //   before -> over             the early one has been made: they are reversed already
    //   before -> put_off -> over  a store, or the read of the thread's own copy: land() carries it
    //                              out after the early access, or when another access meets it, or
    //                              at the end of the launch
    //   before -> held -> over     otherwise: until the early access is reached, or no other thread
    //                              can continue
    //   before -> over             no reversal: it would have to wait for another launch
    enum class Stage : std::uint8_t {
        before,   // the late access has not been reached
        put_off,  // it was made, but has no effect yet
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
    bool runs_late_ = true, runs_early_ = true;  // the late, the early access is in this launch
    Stage stage_ = Stage::before;
    std::uint64_t late_accesses_ = 0, early_accesses_ = 0;  // of the two threads so far
    bool early_is_under_way_ = false, early_is_made_ = false;
    bool turned_round_ = false, made_wait_ = false;
    bool unsettled_ = false;  // the result of the latest step is not known yet
    bool late_is_under_way_ = false;
    bool awaits_target_ = false;   // the late access is a copy's read, whose store comes next
    memory::Address target_ = 0;   // of that store
    memory::Address address_ = 0;  // of the late access
    std::size_t size_ = 0;
    std::vector<FlipStep> steps_;
    FlipStep put_off_;
    std::array<unsigned char, FlipStep::most_bytes> held_before_{};  // memory when the wait began
    bool held_met_value_ = true;                                     // which was no garbage
};

}  // namespace cusim::exec
