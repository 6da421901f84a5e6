#include "cli/bench.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <ostream>
#include <sstream>
#include <thread>

#include "cli/grade_lab.hpp"
#include "cli/submissions.hpp"
#include "cli/supervise.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

constexpr int repetitions = 5;

std::string processor() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "unknown processor";
}

std::string machine() {
    utsname system{};
    uname(&system);
    struct sysinfo memory {};
    sysinfo(&memory);
    const auto gibibytes = static_cast<double>(memory.totalram) * memory.mem_unit / (1 << 30);
    return fmt::format("{}, {} cores, {:.0f} GiB, {} {}, g++ {}, {:%Y-%m-%d}", processor(),
                       std::thread::hardware_concurrency(), gibibytes, system.sysname,
                       system.release, __VERSION__, fmt::gmtime(std::time(nullptr)));
}

/// The solution with a comment nobody has built before, so that it is compiled like a fresh save.
void save_afresh(const lab::Kit& kit, const lab::Lab& lab, const fs::path& folder, int round) {
    fs::create_directories(folder);
    for (const auto& name : lab.editable) {
        const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
        std::ifstream in(kit.solutions() / lab.slug / name);
        std::ofstream(folder / name) << in.rdbuf() << fmt::format("// {} {}\n", round, now);
    }
    for (const auto& name : lab.answers)
        fs::copy_file(kit.solutions() / lab.slug / name, folder / name,
                      fs::copy_options::overwrite_existing);
}

double seconds_to_verdict(const lab::Kit& kit, const suite::Request& request) {
    const auto start = std::chrono::steady_clock::now();
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const auto result = grade_lab(kit, request, build::Backend::sim, cores);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (!has_full_marks(result)) {
        throw lab::LabError(
            fmt::format("{} does not get full marks; see {}", result.lab, result.log));
    }
    return took.count();
}

std::string lab_row(const lab::Kit& kit, const lab::Lab& lab, const fs::path& scratch) {
    suite::Request request;
    request.lab = lab.slug;
    request.submission = scratch / lab.slug;
    request.sandbox = choose_sandbox(false).kind();
    request.log = kit.build / "logs" / (lab.slug + ".txt");
    std::vector<double> seconds;
    for (int round = -1; round < repetitions; ++round) {
        save_afresh(kit, lab, request.submission, round);
        const auto took = seconds_to_verdict(kit, request);
        if (round >= 0) seconds.push_back(took);  // the first one warms the caches
    }
    std::ranges::sort(seconds);
    return fmt::format("| {} | {:.2f} | {:.2f} | {:.2f} |\n", lab.slug, seconds[repetitions / 2],
                       seconds.front(), seconds.back());
}

std::string verdict_times(const lab::Kit& kit, const fs::path& scratch) {
    std::string table =
        "## From a saved file to its verdict\n\n"
        "Seconds on the simulator, of the solution with a fresh comment; build, "
        "sandbox and all cases included.\n\n"
        "| lab | median | least | most |\n|---|---|---|---|\n";
    for (const auto& slug : kit.slugs) table += lab_row(kit, lab::load(kit.labs() / slug), scratch);
    return table;
}

/// What the simulator's own benchmarks print.
std::string programs(const lab::Kit& kit, const fs::path& scratch) {
    std::string text;
    const auto folder = kit.build / "common" / "simulator" / "bench";
    if (!fs::is_directory(folder)) return text;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const auto executable = fs::perms::owner_exec;
        if (!entry.is_regular_file() ||
            (entry.status().permissions() & executable) == fs::perms::none) {
            continue;
        }
        const auto log = scratch / "output";
        const auto ended = supervise({{entry.path().string()}, "", log});
        std::ostringstream printed;
        printed << std::ifstream(log).rdbuf();
        text += fmt::format("\n## {}\n\n```\n{}{}```\n", entry.path().filename().string(),
                            printed.str(), ended.trouble.empty() ? "" : ended.trouble + "\n");
    }
    return text;
}

}  // namespace

ExitStatus bench(const lab::Kit& kit, const fs::path& folder, std::ostream& out) {
    const auto scratch = kit.build / "bench-scratch";
    fs::create_directories(folder);
    fs::create_directories(scratch);
    const auto text = fmt::format("# Figures of this machine\n\n{}\n\n{}{}", machine(),
                                  verdict_times(kit, scratch), programs(kit, scratch));
    fs::remove_all(scratch);
    std::ofstream file(folder / "results.md");
    file << text;
    file.flush();
    if (!file)
        throw lab::LabError(fmt::format("cannot write {}", (folder / "results.md").string()));
    out << text;
    return full_marks;
}

}  // namespace grader::cli
