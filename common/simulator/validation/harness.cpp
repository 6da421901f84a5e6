// The runner's declarations, as far as the labs' main.cpp use them. Functions and presets are
// stored; everything else that a program can do by hand is ignored.
#include "harness.hpp"

#if __has_include("program/transposition.hpp")
#include "program/sweep.hpp"
#include "program/transposition.hpp"
#endif
#if __has_include("program/trade.hpp")
#include "program/trade.hpp"
#endif

namespace runner {

Program::Program(std::string lab, std::string summary)
    : lab_{std::move(lab)}, summary_{std::move(summary)} {}

void declare(Program&, std::vector<Matvec> functions) {
    std::erase_if(functions, [](const Matvec& function) { return !function.timed; });
    harness.functions = std::move(functions);
}

Program& Program::number(Number number) {
    harness.presets[number.name] = number.preset;
    return *this;
}

Program& Program::square() {
    harness.square = true;
    return *this;
}

Program& Program::default_shape(int, int) {
    return *this;
}

Program& Program::mode(Mode) {
    return *this;
}

Program& Program::demonstration(std::string, Demonstration) {
    return *this;
}

// Parts that labs add to their programs.
void declare_comparison(Program&, std::vector<Matvec>) {}
void declare_cpu_comparison(Program&, std::vector<Matvec>) {}
void declare_split_comparison(Program&, std::vector<Matvec>) {}
#if __has_include("program/transposition.hpp")
void declare_sweep(Program&, sweep::Algorithms) {}
void declare_transposition(Program&, const std::string&, Transpose) {}
#endif
#if __has_include("program/trade.hpp")
void declare_trade(Program&) {}
#endif

}  // namespace runner
