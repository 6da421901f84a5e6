#include "sanitizer/check.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <future>
#include <sstream>
#include <vector>

#include "sanitizer/parse.hpp"

namespace grader::sanitizer {
namespace {

namespace fs = std::filesystem;

// These tools look for different errors, except those that end any program.
constexpr const char* tools[] = {"memcheck", "racecheck", "synccheck", "initcheck"};

// One run may hang because of the program. Several in a row mean that the tool does not work here.
constexpr int most_late = 2;

// The tool's libraries are beside it. In the CUDA Toolkit it is a script that calls a program
// beside it.
std::vector<sandbox::Mount> mounts(const fs::path& tool, const fs::path& program) {
    std::vector<sandbox::Mount> shown{{program.parent_path()}};
    if (tool.string().starts_with("/usr/")) return shown;
    shown.push_back({tool.parent_path()});
    const auto neighbour = tool.parent_path().parent_path() / "compute-sanitizer";
    if (fs::is_directory(neighbour) && neighbour != tool.parent_path())
        shown.push_back({neighbour});
    return shown;
}

sandbox::Command command(const fs::path& tool, const std::string& name, const fs::path& program,
                         const std::string& arguments) {
    sandbox::Command command;
    command.argv = {tool.string(), "--tool", name, "--print-limit", "100"};
    if (name == "memcheck") command.argv.insert(command.argv.end(), {"--leak-check", "full"});
    command.argv.push_back(program.string());
    std::istringstream words(arguments);
    for (std::string word; words >> word;) command.argv.push_back(word);
    command.profile = sandbox::Profile::tool;
    return command;
}

void merge(score::SanitizerReport& all, score::SanitizerReport more) {
    for (auto& finding : more.findings) {
        const auto known = std::ranges::find_if(all.findings, [&](const auto& other) {
            return other.tool == finding.tool && other.kind == finding.kind &&
                   other.file == finding.file && other.line == finding.line;
        });
        if (known == all.findings.end())
            all.findings.push_back(std::move(finding));
        else
            known->count += finding.count;
    }
    for (auto& trouble : more.troubles)
        if (!std::ranges::count(all.troubles, trouble)) all.troubles.push_back(std::move(trouble));
}

/// All runs under one tool, one after the other.
score::SanitizerReport check_under(const char* name, const fs::path& tool, const Watched& watched,
                                   const sandbox::Sandbox& sandbox) {
    score::SanitizerReport all;
    auto limits = sandbox::tool_limits();
    limits.wall = watched.limit;
    int late = 0;
    for (const auto& run : watched.runs) {
        auto child = sandbox.run(command(tool, name, watched.program, run), limits,
                                 mounts(tool, watched.program));
        const auto& ended = child.wait();
        merge(all, parse(name, ended.out, watched.sources));
        if (ended.how != sandbox::How::exited)
            merge(all, {true, {}, {fmt::format("{}: {}: {}", name, run, describe(ended))}});
        late = ended.how == sandbox::How::wall_time ? late + 1 : 0;
        if (late < most_late) continue;
        merge(
            all,
            {true,
             {},
             {fmt::format("{}: two runs in a row took too long: the others are left out", name)}});
        break;
    }
    return all;
}

}  // namespace

std::optional<fs::path> find_tool() {
    std::istringstream path(std::getenv("PATH") ? std::getenv("PATH") : "");
    for (std::string folder; std::getline(path, folder, ':');) {
        const auto candidate = fs::path(folder) / "compute-sanitizer";
        std::error_code none;
        if (access(candidate.c_str(), X_OK) == 0 && fs::is_regular_file(candidate, none))
            return fs::canonical(candidate);
    }
    return std::nullopt;
}

score::SanitizerReport check(const fs::path& tool, const Watched& watched,
                             const sandbox::Sandbox& sandbox) {
    std::vector<std::future<score::SanitizerReport>> reports;
    for (const char* name : tools)
        reports.push_back(std::async(
            std::launch::async, [&, name] { return check_under(name, tool, watched, sandbox); }));
    score::SanitizerReport all;
    all.ran = true;
    for (auto& report : reports) merge(all, report.get());
    return all;
}

}  // namespace grader::sanitizer
