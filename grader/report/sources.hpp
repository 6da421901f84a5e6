// Lines of the submitted files, for reports that show them. Promises to read nothing but the files
// a lab declares editable, from the folder they were submitted in.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lab.hpp"

namespace grader::report {

class Sources {
  public:
    /// Reads the editable files of `lab` from `folder`; one that is missing has no lines.
    void add(const lab::Lab& lab, const std::filesystem::path& folder);
    void add(const std::string& slug, const std::string& file, std::string_view text);

    /// The line, counted from 1, without its indentation, or an empty text where there is none.
    /// `file` may be given with a path: only its name counts.
    std::string line(const std::string& slug, const std::string& file, int number) const;

    /// All lines of the file; none where it was not added.
    std::vector<std::string> lines(const std::string& slug, const std::string& file) const;
    /// What the lab's files still ask for: "matvec.cu:11: compute this thread's row (about 6
    /// lines)".
    std::vector<std::string> open_tasks(const std::string& slug) const;

  private:
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> lines_;
};

}  // namespace grader::report
