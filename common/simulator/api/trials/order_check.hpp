// Checks whether a kernel's result depends on the order of its threads. With SIM_ORDER=compare,
// each launch first runs in reverse order. Its results are kept and undone. Then the launch runs
// forward, and differences are reported. Differences in the last digits of floats are ignored,
// since another order of summation causes them.
#pragma once

#include <cstddef>
#include <vector>

namespace cusim::api {

// The memory that kernels can write, before the trial and after it. Lives across both runs.
class OrderCheck {
  public:
    OrderCheck();

    // To be called after the trial: keeps its results, and restores the memory.
    void undo();
    // To be called after the second run, before race/ ends it: reports differences, once for each
    // allocation or variable. `error`: one of the runs failed, so that nothing can be compared.
    void tell_differences(bool error) const;

  private:
    struct Piece {
        unsigned char* base;
        std::vector<unsigned char> before, trial;
    };
    std::vector<Piece> pieces_;
    std::size_t allocations_;
};

// Discards printed output while it lives, since the second run prints the same again.
class Muted {
  public:
    Muted();
    ~Muted();
    Muted(const Muted&) = delete;
    Muted& operator=(const Muted&) = delete;

  private:
    int stdout_;
};

}  // namespace cusim::api
