// What `grade bench` measures, as grader/bench/pages.toml declares it: a page of docs/results, and
// what has to run for it. What the page shows of that is grader/bench/pages.py's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "build/build.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

enum class Measures { lab, verdicts, work, simulator, numba, course };

struct Measurement {
    std::string page;  // PAGE.csv, PAGE.md, PAGE.svg
    build::Backend backend;
    Measures what;
    std::string lab;                             // number or slug; of Measures::lab
    std::vector<std::vector<std::string>> runs;  // of its program: the arguments of each
};

/// Throws lab::LabError, naming the page, where a declaration is not whole.
std::vector<Measurement> measurements_in(std::string_view toml);

}  // namespace grader::cli
