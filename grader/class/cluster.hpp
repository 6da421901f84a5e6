// Grades a class's submissions as an array of Slurm jobs on a cluster, which must see OUT and the
// kit at the same paths as this machine. Each task gets a result, even if nodes and jobs are lost.
// Results of an interrupted run are used again. If the cluster stops answering, the spool stays.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "class/executor.hpp"
#include "class/spool.hpp"

namespace grader::classes {

/// The arguments with which a job calls this program: the spool's folder, the number of its share,
/// and what logs show of hidden cases.
inline constexpr const char* share_command = "grade-share";

/// Grades one share; called by each job of the array.
void judge_share(const Judge& judge, const std::string& kit_version, const Spool& spool,
                 std::size_t number);

struct ClusterOptions {
    std::filesystem::path out;
    std::string sbatch;                             // further arguments for it: --partition=short
    unsigned at_once = 0;                           // jobs; 0: as many as the cluster allows
    score::OfHidden hidden = score::OfHidden::all;  // what logs show of hidden cases
    /// How long the queue may fail to answer.
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
    std::chrono::steady_clock::time_point answered_;  // when the queue last answered
};

}  // namespace grader::classes
