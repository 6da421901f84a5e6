#include "class/cluster.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <thread>

#include "build/shell_word.hpp"
#include "build/stage.hpp"
#include "class/output.hpp"
#include "class/shell.hpp"
#include "report/text.hpp"

namespace grader::classes {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using build::shell_word;

// Clusters usually allow arrays of 1001 jobs. One share should be small, since a lost job loses one
// task.
constexpr std::size_t most_shares = 1000, least_share = 8;
constexpr auto pause = 500ms;
constexpr auto queue_is_asked_every = 5s;
constexpr int no_such_command = 127;  // a shell's exit status for it
// A network file system may show late what another machine has written.
constexpr int looks_after_the_end = 10;

std::string script_for(const fs::path& spool, score::OfHidden hidden) {
    return fmt::format("#!/bin/sh\nexec {} {} {} \"$SLURM_ARRAY_TASK_ID\" {}\n",
                       shell_word(fs::read_symlink("/proc/self/exe").string()), share_command,
                       shell_word(spool.string()), score::name_of(hidden));
}

}  // namespace

void judge_share(const Judge& judge, const std::string& kit_version, const Spool& spool,
                 std::size_t number) {
    for (const auto& key : spool.share(number)) {
        if (spool.has_result(key)) continue;  // by this job, before its node was lost
        auto task = spool.task(key);
        if (task.attempt.kit_version != kit_version)
            throw ClassError("this machine has another version of the kit");
        judge.grade(task.attempt, task.files);
        spool.put_result(key, task.attempt);
    }
}

Cluster::Cluster(ClusterOptions options, std::int64_t run)
    : options_(std::move(options)), run_(run), spool_(fs::absolute(options_.out) / "spool") {}

void Cluster::judge(std::vector<Task> tasks, const Done& done) {
    end_earlier_job();
    auto open = std::move(tasks);
    const auto collect = [&] {
        return std::erase_if(open, [&](Task& task) {
            if (!spool_.take_result(Spool::key_of(task, run_), task.attempt)) return false;
            done(task.attempt);
            return true;
        });
    };
    collect();
    if (open.empty()) return;
    const auto job = submit(open);
    answered_ = std::chrono::steady_clock::now();
    auto asked = std::chrono::steady_clock::now();
    for (int looks = 0; !open.empty() && looks < looks_after_the_end;) {
        std::this_thread::sleep_for(pause);
        if (collect() > 0) continue;
        const auto now = std::chrono::steady_clock::now();
        if (looks == 0 && now - asked < queue_is_asked_every) continue;
        asked = now;
        looks = is_in_queue(job) ? 0 : looks + 1;
    }
    if (open.empty()) fs::remove_all(spool_.folder());
    for (auto& task : open) {
        task.attempt.outcome = Outcome::grader_failed;
        task.attempt.result = {};
        task.attempt.result.lab = task.attempt.lab;
        task.attempt.result.reason = fmt::format("job {} left no result; see spool/job-*.txt", job);
        done(task.attempt);
    }
}

std::string Cluster::submit(const std::vector<Task>& tasks) const {
    std::vector<std::string> keys;
    for (const auto& task : tasks) {
        keys.push_back(Spool::key_of(task, run_));
        spool_.add(keys.back(), task);
    }
    const auto share = std::max(least_share, (keys.size() + most_shares - 1) / most_shares);
    std::size_t shares = 0;
    for (std::size_t begin = 0; begin < keys.size(); begin += share) {
        const auto end = std::min(begin + share, keys.size());
        spool_.add_share(shares++, {keys.begin() + static_cast<std::ptrdiff_t>(begin),
                                    keys.begin() + static_cast<std::ptrdiff_t>(end)});
    }
    const auto script = spool_.folder() / "job.sh";
    write_whole(script, script_for(spool_.folder(), options_.hidden));
    const auto at_once = options_.at_once ? fmt::format("%{}", options_.at_once) : "";
    const auto warnings = spool_.folder() / "sbatch.txt";  // kept apart from the job's number
    const auto said = run_command(fmt::format(
        "sbatch --parsable --requeue --job-name=grade-class --array=0-{}{} --output={} {} {} 2>{}",
        shares - 1, at_once, shell_word((spool_.folder() / "job-%a.txt").string()), options_.sbatch,
        shell_word(script.string()), shell_word(warnings.string())));
    const auto job = said.words.substr(0, said.words.find_first_of(";\n"));
    const bool number = !job.empty() && job.find_first_not_of("0123456789") == job.npos;
    if (said.status != 0 || !number)
        throw ClassError(
            "sbatch: " +
            report::printable_name((build::read_file(warnings) + said.words).substr(0, 500)));
    write_whole(spool_.folder() / "job", job);
    return job;
}

/// If the controller does not answer for a while, the job need not be lost.
bool Cluster::is_in_queue(const std::string& job) {
    const auto said = run_command("squeue --noheader --jobs=" + shell_word(job));
    const auto now = std::chrono::steady_clock::now();
    const bool unknown = said.words.find("Invalid job id") != said.words.npos;
    if (said.status == 0 || unknown) {
        answered_ = now;
        return !unknown && !said.words.empty();
    }
    const bool missing = WIFEXITED(said.status) && WEXITSTATUS(said.status) == no_such_command;
    if (missing || now - answered_ > options_.patience)
        throw ClassError(fmt::format(
            "squeue does not say how job {} stands: {}; {} stays: start "
            "again to go on",
            job, report::printable_name(said.words.substr(0, 500)), spool_.folder().string()));
    return true;
}

/// After an interrupted run: keeps the results of its jobs, and cancels them.
void Cluster::end_earlier_job() {
    const auto file = spool_.folder() / "job";
    if (!fs::exists(file)) return;
    const auto job = build::read_file(file);
    run_command("scancel " + shell_word(job));
    answered_ = std::chrono::steady_clock::now();
    while (is_in_queue(job)) std::this_thread::sleep_for(pause);
    fs::remove(file);
}

}  // namespace grader::classes
