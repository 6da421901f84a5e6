// Reads every upload, and records in OUT which file is taken for which lab. Each student's lab
// becomes work to be graded, refused, in doubt, or not submitted. Grades nothing.
#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "class/discover.hpp"
#include "class/doubts.hpp"
#include "class/gradebook.hpp"
#include "class/options.hpp"
#include "lab/kit.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::classes {

/// A student's lab to be graded.
struct Work {
    std::string student, lab, submission;  // submission: the digest of `files`
    std::vector<File> files;
};

/// Checks that the labs exist, and that there are students in the folder. Throws ClassError or
/// lab::LabError; creates nothing.
void expect_class(const lab::Kit& kit, const Options& options);

class Intake {
  public:
    Intake(const lab::Kit& kit, const Options& options, Gradebook& book,
           const sandbox::Sandbox& sandbox);

    /// Writes OUT/taken.csv and OUT/doubtful.toml, and reports doubts on `out`. Throws ClassError.
    void run(std::ostream& out);

    const std::vector<Work>& work() const { return work_; }
    /// Labs whose files may lie in what cannot be read: refused, with the reason.
    const std::vector<Attempt>& refused() const { return refused_; }
    bool in_doubt() const { return !doubts_.empty(); }

  private:
    using Row = std::vector<std::string>;

    void expect_known(const Place& place) const;
    void list(Row row) { rows_.push_back(std::move(row)); }
    std::string text_of_rows() const;
    void take(const Entry& entry, std::ostream& out);
    std::map<Place, std::string> answers_of(const std::string& student, const Upload& upload,
                                            std::ostream& out) const;
    /// Ends the line that tells of an upload of which nothing is taken.
    std::string nothing_taken(const Upload& upload) const;
    void keep_doubts(const std::string& student, const Discovered& found);
    void stand(const std::string& student, const std::string& slug, const Discovered& found,
               const std::vector<Trouble>& troubles);
    void stand_without_files(Work work, const std::vector<Trouble>& troubles);
    void refuse(Work work, const std::vector<Trouble>& troubles);

    const Options& options_;
    Gradebook& book_;
    const std::vector<LabFiles> labs_;
    const Answers answers_;
    const sandbox::Sandbox& sandbox_;
    std::vector<std::string> chosen_;
    std::vector<Work> work_;
    std::vector<Attempt> refused_;
    std::map<std::string, std::vector<Doubt>> doubts_;
    std::vector<Row> rows_;
    std::size_t unreadable_ = 0;  // uploads of which something could not be read
};

}  // namespace grader::classes
