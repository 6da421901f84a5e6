// `grade run`: runs a lab's program by itself, with the student's code.
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
    std::string order;            // of threads; empty: the program's default
    std::string explained_block;  // as for SIM_EXPLAIN_BLOCK; empty: the first
    bool audit = false;           // SIM_AUDIT: checks that the simulator sees every access
    bool plots = true;            // draw plots if the program leaves data for them
};

/// Builds the program as for grading and runs it in the same sandbox, with a higher time limit.
/// When it has ended, its output goes to `out` and `err`. Returns the program's exit status, or
/// could_not_grade if there is no program or if it was killed. With `gdb`, it runs in gdb instead,
/// on the simulator, without a sandbox and in this terminal. With `explain`, the simulator shows
/// close-ups of the launches when the program ends.
int run_lab(const lab::Kit& kit, const RunOptions& options, std::ostream& out, std::ostream& err);

}  // namespace grader::cli
