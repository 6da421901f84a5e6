// Does a kernel's result depend on the order of its threads? With SIM_ORDER=compare each launch
// runs in reverse order first; what it did is noted and undone; then it runs forward, and what
// differs is reported. Sums of floats in another order differ in their last digits: that is none.
#pragma once

#include <cstddef>
#include <vector>

namespace cusim::api {

// Memory that kernels can write, as it was and as the trial left it. Lives across both runs.
class OrderCheck {
  public:
    OrderCheck();

    // After the trial: keeps its results and restores what was there before it.
    void undo();
    // After the run that counts, before it is over for race/: reports what differs, once for each
    // allocation or variable. `error`: either run failed, so that there is nothing to compare.
    void tell_differences(bool error) const;

  private:
    struct Piece {
        unsigned char* base;
        std::vector<unsigned char> before, trial;
    };
    std::vector<Piece> pieces_;
    std::size_t allocations_;
};

// Nothing that is printed while it lives reaches the terminal: the trial prints what the run that
// counts prints again.
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
