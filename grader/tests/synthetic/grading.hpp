// `grade class` as a process: starting, disturbing and waiting for it, and its results.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace synthetic {

struct Grading {
    std::filesystem::path downloads, out;
    std::vector<std::string> labs{"all"};
    unsigned jobs = 2;
    std::vector<std::string> before;       // a command that runs it
    std::vector<std::string> environment;  // "NAME=VALUE"
    std::vector<std::string> more;         // options
};

struct Ended {
    int status = 0;  // -1: ended by a signal
    double seconds = 0;
    double processor_seconds = 0;  // including its children
    std::string words;             // the end of its output
};

class Running {
  public:
    explicit Running(const Grading& grading);
    Running(const Running&) = delete;

    pid_t id() const { return id_; }
    /// Without a chance to clean up.
    void kill() const;
    Ended wait();

  private:
    std::filesystem::path words_;
    double begun_ = 0;
    pid_t id_ = 0;
};

inline Ended grade(const Grading& grading) {
    return Running(grading).wait();
}

/// Makes the tables and pages of a gradebook, and returns one digest of all of them: the same on
/// every machine where all marks and logs are the same.
std::string digest_of_exports(const std::filesystem::path& out);

/// Makes the tables and pages of two gradebooks, and lists the differences.
std::vector<std::string> differences(const std::filesystem::path& one,
                                     const std::filesystem::path& other);

}  // namespace synthetic
