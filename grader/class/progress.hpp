// Progress messages: on a terminal, one line that is updated, with the time left; in a log, one
// line for each mark.
#pragma once

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <mutex>
#include <string>

#include "class/gradebook.hpp"

namespace grader::classes {

class Progress {
  public:
    Progress(std::ostream& out, bool terminal, std::size_t total);
    /// May be called from several threads.
    void done(const Attempt& attempt);
    /// Ends the line that is updated.
    ~Progress();

  private:
    std::string time_left() const;

    std::ostream& out_;
    const bool terminal_;
    const std::size_t total_;
    std::size_t done_ = 0, refused_ = 0, failed_ = 0;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
};

}  // namespace grader::classes
