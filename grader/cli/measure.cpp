#include "cli/measure.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "build/script.hpp"
#include "build/shell_word.hpp"
#include "build/stage.hpp"
#include "class/output.hpp"
#include "class/shell.hpp"
#include "cli/class.hpp"
#include "cli/grade_lab.hpp"
#include "cli/run_lab.hpp"
#include "cli/submissions.hpp"
#include "cli/supervise.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int repetitions = 5;
constexpr int repetitions_on_device =
    1;  // time on a device is expensive, and timed cases repeat themselves
constexpr int students = 4;

/// Measures elapsed time, and processor time of processes that have ended. The first is what a user
/// waits, and the second hardly depends on other work of the machine.
class Timer {
  public:
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    double processor() const { return processor_time() - before_; }

  private:
    static double processor_time() {
        rusage used{};
        getrusage(RUSAGE_CHILDREN, &used);
        const auto seconds = [](const timeval& time) {
            return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
        };
        return seconds(used.ru_utime) + seconds(used.ru_stime);
    }

    Clock::time_point start_ = Clock::now();
    double before_ = processor_time();
};

unsigned processors() {
    return std::max(1u, std::thread::hardware_concurrency());
}

std::string csv_cells(std::vector<std::string> cells) {
    return classes::csv_line(cells);
}

// ---- A lab's program, which prints its only table.

std::string table_in(const fs::path& folder, const std::string& printed) {
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".csv") return build::read_file(entry.path());
    throw std::runtime_error("the program left no table; it printed: " + printed);
}

std::string run_program(const lab::Kit& kit, const Measurement& wanted,
                        const std::vector<std::string>& arguments, const MeasureOptions& options,
                        const fs::path& folder) {
    RunOptions run;
    run.lab = wanted.lab;
    run.from = options.from;
    run.backend = wanted.backend == build::Backend::cuda ? "cuda" : "sim";
    run.arguments = arguments;
    run.arguments.insert(run.arguments.end(), {"--out", folder.string()});
    run.no_sandbox = options.no_sandbox;
    run.plots = false;
    std::ostringstream out, err;
    const int status = run_lab(kit, run, out, err);
    if (status != full_marks)
        throw std::runtime_error(fmt::format("the program of lab {} ended with {}\n{}{}",
                                             wanted.lab, status, out.str(), err.str()));
    return table_in(folder, err.str());
}

/// Joins the tables of several runs.
std::string run_programs(const lab::Kit& kit, const Measurement& wanted,
                         const MeasureOptions& options, const fs::path& scratch) {
    std::string all;
    for (std::size_t i = 0; i < wanted.runs.size(); ++i) {
        const auto table =
            run_program(kit, wanted, wanted.runs[i], options, scratch / std::to_string(i));
        const auto head = table.substr(0, table.find('\n') + 1);
        if (!all.empty() && !all.starts_with(head))
            throw std::runtime_error("the program's runs make tables of different kinds");
        all += all.empty() ? table : table.substr(head.size());
    }
    return all;
}

// ---- The kit itself.

/// Adds a unique comment to the solution, so that it is compiled like a newly saved file.
void save_afresh(const lab::Kit& kit, const lab::Lab& lab, const fs::path& folder,
                 const std::string& mark) {
    fs::create_directories(folder);
    for (const auto& name : lab.editable) {
        const auto text = build::read_file(kit.solutions() / lab.slug / name);
        build::write_file(folder / name,
                          fmt::format("{}{} {} {}\n", text, lab.python ? "#" : "//", mark,
                                      Clock::now().time_since_epoch().count()));
    }
    for (const auto& name : lab.answers)
        fs::copy_file(kit.solutions() / lab.slug / name, folder / name,
                      fs::copy_options::overwrite_existing);
}

suite::Request request_of(const lab::Kit& kit, const lab::Lab& lab, const fs::path& submission,
                          bool no_sandbox) {
    suite::Request request;
    request.lab = lab.slug;
    request.submission = submission;
    request.sandbox = choose_sandbox(no_sandbox).kind();
    request.log = kit.build / "logs" / (lab.slug + ".txt");
    request.seed = 1;
    return request;
}

score::LabResult full_marks_of(const lab::Kit& kit, const suite::Request& request,
                               build::Backend backend = build::Backend::sim) {
    auto result = grade_lab(kit, request, backend, processors());
    if (!has_full_marks(result))
        throw std::runtime_error(
            fmt::format("{} does not get full marks; see {}", result.lab, result.log));
    return result;
}

/// Seconds in cases that compare times on a device, and in all others.
std::pair<double, double> seconds_in_cases(const score::LabResult& lab) {
    std::pair<double, double> seconds;
    for (const auto& part : lab.parts)
        for (const auto& one : part.cases) {
            const bool timed = std::ranges::count(lab.times, one.name, &score::TimedRun::name) > 0;
            (timed ? seconds.first : seconds.second) += one.elapsed.seconds;
        }
    return seconds;
}

std::string verdict_times(const lab::Kit& kit, build::Backend backend,
                          const MeasureOptions& options, const fs::path& scratch) {
    std::string csv =
        csv_cells({"lab", "round", "seconds", "processor_s", "timed_cases_s", "other_cases_s"});
    const int rounds = backend == build::Backend::cuda ? repetitions_on_device : repetitions;
    for (const auto& lab : options.labs)
        for (int round = 0; round <= rounds; ++round) {
            const auto folder = scratch / lab.slug;
            save_afresh(kit, lab, folder, std::to_string(round));
            const auto request = request_of(kit, lab, folder, options.no_sandbox);
            const Timer timer;
            const auto result = full_marks_of(kit, request, backend);
            const double elapsed = timer.elapsed(), processor = timer.processor();
            const auto [timed, others] = seconds_in_cases(result);
            if (round > 0)  // the first round warms the caches
                csv += csv_cells({lab.slug, std::to_string(round), fmt::format("{:.3f}", elapsed),
                                  fmt::format("{:.3f}", processor), fmt::format("{:.3f}", timed),
                                  fmt::format("{:.3f}", others)});
        }
    return csv;
}

std::string work_of_solutions(const lab::Kit& kit, const MeasureOptions& options) {
    std::string csv = csv_cells({"lab", "case", "what", "estimated_us", "limit_us", "bound"});
    for (const auto& lab : options.labs) {
        const auto result = full_marks_of(
            kit, request_of(kit, lab, kit.solutions() / lab.slug, options.no_sandbox));
        for (const auto& work : result.work)
            csv +=
                csv_cells({lab.slug, work.name, work.what, fmt::format("{:.3f}", work.microseconds),
                           fmt::format("{:.3f}", work.limit), work.bound});
    }
    return csv;
}

std::string printed_by(const Job& job) {
    const auto ended = supervise(job);
    const auto printed = build::read_file(job.log);
    if (!ended.trouble.empty())
        throw std::runtime_error(job.argv.front() + ": " + ended.trouble + "\n" + printed);
    return printed;
}

std::string compiled_bench(const lab::Kit& kit, const fs::path& scratch, bool fenced = false) {
    const auto program = (scratch / (fenced ? "fenced" : "bench")).string();
    std::vector<std::string> command{(kit.build / "simcc").string(),
                                     (kit.common() / "simulator" / "bench" / "bench.cu").string(),
                                     "-o", program};
    if (fenced) command.push_back("--fence");
    printed_by({command, "", scratch / "compiled"});
    return program;
}

std::string simulator_speed(const lab::Kit& kit, const fs::path& scratch) {
    return printed_by({{compiled_bench(kit, scratch)}, "", scratch / "printed"});
}

std::string cost_of_fence(const lab::Kit& kit, const fs::path& scratch) {
    const auto script = kit.common() / "simulator" / "bench" / "fence_bench.py";
    return printed_by({{build::python_of_ones_own(), script.string(), compiled_bench(kit, scratch),
                        compiled_bench(kit, scratch, true)},
                       "",
                       scratch / "printed"});
}

std::string speed_beside_numba(const lab::Kit& kit, const fs::path& scratch) {
    const auto script = kit.common() / "simulator" / "bench" / "numba_bench.py";
    return printed_by({{build::python_of_ones_own(), script.string(), compiled_bench(kit, scratch)},
                       "",
                       scratch / "printed"});
}

/// The repository of HIP-CPU that KIT_HIP_CPU names.
fs::path hip_cpu() {
    const char* const folder = std::getenv("KIT_HIP_CPU");
    return folder ? folder : "";
}

std::string speed_beside_hip_cpu(const lab::Kit& kit, const fs::path& scratch) {
    const auto script = kit.common() / "simulator" / "bench" / "hip_cpu_bench.py";
    return printed_by(
        {{build::python, script.string(), compiled_bench(kit, scratch), hip_cpu().string()},
         "",
         scratch / "printed"});
}

/// From a folder of downloads to marks; then again, when nothing is left to grade.
std::string class_times(const lab::Kit& kit, const MeasureOptions& options,
                        const fs::path& scratch) {
    for (int student = 0; student < students; ++student)
        for (const auto& lab : options.labs)
            save_afresh(kit, lab, scratch / "in" / fmt::format("student-{}", student) / lab.slug,
                        std::to_string(student));
    ClassOptions of_class;
    of_class.folder = scratch / "in", of_class.out = scratch / "out";
    of_class.labs.clear();
    for (const auto& lab : options.labs) of_class.labs.push_back(lab.slug);
    of_class.backend = "sim", of_class.seed = 1, of_class.no_sandbox = options.no_sandbox;
    std::string csv = csv_cells({"run", "students", "labs", "jobs", "seconds", "processor_s"});
    for (const char* run : {"first", "again"}) {
        std::ostringstream told;
        const Timer timer;
        const auto status = grade_class(kit, of_class, told);
        if (status == could_not_grade) throw std::runtime_error("the class: " + told.str());
        csv += csv_cells({run, std::to_string(students), std::to_string(options.labs.size()),
                          std::to_string(processors()), fmt::format("{:.2f}", timer.elapsed()),
                          fmt::format("{:.2f}", timer.processor())});
    }
    return csv;
}

/// What a page's script prints: see grader/bench/pages.toml.
std::string printed_by_script(const lab::Kit& kit, const Measurement& wanted,
                              const MeasureOptions& options, const fs::path& scratch) {
    return printed_by({{(kit.source / wanted.script).string(), kit.build.string(),
                        submissions_folder(kit, options.from).string(), scratch.string()},
                       "",
                       scratch / "printed"});
}

// ---- What a machine may lack.

std::string missing_for_script(const lab::Kit& kit, const Measurement& wanted) {
    const auto script = build::shell_word((kit.source / wanted.script).string());
    return classes::run_command(script + " --missing").words;
}

std::string missing_for_numba() {
    const auto python = build::python_of_ones_own();
    const auto import = build::shell_word(python) + " -c 'import numba'";
    return classes::run_command(import).status == 0
               ? ""
               : python + " has no Numba; KIT_PYTHON may name another";
}

std::string missing_for_hip_cpu() {
    if (!fs::exists(hip_cpu() / "include/hip/hip_runtime.h"))
        return "KIT_HIP_CPU names no clone of https://github.com/ROCm/HIP-CPU";
    const auto include = "echo '#include <tbb/tbb.h>' | g++ -x c++ -fsyntax-only - 2>&1";
    return classes::run_command(include).status == 0 ? "" : "HIP-CPU needs libtbb-dev";
}

// ---- The machine.

std::string processor() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "unknown processor";
}

std::string first_line_of(const std::string& command) {
    const auto words = classes::run_command(command).words;
    return words.empty() ? "unknown" : words.substr(0, words.find('\n'));
}

}  // namespace

std::string measure(const lab::Kit& kit, const Measurement& wanted, const MeasureOptions& options,
                    const fs::path& scratch) {
    switch (wanted.what) {
        case Measures::lab:
            return run_programs(kit, wanted, options, scratch);
        case Measures::verdicts:
            return verdict_times(kit, wanted.backend, options, scratch);
        case Measures::work:
            return work_of_solutions(kit, options);
        case Measures::simulator:
            return simulator_speed(kit, scratch);
        case Measures::fence:
            return cost_of_fence(kit, scratch);
        case Measures::numba:
            return speed_beside_numba(kit, scratch);
        case Measures::hip_cpu:
            return speed_beside_hip_cpu(kit, scratch);
        case Measures::course:
            return class_times(kit, options, scratch);
        case Measures::script:
            return printed_by_script(kit, wanted, options, scratch);
    }
    throw std::logic_error("a measurement of no kind");
}

std::string missing_for(const lab::Kit& kit, const Measurement& wanted) {
    if (wanted.what == Measures::script) return missing_for_script(kit, wanted);
    if (wanted.what == Measures::numba) return missing_for_numba();
    if (wanted.what == Measures::hip_cpu) return missing_for_hip_cpu();
    return "";
}

std::string machine(build::Backend backend) {
    if (backend == build::Backend::cuda)
        return first_line_of(
                   "nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | "
                   "sed 's/, /, driver /'") +
               ", CUDA " +
               first_line_of(
                   "PATH=$PATH:/usr/local/cuda/bin nvcc --version 2>/dev/null | "
                   "sed -n 's/.*release \\([0-9.]*\\).*/\\1/p'");
    utsname system{};
    uname(&system);
    struct sysinfo memory {};
    sysinfo(&memory);
    const auto gibibytes = static_cast<double>(memory.totalram) * memory.mem_unit / (1 << 30);
    const std::string release = system.release;
    return fmt::format("{}, {} cores, {:.0f} GiB, {} {}, g++ {}", processor(), processors(),
                       gibibytes, system.sysname, release.substr(0, release.find('-')),
                       __VERSION__);
}

}  // namespace grader::cli
