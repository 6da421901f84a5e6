// What is asked of the grader about one lab: the command line fills it in, whoever builds adds the
// programs, and the process that judges a rung gets it whole. A new option is a member here, with
// its name in request.cpp's list, and its use. Promises that what is encoded is decoded unchanged.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/sandbox.hpp"
#include "suite/unset_locals.hpp"
#include "suite/unshared_arrays.hpp"

namespace grader::suite {

struct Request {
    std::string lab;                   // slug: "04-shared-reduction"
    std::filesystem::path submission;  // folder with the files the student filled in
    std::string device = "h100";       // the simulator's profile
    std::uint64_t seed = 0;            // secret until the marks are out
    // Every call is made once in each; the first one's answers are shown.
    std::vector<std::string> orders = {"forward", "reverse"};
    std::filesystem::path log;  // empty: none is kept
    sandbox::Kind sandbox = sandbox::Kind::bubblewrap;
    std::chrono::milliseconds call_limit{10'000};  // of processor time
    // For who asks only whether a submission has full marks: after the first case that does not
    // earn all of its points, no other runs.
    bool until_first_failure = false;
    // For who asks about one check: only cases whose names contain it, and those that the gate
    // wants to see before them, run and are in the result. Empty: all.
    std::string only_case;
    // For who draws them: the launches that the lab shows are seen from close up, lane by lane.
    bool closeups = false;
    // Only the cases of this rung run and are in the result. Empty: all.
    std::string rung;

    std::filesystem::path program;  // the submission's, built for the simulator
    std::vector<UnsetLocal> unset;  // what the compiler said of its locals
    std::vector<UnsharedArray> unshared;
    // The cuda backend: the same submission built for the device, where values are then checked
    // too. With the reference solution, times are compared as well.
    std::filesystem::path device_program;
    std::filesystem::path device_solution;
    double memory_rate = 0;  // of the device, bytes a microsecond; 0: not known
    bool sanitize = false;   // its compute-sanitizer looks on at the lab's program, for no points

    bool operator==(const Request&) const = default;
};

std::string encode(const Request& request);
/// Throws std::exception on text that encode() did not write.
Request decode_request(std::string_view text);

}  // namespace grader::suite
