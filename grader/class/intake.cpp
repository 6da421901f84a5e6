#include "class/intake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "class/digest.hpp"
#include "class/names.hpp"
#include "class/output.hpp"
#include "class/wanted.hpp"
#include "lab/spelling.hpp"
#include "number_of.hpp"
#include "report/text.hpp"
#include "suite/registry.hpp"

namespace grader::classes {

namespace {

std::string students(std::size_t count) {
    return words::number_of(count, "student");
}

}  // namespace

void expect_class(const lab::Kit& kit, const Options& options) {
    kit.find_all(options.labs);
    const auto folder = options.folder.string();
    std::error_code missing;
    if (std::filesystem::equivalent(options.folder, options.out, missing))
        throw ClassError("--out must be another folder than " + folder);
    const auto students = entries_of(options.folder, options.out).students;
    if (students.empty()) throw ClassError("there is no student in " + folder);
    std::vector<std::string> names;
    for (const auto& entry : students) names.push_back(entry.student);
    for (const auto& name : options.only)
        if (!std::ranges::count(names, name))
            throw ClassError(fmt::format("there is no student '{}' in {}{}", name, folder,
                                         lab::suggestion(name, names)));
    if (!options.sbatch.empty() && options.executor != "slurm")
        throw ClassError("--sbatch needs --executor slurm");
}

Intake::Intake(const lab::Kit& kit, const Options& options, Gradebook& book,
               const sandbox::Sandbox& sandbox)
    : options_(options),
      book_(book),
      labs_(wanted_files(kit)),
      answers_(read_answers(options.out / "doubtful.toml")),
      sandbox_(sandbox) {
    for (const auto& lab : kit.find_all(options.labs)) chosen_.push_back(lab.slug);
    for (const auto& [student, given] : answers_)
        for (const auto& [place, answer] : given) expect_known(place);
}

void Intake::run(std::ostream& out) {
    const auto entries = entries_of(options_.folder, options_.out);
    for (const auto& entry : entries.students) take(entry, out);
    for (const auto& name : entries.others) list({"", "", "", name, "belongs to no student"});
    const std::string head[] = {"student", "lab", "file", "taken_from", "how"};
    std::ranges::sort(rows_);
    write_whole(options_.out / "taken.csv", csv_line(head) + text_of_rows());
    write_doubts(options_.out / "doubtful.toml", doubts_, answers_);
    if (!doubts_.empty())
        out << fmt::format("files in doubt, of {}: see {}\n", students(doubts_.size()),
                           (options_.out / "doubtful.toml").string());
    if (unreadable_ > 0)
        out << fmt::format("files that cannot be read, of {}: see {}\n", students(unreadable_),
                           (options_.out / "taken.csv").string());
}

void Intake::expect_known(const Place& place) const {
    const auto lab = std::ranges::find(labs_, place.first, &LabFiles::slug);
    if (lab == labs_.end() || !std::ranges::count(lab->files, place.second, &Wanted::name))
        throw ClassError(
            fmt::format("doubtful.toml: no lab {} takes a file {}", place.first, place.second));
}

std::string Intake::text_of_rows() const {
    std::string text;
    for (const auto& row : rows_) text += csv_line(row);
    return text;
}

/// An answer that names no file of the upload, because a newer one has come since, is reported. It
/// stays in the file.
std::map<Place, std::string> Intake::answers_of(const std::string& student, const Upload& upload,
                                                std::ostream& out) const {
    std::map<Place, std::string> paths;
    const auto given = answers_.find(student);
    if (given == answers_.end()) return paths;
    for (const auto& [place, answer] : given->second) {
        paths[place] = answer.path;
        if (!answer.path.empty() && !std::ranges::count(upload.files, answer.path, &File::path))
            out << fmt::format(
                "{}:{}: {} has handed in no file '{}'\n", (options_.out / "doubtful.toml").string(),
                answer.line, report::printable_name(student), report::printable_name(answer.path));
    }
    return paths;
}

void Intake::take(const Entry& entry, std::ostream& out) {
    const auto upload = read_upload(entry, sandbox_);
    auto found = discover(upload.files, labs_, answers_of(entry.student, upload, out));
    for (const auto& one : found.taken) list({entry.student, one.lab, one.name, one.path, one.how});
    for (const auto& doubt : found.doubts)
        for (const auto& path : doubt.candidates)
            list({entry.student, doubt.lab, doubt.name, path, "in doubt"});
    for (const auto& path : found.unused) list({entry.student, "", "", path, "not taken"});
    for (const auto& path : upload.others) list({entry.student, "", "", path, "not taken"});
    for (const auto& trouble : upload.troubles) list({entry.student, "", "", "", trouble.words()});
    unreadable_ += !upload.troubles.empty();
    if (found.taken.empty() && found.doubts.empty() && upload.troubles.empty())
        out << report::printable_name(entry.student) << nothing_taken(upload);
    keep_doubts(entry.student, found);
    if (!options_.only.empty() && !std::ranges::count(options_.only, entry.student)) return;
    for (const auto& slug : chosen_) stand(entry.student, slug, found, upload.troubles);
}

std::string Intake::nothing_taken(const Upload& upload) const {
    if (upload.files.empty() && upload.others.empty()) return ": the upload is empty\n";
    return fmt::format(": nothing is taken of the upload: see {}\n",
                       (options_.out / "taken.csv").string());
}

void Intake::keep_doubts(const std::string& student, const Discovered& found) {
    for (const auto& doubt : found.doubts)
        if (std::ranges::count(chosen_, doubt.lab)) doubts_[student].push_back(doubt);
}

void Intake::stand(const std::string& student, const std::string& slug, const Discovered& found,
                   const std::vector<Trouble>& troubles) {
    if (std::ranges::count(found.doubts, slug, &Doubt::lab))
        return book_.stand(student, slug, Waiting::doubtful);
    Work work{student, slug, "", {}};
    for (const auto& one : found.taken)
        if (one.lab == slug) work.files.push_back({one.name, one.content});
    std::ranges::sort(work.files, {}, &File::path);
    work.submission = digest(work.files);
    if (!work.files.empty()) {
        work_.push_back(std::move(work));
    } else {
        const auto lab = std::ranges::find(labs_, slug, &LabFiles::slug);
        stand_without_files(
            std::move(work),
            troubles_of(*lab, labs_, troubles, found.taken.empty() && found.doubts.empty()));
    }
}

/// What cannot be read does not take the place of work that has a mark.
void Intake::stand_without_files(Work work, const std::vector<Trouble>& troubles) {
    const auto held = book_.mark_held(work.student, work.lab);
    if (troubles.empty() || (held && held->outcome == Outcome::graded))
        book_.stand_not_submitted(work.student, work.lab);
    else
        refuse(std::move(work), troubles);
}

void Intake::refuse(Work work, const std::vector<Trouble>& troubles) {
    Attempt attempt;
    attempt.student = work.student;
    attempt.lab = work.lab;
    attempt.outcome = Outcome::refused;
    attempt.result.lab = work.lab;
    attempt.result.max_score = suite::full_marks(work.lab);
    for (const auto& trouble : troubles)
        attempt.result.reason += (attempt.result.reason.empty() ? "" : "; ") + trouble.words();
    attempt.result.reason = report::printable(attempt.result.reason);
    attempt.submission = digest(attempt.result.reason);
    refused_.push_back(std::move(attempt));
}

}  // namespace grader::classes
