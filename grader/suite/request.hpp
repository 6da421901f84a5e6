// Everything that is asked of the grader about one lab. The command line fills it in, the build
// adds the programs, and the process that grades a rung receives it complete. A new option is a
// member here, its name in the list in request.cpp, and its use. Encoding and decoding preserve
// every member.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/sandbox.hpp"
#include "score/points.hpp"
#include "suite/causes/slips.hpp"
#include "suite/causes/unset_locals.hpp"
#include "suite/causes/unshared_arrays.hpp"

namespace grader::suite {

struct Request {
    std::string lab;                   // slug: "04-shared-reduction"
    std::filesystem::path submission;  // folder with the student's files
    std::string device = "h100";       // the simulator's profile
    std::uint64_t seed = 0;            // secret until the marks are published
    // Every call is made once in each order; the first one's answers are shown.
    std::vector<std::string> orders = {"forward", "reverse"};
    std::filesystem::path log;  // empty: no log
    sandbox::Kind sandbox = sandbox::Kind::bubblewrap;
    std::chrono::milliseconds call_limit{10'000};  // of processor time
    // For callers that only want to know whether a submission has full marks: no case runs after
    // one that has lost points.
    bool until_first_failure = false;
    // For running one check: only cases whose names contain this, and those on which they depend,
    // run and are in the result. Empty: all cases.
    std::string only_case;
    // For drawings: the launches that the lab shows get close-ups.
    bool closeups = false;
    // Only the cases of this rung run and are in the result. Empty: all rungs.
    std::string rung;
    // As the lab's lab.toml declares them. Empty points: the numbers of the cases themselves.
    score::RungPoints points;
    std::map<std::string, std::string> limits;  // formulas of microseconds, by name

    std::filesystem::path program;  // the submission's, for the simulator
    std::vector<UnsetLocal> unset;  // the compiler's messages about local variables
    std::vector<UnsharedArray> unshared;
    std::vector<Slip> slips;
    // Functions whose mistake is the student's to find: nobody is told yet what would repair it.
    std::vector<std::string> open_hunts;
    // For the cuda backend: values are checked on the device, too, by the programs that follow once
    // they are compiled (DevicePrograms). If `timed`, times are compared as well.
    bool on_device = false;
    bool timed = false;
    // The reference solution's program for the device, if it is built already. It starts while nvcc
    // compiles the submission.
    std::filesystem::path solution_on_device;
    // The device that its programs see, as CUDA_VISIBLE_DEVICES names it. Empty: the first one.
    std::string visible_device;
    std::filesystem::path device_lock;  // of all who grade on this device
    double memory_rate = 0;             // of the device, bytes per microsecond; 0: unknown
    bool sanitize = false;              // also run compute-sanitizer, which affects no points

    std::string lab_number() const { return lab.substr(0, lab.find('-')); }
    bool operator==(const Request&) const = default;
};

/// The same submission, built for the device, and the reference solution to compare its times with;
/// that one is empty unless the request is `timed`. They come after the request, because nvcc takes
/// longer than all that the simulator has to do before they are needed.
struct DevicePrograms {
    std::filesystem::path submission, solution;

    bool operator==(const DevicePrograms&) const = default;
};

std::string encode(const Request& request);
std::string encode(const std::optional<DevicePrograms>& programs);
/// Throw std::exception for text that encode() did not write. The text is a single line.
Request decode_request(std::string_view text);
std::optional<DevicePrograms> decode_device_programs(std::string_view text);

}  // namespace grader::suite
