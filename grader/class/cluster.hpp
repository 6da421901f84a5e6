// A class's submissions as an array of Slurm jobs on an existing cluster, which sees OUT and the
// kit at the same paths as this machine. Promises that each task gets a result, even where nodes
// and jobs are lost, that none of a run that was ended is judged again, and that
// the spool stays where the cluster no longer answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "class/executor.hpp"
#include "class/spool.hpp"

namespace grader::classes {

/// How a job calls this program: with the spool's folder and the number of its share.
inline constexpr const char* share_command = "grade-share";

/// Judges one share: what a job of the array does.
void judge_share(const Judge& judge, const std::string& kit_version, const Spool& spool,
                 std::size_t number);

struct ClusterOptions {
    std::filesystem::path out;
    std::string sbatch;    // further words for it: --partition=short
    unsigned at_once = 0;  // jobs; 0: as many as the cluster lets run
    /// So long the queue may give no answer.
    std::chrono::steady_clock::duration patience = std::chrono::minutes(10);
};

class Cluster : public Executor {
  public:
    Cluster(ClusterOptions options, std::int64_t run);
    void judge(std::vector<Task> tasks, const Done& done) override;

  private:
    std::string submit(const std::vector<Task>& tasks) const;
    bool is_in_queue(const std::string& job);
    void end_earlier_job();

    const ClusterOptions options_;
    const std::int64_t run_;
    const Spool spool_;
    std::chrono::steady_clock::time_point answered_;  // by the queue, the last time
};

}  // namespace grader::classes
