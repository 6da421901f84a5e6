// Takes what students handed in, then has it graded side by side, and writes what follows.
#include "cli/class.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <future>
#include <map>
#include <mutex>
#include <ostream>
#include <random>
#include <sstream>
#include <thread>

#include "build/stage.hpp"
#include "class/digest.hpp"
#include "class/discover.hpp"
#include "class/doubts.hpp"
#include "class/gradebook.hpp"
#include "class/marks.hpp"
#include "class/names.hpp"
#include "class/output.hpp"
#include "class/progress.hpp"
#include "cli/backend.hpp"
#include "cli/grade_lab.hpp"
#include "cli/submissions.hpp"
#include "descriptor.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "skeleton/archive.hpp"
#include "skeleton/skeletons.hpp"
#include "suite/registry.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;
using namespace classes;

constexpr int tries = 3;  // where the grader itself fails
constexpr std::uintmax_t least_space = 64u << 20;

/// One student's lab, to be graded.
struct Work {
    std::string student, lab, submission;
    std::vector<File> files;
};

kit_io::Descriptor locked(const fs::path& out) {
    kit_io::Descriptor file(open((out / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!file) throw ClassError("cannot write to " + out.string());
    if (flock(file.get(), LOCK_EX | LOCK_NB) != 0)
        throw ClassError("another grader is at work in " + out.string());
    return file;
}

std::vector<LabFiles> labs_of(const lab::Kit& kit) {
    std::vector<LabFiles> labs;
    for (const auto& slug : kit.slugs) {
        const auto lab = lab::load(kit.labs() / slug);
        LabFiles files{slug, {}};
        for (auto& skeleton : skeleton::pristine(kit, lab)) {
            const auto name = skeleton.path.filename().string();
            const bool compiled = std::ranges::count(lab.editable, name) > 0;
            files.files.push_back({name, std::move(skeleton.text), compiled});
        }
        labs.push_back(std::move(files));
    }
    return labs;
}

Settings new_settings(const ClassOptions& options) {
    const auto choice = choose_backend(options.backend);
    std::random_device entropy;
    const auto drawn = std::uniform_int_distribution<std::uint64_t>(0, (1ull << 48) - 1)(entropy);
    return {options.seed.value_or(drawn), name_of(choice.backend), choice.device,
            sandbox::name(choose_sandbox(options.no_sandbox).kind())};
}

/// A class has one seed and one backend, from its first run on.
Settings settings_of(Gradebook& book, const ClassOptions& options) {
    auto settings = book.settings();
    if (!settings) {
        settings = new_settings(options);
        book.settle(*settings);
    }
    const auto refuse = [&](const std::string& what) {
        throw ClassError(fmt::format("the class in {} has {}", options.out.string(), what));
    };
    if (options.seed && *options.seed != settings->seed) refuse("another seed");
    if (options.backend != "auto" && options.backend != settings->backend)
        refuse("the backend " + settings->backend);
    if (choose_backend(settings->backend).device != settings->device)
        refuse("marks made on " + settings->device + ", which is not here");
    // Each attempt says its own.
    settings->sandbox = sandbox::name(choose_sandbox(options.no_sandbox).kind());
    return *settings;
}

/// Reads every upload, and says in OUT what is taken for what.
class Intake {
  public:
    Intake(const lab::Kit& kit, const ClassOptions& options, Gradebook& book)
        : options_(options),
          book_(book),
          labs_(labs_of(kit)),
          answers_(read_answers(options.out / "doubtful.toml")),
          sandbox_(choose_sandbox(options.no_sandbox)) {
        for (const auto& lab : kit.find_all(options.labs)) chosen_.push_back(lab.slug);
        for (const auto& [student, given] : answers_)
            for (const auto& [place, path] : given) expect_known(place);
    }

    void run(std::ostream& out) {
        const auto entries = entries_of(options_.folder, options_.out);
        expect_students(entries);
        for (const auto& entry : entries.students) take(entry);
        for (const auto& name : entries.others) list({"", "", "", name, "belongs to no student"});
        const std::string head[] = {"student", "lab", "file", "taken_from", "how"};
        std::ranges::sort(rows_);
        write_whole(options_.out / "taken.csv", csv_line(head) + text_of_rows());
        write_doubts(options_.out / "doubtful.toml", doubts_, answers_);
        if (!doubts_.empty())
            out << fmt::format("{} students' files are in doubt: see {}\n", doubts_.size(),
                               (options_.out / "doubtful.toml").string());
    }

    const std::vector<Work>& work() const { return work_; }
    /// Uploads that cannot be read, of which nothing was found: refused, with the reason.
    const std::vector<Attempt>& refused() const { return refused_; }
    bool in_doubt() const { return !doubts_.empty(); }

  private:
    using Row = std::vector<std::string>;

    void expect_students(const Entries& entries) const {
        for (const auto& name : options_.only)
            if (!std::ranges::count(entries.students, name, &Entry::student))
                throw ClassError("there is no student '" + name + "'");
    }

    void expect_known(const Place& place) const {
        const auto lab = std::ranges::find(labs_, place.first, &LabFiles::slug);
        if (lab == labs_.end() || !std::ranges::count(lab->files, place.second, &Wanted::name))
            throw ClassError(
                fmt::format("doubtful.toml: no lab {} takes a file {}", place.first, place.second));
    }

    void list(Row row) { rows_.push_back(std::move(row)); }

    std::string text_of_rows() const {
        std::string text;
        for (const auto& row : rows_) text += csv_line(row);
        return text;
    }

    void take(const Entry& entry) {
        const auto upload = read_upload(entry, sandbox_);
        const auto given = answers_.find(entry.student);
        auto found =
            discover(upload.files, labs_,
                     given == answers_.end() ? std::map<Place, std::string>{} : given->second);
        for (const auto& one : found.taken)
            list({entry.student, one.lab, one.name, one.path, one.how});
        for (const auto& doubt : found.doubts)
            for (const auto& path : doubt.candidates)
                list({entry.student, doubt.lab, doubt.name, path, "in doubt"});
        for (const auto& path : found.unused) list({entry.student, "", "", path, "not taken"});
        for (const auto& words : upload.troubles) list({entry.student, "", "", "", words});
        keep_doubts(entry.student, found);
        if (!options_.only.empty() && !std::ranges::count(options_.only, entry.student)) return;
        for (const auto& slug : chosen_) stand(entry.student, slug, found, upload.troubles);
    }

    void keep_doubts(const std::string& student, const Discovered& found) {
        for (const auto& doubt : found.doubts)
            if (std::ranges::count(chosen_, doubt.lab)) doubts_[student].push_back(doubt);
    }

    void stand(const std::string& student, const std::string& slug, const Discovered& found,
               const std::vector<std::string>& troubles) {
        if (std::ranges::count(found.doubts, slug, &Doubt::lab))
            return book_.stand(student, slug, Waiting::doubtful);
        Work work{student, slug, "", {}};
        for (const auto& one : found.taken)
            if (one.lab == slug) work.files.push_back({one.name, one.content});
        std::ranges::sort(work.files, {}, &File::path);
        work.submission = digest(work.files);
        if (!work.files.empty()) {
            work_.push_back(std::move(work));
        } else if (troubles.empty()) {
            book_.stand_not_submitted(student, slug);
        } else {
            refuse(std::move(work), troubles);
        }
    }

    void refuse(Work work, const std::vector<std::string>& troubles) {
        Attempt attempt;
        attempt.student = work.student;
        attempt.lab = work.lab;
        attempt.outcome = Outcome::refused;
        attempt.result.lab = work.lab;
        attempt.result.max_score = suite::full_marks(work.lab);
        for (const auto& words : troubles)
            attempt.result.reason += (attempt.result.reason.empty() ? "" : "; ") + words;
        attempt.result.reason = report::printable(attempt.result.reason);
        attempt.submission = digest(attempt.result.reason);
        refused_.push_back(std::move(attempt));
    }

    const ClassOptions& options_;
    Gradebook& book_;
    const std::vector<LabFiles> labs_;
    const Answers answers_;
    const sandbox::Sandbox sandbox_;
    std::vector<std::string> chosen_;
    std::vector<Work> work_;
    std::vector<Attempt> refused_;
    std::map<std::string, std::vector<Doubt>> doubts_;
    std::vector<Row> rows_;
};

/// Grades one student's lab as the gradebook describes it.
class Judge {
  public:
    Judge(const lab::Kit& kit, fs::path logs) : kit_(kit), logs_(std::move(logs)) {}

    /// `attempt` says who, what and by which settings; its outcome and result are filled in.
    void grade(Attempt& attempt, const std::vector<File>& files) const {
        const build::Stage stage(kit_.build / "class");
        const auto submission = stage.root() / attempt.lab;
        fs::create_directory(submission);
        for (const auto& file : files) build::write_file(submission / file.path, file.content);
        auto request = request_for(attempt, submission);
        request.log = stage.root() / "log.txt";
        try {
            judge(attempt, request);
        } catch (const std::exception& trouble) {
            attempt.outcome = Outcome::grader_failed;
            attempt.result = {};
            attempt.result.lab = attempt.lab;
            attempt.result.reason = report::printable(trouble.what());
        }
        write_log(attempt, submission, request.log);
    }

  private:
    static suite::Request request_for(const Attempt& attempt, const fs::path& submission) {
        suite::Request request;
        request.lab = attempt.lab;
        request.submission = submission;
        request.seed = attempt.settings.seed;
        const auto& sandbox = attempt.settings.sandbox;
        for (const auto kind :
             {sandbox::Kind::bubblewrap, sandbox::Kind::native, sandbox::Kind::none})
            if (sandbox == sandbox::name(kind)) request.sandbox = kind;
        return request;
    }

    void judge(Attempt& attempt, const suite::Request& request) const {
        const auto backend =
            attempt.settings.backend == "sim" ? build::Backend::sim : build::Backend::cuda;
        attempt.result = grade_or_throw(kit_, request, backend);
        const bool graded = attempt.result.status == score::LabStatus::graded;
        // A compiler that cannot write complains of the submission.
        if (!graded && fs::space(kit_.build).available < least_space)
            throw ClassError("the disk of " + kit_.build.string() + " is full");
        attempt.outcome = graded ? Outcome::graded : Outcome::refused;
        const auto folder = request.submission.parent_path().string() + "/";
        attempt.result.log = log_name(attempt);
        for (std::size_t at; (at = attempt.result.details.find(folder)) != std::string::npos;)
            attempt.result.details.erase(at, folder.size());
    }

    static std::string log_name(const Attempt& attempt) {
        return "logs/" + file_name_for(attempt.student) + "/" + attempt.lab + ".txt";
    }

    /// What the student would have seen, then what the programs said.
    void write_log(const Attempt& attempt, const fs::path& submission, const fs::path& raw) const {
        if (logs_.empty()) return;
        const auto path = logs_ / log_name(attempt);
        fs::create_directories(path.parent_path());
        std::ostringstream text;
        text << attempt.student << ' ' << attempt.lab << ": " << mark_of(attempt) << "\n\n";
        if (attempt.outcome == Outcome::grader_failed) {
            text << attempt.result.reason << '\n';
        } else {
            report::Sources sources;
            sources.add(kit_.find(attempt.lab), submission);
            const auto& settings = attempt.settings;
            report::Terminal(sources, report::Terminal::Colour::never)
                .print({settings.backend,
                        settings.device,
                        settings.sandbox,
                        settings.seed,
                        "forward and reverse",
                        {attempt.result},
                        ""},
                       text);
        }
        if (fs::exists(raw)) text << '\n' << build::read_file(raw);
        write_whole(path, report::printable(text.str()));
    }

    const lab::Kit& kit_;
    const fs::path logs_;
};

/// A run over all the work there is.
class Grading {
  public:
    Grading(const lab::Kit& kit, const ClassOptions& options, Gradebook& book,
            const Settings& settings)
        : options_(options),
          book_(book),
          settings_(settings),
          version_(kit_version(kit)),
          judge_(kit, options.out),
          run_(book.begin_run(version_, options.regrade)) {}

    /// What is not in the gradebook yet.
    std::vector<Work> left_of(const std::vector<Work>& all) {
        std::vector<Work> left;
        for (const auto& work : all) {
            if (const auto known = find(work.student, work.lab, work.submission)) {
                book_.stand(*known);
                continue;
            }
            book_.stand(work.student, work.lab, Waiting::pending);
            left.push_back(work);
        }
        return left;
    }

    void refuse(const std::vector<Attempt>& attempts) {
        for (auto attempt : attempts) {
            attempt.kit_version = version_;
            attempt.settings = settings_;
            if (const auto known = find(attempt.student, attempt.lab, attempt.submission))
                book_.stand(*known);
            else
                book_.add(attempt, run_);
        }
    }

    void run(const std::vector<Work>& left, std::ostream& out) {
        Progress progress(out, options_.terminal, left.size());
        std::atomic<std::size_t> next = 0;
        const auto serve = [&] {
            for (auto i = next++; i < left.size(); i = next++) progress.done(grade(left[i]));
        };
        std::vector<std::future<void>> workers;
        for (unsigned i = 0; i < jobs(); ++i)
            workers.push_back(std::async(std::launch::async, serve));
        for (auto& worker : workers) worker.get();
    }

    void finish() {
        if (!failed_) book_.finish_run(run_);
        std::ranges::sort(changed_);
        std::string text;
        for (const auto& lines : changed_)
            for (const auto& line : lines) text += line + '\n';
        if (!text.empty()) write_whole(options_.out / "changes.txt", text);
    }

    const std::vector<std::vector<std::string>>& changed() const { return changed_; }
    bool failed() const { return failed_; }

  private:
    std::optional<Attempt> find(const std::string& student, const std::string& lab,
                                const std::string& submission) {
        return book_.find(student, lab, submission, version_,
                          options_.regrade ? std::optional(run_) : std::nullopt);
    }

    /// On a device one at a time, since times are compared there.
    unsigned jobs() const {
        if (settings_.backend != "sim") return 1;
        return options_.jobs ? options_.jobs : std::max(1u, std::thread::hardware_concurrency());
    }

    Attempt grade(const Work& work) {
        Attempt attempt;
        attempt.student = work.student;
        attempt.lab = work.lab;
        attempt.submission = work.submission;
        attempt.kit_version = version_;
        attempt.settings = settings_;
        book_.keep(work.submission, work.files);
        const auto before = book_.last_mark(work.student, work.lab);
        for (int i = 0; i < tries && attempt.outcome == Outcome::grader_failed; ++i) {
            judge_.grade(attempt, work.files);
            book_.add(attempt, run_);
        }
        if (attempt.outcome == Outcome::grader_failed) failed_ = true;
        if (!before) return attempt;
        if (auto lines = changes(*before, attempt); !lines.empty()) {
            const std::lock_guard lock(mutex_);
            changed_.push_back(std::move(lines));
        }
        return attempt;
    }

    const ClassOptions& options_;
    Gradebook& book_;
    const Settings settings_;
    const std::string version_;
    const Judge judge_;
    const std::int64_t run_;
    std::mutex mutex_;
    std::vector<std::vector<std::string>> changed_;
    std::atomic<bool> failed_ = false;
};

void summarise(const std::vector<Standing>& standings, const fs::path& folder, std::ostream& out) {
    std::map<std::string, int> counts;
    for (const auto& standing : standings) ++counts[standing.state];
    for (const auto& [state, count] : counts) out << fmt::format("{:>6} {}\n", count, state);
    out << fmt::format("marks: {}\n", (folder / "marks.csv").string());
}

}  // namespace

ExitStatus grade_class(const lab::Kit& kit, const ClassOptions& options, std::ostream& out) {
    fs::create_directories(options.out);
    const auto lock = locked(options.out);
    Gradebook book(options.out / "gradebook.sqlite");
    const auto settings = settings_of(book, options);
    Intake intake(kit, options, book);
    intake.run(out);
    Grading grading(kit, options, book, settings);
    grading.refuse(intake.refused());
    const auto left = grading.left_of(intake.work());
    out << fmt::format("{} handed in, {} to grade\n", intake.work().size(), left.size())
        << std::flush;
    grading.run(left, out);
    grading.finish();
    for (const auto& lines : grading.changed())
        for (const auto& line : lines) out << line << '\n';
    const auto standings = book.standings();
    write_marks(options.out, standings, settings);
    summarise(standings, options.out, out);
    if (grading.failed()) return could_not_grade;
    return intake.in_doubt() ? below_full_marks : full_marks;
}

ExitStatus replay(const lab::Kit& kit, const fs::path& folder, const std::string& student,
                  const std::string& lab, std::ostream& out) {
    const auto file = folder / "gradebook.sqlite";
    if (!fs::exists(file)) throw ClassError("there is no gradebook in " + folder.string());
    Gradebook book(file);
    const auto slug = kit.find(lab).slug;
    const auto before = book.last_mark(student, slug);
    if (!before) throw ClassError(fmt::format("{} has no mark for {}", student, slug));
    const auto files = book.files_of(before->submission);
    if (files.empty())
        throw ClassError("nothing could be taken of what was handed in: " + before->result.reason);
    auto again = *before;
    again.kit_version = kit_version(kit);
    Judge(kit, "").grade(again, files);
    out << fmt::format("{} {}: {}\n", report::printable(student), slug, mark_of(again));
    if (again.kit_version != before->kit_version)
        out << fmt::format("the mark was made by version {} of the kit, this is {}\n",
                           before->kit_version, again.kit_version);
    for (const auto& line : changes(*before, again)) out << line << '\n';
    if (again.outcome == Outcome::grader_failed) return could_not_grade;
    const bool same = again.outcome == before->outcome && again.result == before->result;
    out << (same ? "the same in every word\n" : "not the same\n");
    return same ? full_marks : below_full_marks;
}

ExitStatus pack(const lab::Kit& kit, const std::vector<std::string>& labs, const std::string& from,
                const fs::path& file, std::ostream& out) {
    const auto folder = submissions_folder(kit, from);
    skeleton::Archive archive(file);
    for (const auto& lab : kit.find_all(labs)) {
        for (const auto& name : lab.handed_in()) {
            const auto path = folder / lab.slug / name;
            if (!fs::is_regular_file(fs::symlink_status(path))) {
                out << fmt::format("not there: {}/{}\n", lab.slug, name);
                continue;
            }
            archive.add(lab.slug + "/" + name, build::read_file(path), false);
            out << fmt::format("{}/{}\n", lab.slug, name);
        }
    }
    archive.finish();
    out << fmt::format("{}: hand this in\n", file.string());
    return full_marks;
}

}  // namespace grader::cli
