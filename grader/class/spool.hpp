// Tasks and results as files, in a folder that all machines of a cluster see. Promises that a
// result is there whole or not at all, that a job which is started again judges nothing twice, and
// that a result is told by what it is of: one that an interrupted run has left still counts.
//
//     tasks/KEY.json     results/KEY.json     shares/N: the keys of one job's tasks, a line each
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "class/executor.hpp"

namespace grader::classes {

class Spool {
  public:
    explicit Spool(std::filesystem::path folder) : folder_(std::move(folder)) {}

    const std::filesystem::path& folder() const { return folder_; }

    /// `run` sets a grading of the same again apart from the one before.
    static std::string key_of(const Task& task, std::int64_t run);
    void add(const std::string& key, const Task& task) const;
    void add_share(std::size_t number, const std::vector<std::string>& keys) const;

    /// On the machine that judges.
    std::vector<std::string> share(std::size_t number) const;
    Task task(const std::string& key) const;
    bool has_result(const std::string& key) const;
    void put_result(const std::string& key, const Attempt& attempt) const;

    /// Fills in outcome and result; false where there is none yet.
    bool take_result(const std::string& key, Attempt& attempt) const;

  private:
    std::filesystem::path file(const char* kind, const std::string& name) const {
        return folder_ / kind / name;
    }

    std::filesystem::path folder_;
};

}  // namespace grader::classes
