#include "class/judge.hpp"

#include <sstream>

#include "build/stage.hpp"
#include "class/marks.hpp"
#include "class/names.hpp"
#include "class/output.hpp"
#include "report/kept_seed.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "skeleton/handed_out.hpp"

namespace grader::classes {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t least_space = 64u << 20;

suite::Request request_for(const Attempt& attempt, const fs::path& submission) {
    suite::Request request;
    request.lab = attempt.lab;
    request.submission = submission;
    request.seed = attempt.settings.seed;
    const auto& sandbox = attempt.settings.sandbox;
    for (const auto kind : {sandbox::Kind::bubblewrap, sandbox::Kind::native, sandbox::Kind::none})
        if (sandbox == sandbox::name(kind)) request.sandbox = kind;
    return request;
}

std::string log_name(const Attempt& attempt) {
    return "logs/" + file_name_for(attempt.student) + "/" + attempt.lab + ".txt";
}

/// The full log, where a student may not see all of it.
std::string full_log_name(const Attempt& attempt) {
    return "logs/" + file_name_for(attempt.student) + "/" + attempt.lab + "-full.txt";
}

}  // namespace

void Judge::grade(Attempt& attempt, const std::vector<File>& files,
                  const std::string& device) const {
    const build::Stage stage(kit_.build / "class");
    const auto submission = stage.root() / attempt.lab;
    fs::create_directory(submission);
    for (const auto& file : files) build::write_file(submission / file.path, file.content);
    auto request = request_for(attempt, submission);
    request.log = stage.root() / "log.txt";
    request.visible_device = device;
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

void Judge::judge(Attempt& attempt, const suite::Request& request) const {
    const auto backend =
        attempt.settings.backend == "sim" ? build::Backend::sim : build::Backend::cuda;
    attempt.result = score::without_times(grade_(request, backend));
    const bool graded = attempt.result.status == score::LabStatus::graded;
    // If these folders are not writable, a compiler that fails to write would blame the submission.
    for (const auto& folder : {kit_.build / "class", kit_.build / "cache"})
        if (!graded && fs::space(folder).available < least_space)
            throw ClassError("the disk of " + folder.string() + " is full");
    attempt.outcome = graded ? Outcome::graded : Outcome::refused;
    const auto folder = request.submission.parent_path().string() + "/";
    attempt.result.log = log_name(attempt);
    for (std::size_t at; (at = attempt.result.details.find(folder)) != std::string::npos;)
        attempt.result.details.erase(at, folder.size());
}

/// Writes what the student would have seen, then what the programs printed.
void Judge::write_log(const Attempt& attempt, const fs::path& submission,
                      const fs::path& raw) const {
    if (out_.empty()) return;
    const auto path = out_ / log_name(attempt);
    fs::create_directories(path.parent_path());
    std::ostringstream text;
    text << attempt.student << ' ' << attempt.lab << ": " << mark_of(attempt) << "\n\n";
    if (attempt.outcome == Outcome::grader_failed) {
        text << attempt.result.reason << '\n';
    } else {
        report::Sources sources;
        const auto lab = kit_.find(attempt.lab);
        sources.add(lab, submission);
        skeleton::add_handed_out(sources, kit_, lab);
        report::Terminal(sources, report::Terminal::Colour::never)
            .print(run_for_student(attempt, hidden_), text);
    }
    const bool keeps_back =
        hidden_ != score::OfHidden::all && score::has_hidden_cases(attempt.result);
    const auto full = fs::exists(raw) ? '\n' + build::read_file(raw) : "";
    if (!keeps_back) text << report::without_seed(full, attempt.settings.seed);
    write_whole(path, report::printable(text.str()));
    const auto kept_back = out_ / full_log_name(attempt);
    if (keeps_back)
        write_whole(kept_back, report::printable(full));
    else
        fs::remove(kept_back);
}

}  // namespace grader::classes
