// Runs the grader by its command line, as users do, and reads its marks.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab/kit.hpp"
#include "score/result.hpp"

namespace course {

namespace fs = std::filesystem;

inline const grader::lab::Kit kit = grader::lab::this_kit();

/// The lab named by LAB; tests of one lab run once for each.
const grader::lab::Lab& the_lab();

/// The content of the file at `path`; empty if there is none.
std::string content(const fs::path& path);

/// A temporary folder.
class Scratch {
  public:
    Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch();

    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

struct Said {
    int status;
    std::string out;  // both outputs together
};

/// Runs `program` with `arguments`. `environment` precedes it as in a shell: "A=1 B=2".
Said run(const fs::path& program, const std::vector<std::string>& arguments,
         const std::string& environment = "");

/// The grader that was built.
fs::path grade_program();

struct Graded {
    int status;
    nlohmann::json lab;    // of the JSON report
    std::string terminal;  // the student's screen

    grader::score::LabResult result() const;
};

/// Grades the lab in `folder`/SLUG with the seed of these tests.
Graded grade(const std::string& slug, const fs::path& folder,
             const std::vector<std::string>& options = {});

/// The same for a folder that contains the lab's files themselves.
Graded grade_files(const std::string& slug, const fs::path& files,
                   const std::vector<std::string>& options = {});

}  // namespace course
