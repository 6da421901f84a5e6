// What `grade bench` measures, as declared in grader/bench/pages.toml: a page of docs/results, and
// what must run for it. grader/bench/pages.py makes the page from the results.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "build/build.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

enum class Measures { lab, verdicts, work, simulator, fence, numba, hip_cpu, course, script };

struct Measurement {
    std::string page;  // PAGE.csv, PAGE.md, PAGE.svg
    build::Backend backend;
    Measures what;
    std::string lab;                             // number or slug; for Measures::lab
    std::vector<std::vector<std::string>> runs;  // the arguments of each run of its program
    std::string script;                          // in the kit's sources; for Measures::script
};

/// Throws lab::LabError, which names the page, if a declaration is incomplete.
std::vector<Measurement> measurements_in(std::string_view toml);

}  // namespace grader::cli
