// A finding in a student's file, whose relevant lines the tests specify.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "simulator/report/settle.hpp"

namespace cusim::report::test {

// Each is written to a file of its own, since files that were read stay cached.
class StudentSource {
  public:
    explicit StudentSource(const std::string& text) {
        static int files = 0;
        path_ = std::filesystem::temp_directory_path() /
                ("student-" + std::to_string(getpid()) + "-" + std::to_string(++files) + ".cu");
        std::ofstream(path_) << text;
    }
    StudentSource(const StudentSource&) = delete;
    StudentSource& operator=(const StudentSource&) = delete;
    ~StudentSource() { std::filesystem::remove(path_); }

    Place line(int number) const { return {"a.cu", path_.string(), number}; }
    const char* path() const { return path_.c_str(); }

  private:
    std::filesystem::path path_;
};

}  // namespace cusim::report::test
