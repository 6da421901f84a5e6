// Tasks and results as files, in a folder that all machines of a cluster see. A result is written
// completely or not at all. A job that is started again grades nothing twice. Results are
// identified by their tasks, so those of an interrupted run still count.
//
//     tasks/KEY.json
//     results/KEY.json
//     shares/N: the keys of one job's tasks, one per line
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

    /// `run` distinguishes grading the same submission again from the earlier time.
    static std::string key_of(const Task& task, std::int64_t run);
    void add(const std::string& key, const Task& task) const;
    void add_share(std::size_t number, const std::vector<std::string>& keys) const;

    /// Called on the machine that grades.
    std::vector<std::string> share(std::size_t number) const;
    Task task(const std::string& key) const;
    bool has_result(const std::string& key) const;
    void put_result(const std::string& key, const Attempt& attempt) const;

    /// Fills in outcome and result; returns false if there is none yet.
    bool take_result(const std::string& key, Attempt& attempt) const;

  private:
    std::filesystem::path file(const char* kind, const std::string& name) const {
        return folder_ / kind / name;
    }

    std::filesystem::path folder_;
};

}  // namespace grader::classes
