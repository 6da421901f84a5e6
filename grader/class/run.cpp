#include "class/run.hpp"

#include <algorithm>
#include <future>
#include <ostream>
#include <thread>

#include "class/digest.hpp"
#include "class/marks.hpp"
#include "class/output.hpp"
#include "class/progress.hpp"

namespace grader::classes {
namespace {

constexpr int tries = 3;  // where the grader itself fails

}  // namespace

Run::Run(const lab::Kit& kit, const Options& options, Gradebook& book, const Settings& settings,
         GradeLab grade)
    : options_(options),
      book_(book),
      settings_(settings),
      version_(kit_version(kit)),
      judge_(kit, std::move(grade), options.out),
      run_(book.begin_run(version_, options.regrade)) {}

std::vector<Work> Run::left_of(const std::vector<Work>& all) {
    std::vector<Work> left;
    for (const auto& work : all) {
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
        attempt.handed_in = seen(attempt);
        if (const auto known = find(attempt.student, attempt.lab, attempt.submission))
            book_.stand(*known);
        else
            book_.add(attempt, run_);
    }
}

void Run::grade_all(const std::vector<Work>& left, std::ostream& out) {
    Progress progress(out, options_.terminal, left.size());
    std::atomic<std::size_t> next = 0;
    const auto serve = [&] {
        for (auto i = next++; i < left.size(); i = next++) progress.done(grade(left[i]));
    };
    std::vector<std::future<void>> workers;
    for (unsigned i = 0; i < jobs(); ++i) workers.push_back(std::async(std::launch::async, serve));
    for (auto& worker : workers) worker.get();
}

void Run::finish() {
    if (!failed_) book_.finish_run(run_);
    std::ranges::sort(changed_);
    std::string text;
    for (const auto& lines : changed_)
        for (const auto& line : lines) text += line + '\n';
    if (!text.empty()) write_whole(options_.out / "changes.txt", text);
}

std::optional<Attempt> Run::find(const std::string& student, const std::string& lab,
                                 const std::string& submission) {
    return book_.find(student, lab, submission, version_,
                      options_.regrade ? std::optional(run_) : std::nullopt);
}

/// Grading again does not make work later.
Time Run::seen(const Attempt& attempt) {
    const auto before = book_.first_seen(attempt.student, attempt.lab, attempt.submission);
    return before ? std::min(*before, options_.downloaded) : options_.downloaded;
}

/// On a device one at a time, since times are compared there.
unsigned Run::jobs() const {
    if (settings_.backend != "sim") return 1;
    return options_.jobs ? options_.jobs : std::max(1u, std::thread::hardware_concurrency());
}

Attempt Run::grade(const Work& work) {
    Attempt attempt;
    attempt.student = work.student;
    attempt.lab = work.lab;
    attempt.submission = work.submission;
    attempt.kit_version = version_;
    attempt.settings = settings_;
    attempt.handed_in = seen(attempt);
    book_.keep(work.submission, work.files);
    const auto before = book_.last_mark(work.student, work.lab);
    for (int i = 0; i < tries && attempt.outcome == Outcome::grader_failed; ++i) {
        judge_.grade(attempt, work.files);
        book_.add(attempt, run_);
    }
    if (attempt.outcome == Outcome::grader_failed) failed_ = true;
    if (!before) return attempt;
    if (auto lines = changes(*before, attempt); !lines.empty()) {
        const std::lock_guard lock(mutex_);
        changed_.push_back(std::move(lines));
    }
    return attempt;
}

}  // namespace grader::classes
