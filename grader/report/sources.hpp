// Lines of the submitted files, for reports that show them. Reads only the files that a lab
// declares as editable, from the folder of the submission.
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
    /// Reads the editable files of `lab` from `folder`. A missing file has no lines.
    void add(const lab::Lab& lab, const std::filesystem::path& folder);
    void add(const std::string& slug, const std::string& file, std::string_view text);
    /// How the lab's file was handed out.
    void add_handed_out(const std::string& slug, const std::string& file, std::string_view text);

    /// The line with this number, from 1, without its indentation; empty if there is none. Of a
    /// path in `file`, only the file name counts.
    std::string line(const std::string& slug, const std::string& file, int number) const;

    /// All lines of the file; empty if it was not added.
    std::vector<std::string> lines(const std::string& slug, const std::string& file) const;
    /// The TODOs left in the lab's files: "matvec.cu:11: compute this thread's row (about 6
    /// lines)".
    std::vector<std::string> open_tasks(const std::string& slug) const;
    /// The functions of the lab's files; see source::unfinished_functions.
    std::map<std::string, bool> unfinished_functions(const std::string& slug) const;
    /// Whether nobody has begun `function`; see source::is_untouched. False where it is not known
    /// how the lab's files were handed out.
    bool is_untouched(const std::string& slug, const std::string& function) const;

  private:
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> lines_, handed_out_;
};

}  // namespace grader::report
