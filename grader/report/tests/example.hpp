// A run that contains everything a report may have to print, with hostile text wherever a student's
// program can put text.
#pragma once

#include "report/sources.hpp"
#include "score/result.hpp"

namespace grader::report {

inline score::LabResult failing_lab() {
    using enum score::CaseStatus;
    const std::string failure =
        "smallest failing shape: n = 3, m = 5\n"
        "y[1] is the first wrong element\n"
        "      index   expected        got\n"
        "          0          7          7\n"
        "    >     1         -2          0\n"
        "again: ./grader/grade 04 --seed 7";
    score::LabResult lab;
    lab.lab = "04-shared-reduction";
    lab.status = score::LabStatus::graded;
    lab.score = 37.5;
    lab.max_score = 100;
    lab.parts = {
        {score::Part::correct,
         20,
         60,
         {{"rung 1: every shape, small integers", passed, 20, 20, ""},
          {"rung 1: every shape, reals", failed, 0, 40, failure}}},
        {score::Part::safe,
         17.5,
         20,
         {{"rung 1: no findings", failed, 17.5, 20, "2.5 points off: race"}}},
        {score::Part::fast,
         0,
         20,
         {{"rung 1: at most log2(threads) + 1 barriers a block, whatever the row length", not_run,
           0, 20, "not run, because \"rung 1: every shape, reals\" failed"}}},
    };
    lab.parts[0].cases[1].elapsed = {0.25};
    lab.findings = {
        {"race",
         score::Severity::error,
         "reduction.cu",
         2,
         false,
         {1, 0, 0},
         {3, 0, 0},
         "Two threads reach Q[4] and nothing orders them: put __syncthreads() between them.",
         12,
         score::OtherParty{"reduction.cu", 3, false, {1, 0, 0}, {7, 0, 0}, "read"}},
        {"leak",
         score::Severity::warning,
         "/etc/passwd",
         1,
         true,
         {},
         {},
         "\x1b[2J<script>alert(1)</script>\xff",
         1,
         {}},
    };
    lab.sanitizer = {true,
                     {{"racecheck", "race", "reduction.cu", 3, "Error: Race reported between", 1},
                      {"racecheck", "race", "reduction.cu", 2, "Warning: Race reported between", 2},
                      {"memcheck", "leak", "", 0, "Leaked 1,024 bytes at 0x7f", 1}},
                     {"synccheck: --rows 3: stopped: ran past its time limit"}};
    lab.kernels = {{"reduce<float>",
                    {3, 1, 1},
                    {256, 1, 1},
                    {{"barriers", 9}, {"busiest_multiprocessor_cold", 5}, {"warps", 24}},
                    {},
                    {}}};
    lab.log = "build/logs/04-shared-reduction.txt";
    return lab;
}

/// With everything that only the page draws.
inline score::LabResult drawn_lab() {
    auto lab = failing_lab();
    const score::OtherParty one{"reduction.cu", 2, false, {1, 0, 0}, {3, 0, 0}, "write"};
    const score::OtherParty two{"reduction.cu", 3, false, {1, 0, 0}, {7, 0, 0}, "read"};
    lab.findings.front().witness = score::Witness{
        "witness", "Q[4]", {{one, "1", "3"}, {two, "3", "3", "1"}}, "1", "y[1]", "7", "<9>"};
    lab.findings.front().witness->command = "./grader/grade run 04 --order witness:1:1.7@2:1.3@4";
    lab.parts[0].cases[1].wrong =
        score::WrongElements{"y", 0, 0, {{"7", "-2"}}, {{"7", "<0>"}}, {{true, false}}};
    lab.work = {{"rung 1: work", "reduce of 96 x 96", 3.5, 2.1, "memory"}};
    lab.gates = {{"rung 1: work", "steps of one thread", 96, 128, false}};
    auto& kernel = lab.kernels.front();
    kernel.lines = {{"reduction.cu", 2, "global", "load", 4, 72, 128}};
    const score::LaneRequest request{4, 0, {0, 4, 64, -1}, {}};
    const score::LaneRequest banks{4, 0, {0, 128, -1}, {{0}, {1}}};
    kernel.worst_lines = {
        {"reduction.cu", 2, "global", "load", "A", 72, 8, {"A[0] 01......"}, request},
        {"reduction.cu", 3, "shared", "load", "Q", 2, 1, {}, banks}};
    kernel.barriers = score::BarrierTimeline{0, 2, {{"reduction.cu", 3, {2, 4}, {32, 32}}}, {1, 0}};
    return lab;
}

inline score::LabResult full_lab() {
    score::LabResult lab;
    lab.lab = "01-scalar-loop";
    lab.status = score::LabStatus::graded;
    lab.score = lab.max_score = 100;
    lab.parts = {
        {score::Part::correct, 100, 100, {{"gather", score::CaseStatus::passed, 100, 100, ""}}}};
    return lab;
}

inline score::LabResult broken_lab() {
    score::LabResult lab;
    lab.lab = "02-simple-gather";
    lab.max_score = 100;
    lab.reason = "gather.cu does not compile";
    lab.details =
        "gather.cu:12:5: error: 'row' was not declared in this scope\n"
        "gather.cu:13:1: error: expected '}' at end of input <here> & \"there\"\n";
    lab.log = "build/logs/02-simple-gather.txt";
    return lab;
}

inline score::RunResult example_run() {
    return {"sim", "h100", "bubblewrap", 7, "forward", {full_lab(), broken_lab(), failing_lab()},
            {}};
}

inline Sources example_sources() {
    Sources sources;
    sources.add("04-shared-reduction", "reduction.cu",
                "if (j < stride)\n\tQ[j] += Q[j + stride]; // \x1b[31m <b>\nQ[j] = 0;\n");
    return sources;
}

}  // namespace grader::report
