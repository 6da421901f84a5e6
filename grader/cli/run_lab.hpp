// `grade run`: a lab's program by itself, with the student's code in it.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "lab/kit.hpp"

namespace grader::cli {

struct RunOptions {
    std::string lab;
    std::string from = "labs";
    std::string backend = "auto";
    std::vector<std::string> arguments;  // for the program
    bool no_sandbox = false;
    std::string gdb;  // BLOCK:THREAD to stop in; empty: no debugger
    bool explain = false;
    std::string order;            // of threads; empty: the program's own
    std::string explained_block;  // as of SIM_EXPLAIN_BLOCK; empty: the first
    bool audit = false;           // of what the simulator sees: SIM_AUDIT
    bool plots = true;            // drawn where the program leaves some
};

/// Builds the program as grading does and runs it in the same sandbox, with more time. What it
/// prints goes to `out` and `err` when it has ended. Returns the program's exit status, or
/// could_not_grade where there is no program or it was ended from outside. With `gdb` it runs under
/// that instead, on the simulator, unconfined and in this terminal. With `explain` the simulator
/// shows the launches from close up when the program ends.
int run_lab(const lab::Kit& kit, const RunOptions& options, std::ostream& out, std::ostream& err);

}  // namespace grader::cli
