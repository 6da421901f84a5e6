#include "class/run.hpp"

#include <algorithm>
#include <mutex>
#include <ostream>
#include <set>
#include <thread>

#include "class/cluster.hpp"
#include "class/digest.hpp"
#include "class/marks.hpp"
#include "class/output.hpp"
#include "class/progress.hpp"

namespace grader::classes {
namespace {

constexpr int tries = 3;  // if the grader itself fails

}  // namespace

Run::Run(const lab::Kit& kit, const Options& options, Gradebook& book, const Settings& settings,
         GradeLab grade)
    : options_(options),
      book_(book),
      settings_(settings),
      version_(kit_version(kit)),
      judge_(kit, std::move(grade), options.out, options.hidden),
      run_(book.begin_run(version_, options.regrade)) {}

std::vector<Work> Run::left_of(const std::vector<Work>& all) {
    std::vector<Work> left;
    for (const auto& work : all) {
        seen(work.student, work.lab, work.submission);
        if (const auto known = find(work.student, work.lab, work.submission)) {
            book_.stand(*known);
            continue;
        }
        book_.stand(work.student, work.lab, Waiting::pending);
        left.push_back(work);
    }
    return left;
}

void Run::refuse(const std::vector<Attempt>& attempts) {
    for (auto attempt : attempts) {
        attempt.kit_version = version_;
        attempt.settings = settings_;
        attempt.handed_in = seen(attempt.student, attempt.lab, attempt.submission);
        if (const auto known = find(attempt.student, attempt.lab, attempt.submission))
            book_.stand(*known);
        else
            book_.add(attempt, run_);
    }
}

void Run::grade_all(const std::vector<Work>& left, std::ostream& out) {
    Progress progress(out, options_.terminal, left.size());
    const auto executor = this->executor();
    auto open = left;
    for (int i = 1; i <= tries && !open.empty(); ++i) {
        std::vector<Task> tasks;
        for (const auto& work : open) tasks.push_back(task_of(work));
        std::mutex mutex;
        std::set<std::pair<std::string, std::string>> failed;
        executor->judge(std::move(tasks), [&](const Attempt& attempt) {
            const bool open_still = attempt.outcome == Outcome::grader_failed && i < tries;
            record(attempt, !open_still);
            const std::lock_guard lock(mutex);
            if (open_still)
                failed.emplace(attempt.student, attempt.lab);
            else
                progress.done(attempt);
        });
        std::erase_if(open, [&](const Work& work) {
            return !failed.contains({work.student, work.lab});
        });
    }
}

void Run::finish() {
    for (const auto& [before, after] : book_.changed_since(run_))
        if (auto lines = changes(before, after); !lines.empty())
            changed_.push_back(std::move(lines));
    std::ranges::sort(changed_);
    std::string text;
    for (const auto& lines : changed_)
        for (const auto& line : lines) text += line + '\n';
    const auto file = options_.out / "changes.txt";
    if (text.empty())
        std::filesystem::remove(file);
    else
        write_whole(file, text);
    if (!failed_) book_.finish_run(run_);
}

std::optional<Attempt> Run::find(const std::string& student, const std::string& lab,
                                 const std::string& submission) {
    return book_.find(student, lab, submission, version_,
                      options_.regrade ? std::optional(run_) : std::nullopt);
}

/// Regrading must not make work late.
Time Run::seen(const std::string& student, const std::string& lab, const std::string& submission) {
    book_.see(student, lab, submission, options_.downloaded);
    return *book_.first_seen(student, lab, submission);
}

std::unique_ptr<Executor> Run::executor() const {
    if (options_.executor == "slurm")
        return std::make_unique<Cluster>(
            ClusterOptions{options_.out, options_.sbatch, options_.jobs, options_.hidden}, run_);
    if (settings_.backend == "sim")
        return std::make_unique<Local>(
            judge_,
            options_.jobs ? options_.jobs : std::max(1u, std::thread::hardware_concurrency()));
    // On each device one at a time, since times are compared there.
    auto devices = options_.devices;
    if (options_.jobs && options_.jobs < devices.size()) devices.resize(options_.jobs);
    return std::make_unique<Local>(judge_, std::move(devices));
}

Task Run::task_of(const Work& work) {
    Task task;
    auto& attempt = task.attempt;
    attempt.student = work.student;
    attempt.lab = work.lab;
    attempt.submission = work.submission;
    attempt.kit_version = version_;
    attempt.settings = settings_;
    attempt.handed_in = seen(work.student, work.lab, work.submission);
    task.files = work.files;
    book_.keep(work.submission, work.files);
    return task;
}

void Run::record(const Attempt& attempt, bool settled) {
    book_.add(attempt, run_);
    if (settled && attempt.outcome == Outcome::grader_failed) failed_ = true;
}

}  // namespace grader::classes
