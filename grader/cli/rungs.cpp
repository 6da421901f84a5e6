#include "cli/rungs.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <iterator>
#include <vector>

#include "cli/supervise.hpp"
#include "descriptor.hpp"
#include "report/json.hpp"
#include "score/join.hpp"
#include "suite/grade.hpp"
#include "suite/registry.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

struct Rung {
    suite::Request request;
    std::exception_ptr failure = {};  // instead of a result
    score::LabResult result = {};
};

std::vector<Rung> rungs_of(const suite::Request& request) {
    std::vector<Rung> rungs;
    for (const std::string& name : suite::rungs_of(request.lab)) {
        auto own = request;
        own.rung = name;
        if (!own.log.empty()) own.log += fmt::format(".{}", rungs.size() + 1);
        rungs.push_back({.request = std::move(own)});
    }
    return rungs;
}

/// Throws SuperviseError if the grading process fails.
score::LabResult judged(const Rung& rung, const suite::DeviceProgramsWhenBuilt& when_built) {
    Job job;
    // Not by name, since the file may be missing during a build, or belong to a newer kit
    // afterwards.
    job.argv = {"/proc/self/exe", rung_command};
    job.input = suite::encode(rung.request) + '\n';
    if (rung.request.on_device)
        job.later_input = [&] { return suite::encode(when_built()) + '\n'; };
    job.log = rung.request.log.empty() ? "/dev/null" : rung.request.log;
    const auto supervised = supervise(job);
    if (!supervised.trouble.empty())
        throw SuperviseError(fmt::format("judging {} {}", rung.request.rung, supervised.trouble));
    return report::from_line(supervised.output);
}

void judge(Rung& rung, const suite::DeviceProgramsWhenBuilt& when_built) {
    try {
        rung.result = judged(rung, when_built);
    } catch (...) {
        rung.failure = std::current_exception();
    }
}

/// If only full marks matter, rungs after one that lost points need not be graded.
void judge_all(std::vector<Rung>& rungs, unsigned at_once, bool until_first_failure,
               const suite::DeviceProgramsWhenBuilt& when_built) {
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> enough = false;
    const auto work = [&] {
        for (auto i = next++; i < rungs.size() && !enough; i = next++) {
            judge(rungs[i], when_built);
            const auto& result = rungs[i].result;
            if (until_first_failure && result.score < result.max_score) enough = true;
        }
    };
    std::vector<std::future<void>> workers;
    for (std::size_t i = 0; i < std::clamp<std::size_t>(at_once, 1, rungs.size()); ++i)
        workers.push_back(std::async(std::launch::async, work));
    for (auto& worker : workers) worker.get();
}

/// Of standard input. Throws SuperviseError at its end.
std::string next_line() {
    std::string line;
    if (!std::getline(std::cin, line)) throw SuperviseError("the process that asks is gone");
    return line;
}

/// Appends to the log.
void move_log(const fs::path& from, const fs::path& to) {
    if (std::ifstream in(from); in && in.peek() != std::ifstream::traits_type::eof())
        std::ofstream(to, std::ios::app) << in.rdbuf();
    fs::remove(from);
}

}  // namespace

score::LabResult grade_rungs(const suite::Request& request, unsigned at_once,
                             const suite::DeviceProgramsWhenBuilt& when_built) {
    auto rungs = rungs_of(request);
    judge_all(rungs, at_once, request.until_first_failure, when_built);
    score::LabResult lab;
    lab.lab = request.lab;
    lab.status = score::LabStatus::graded;
    lab.log = request.log.string();
    if (!request.log.empty())
        for (const Rung& rung : rungs) move_log(rung.request.log, request.log);
    for (Rung& rung : rungs) {
        if (rung.failure) std::rethrow_exception(rung.failure);
        score::join(lab, std::move(rung.result));
        if (request.until_first_failure && lab.score < lab.max_score) break;
    }
    return lab;
}

void serve_rung() {
    fcntl(result_descriptor, F_SETFD, FD_CLOEXEC);
    const auto request = suite::decode_request(next_line());
    sandbox::Sandbox::assume_starts(request.sandbox);
    const auto result =
        suite::grade(request, [] { return suite::decode_device_programs(next_line()); });
    if (!kit_io::write_all(result_descriptor, report::to_line(result)))
        throw SuperviseError("the process that asked for a result is gone");
}

}  // namespace grader::cli
