// The first failing case decides quickly; only what passes it is tried on the whole rung.
#include "cli/locate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>
#include <mutex>
#include <ostream>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "build/stage.hpp"
#include "cli/cases.hpp"
#include "cli/grade_lab.hpp"
#include "cli/side_by_side.hpp"
#include "cli/submissions.hpp"
#include "cli/variant.hpp"
#include "mutants/mutants.hpp"
#include "number_of.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

using mutants::Mutant;
using score::CaseResult;

/// A case that fails, with its rung; an empty name means that none does.
struct Target {
    std::string name, rung;
};

/// Predictions are answers to questions, which no change of the code repairs.
template <typename Visit>
void for_each_case(const score::LabResult& result, Visit visit) {
    for (const auto& part : result.parts)
        if (part.part != score::Part::predict)
            for (const CaseResult& one : part.cases) visit(one);
}

bool contains(std::string text, std::string words) {
    for (auto* one : {&text, &words})
        std::ranges::transform(*one, one->begin(), [](unsigned char c) { return std::tolower(c); });
    return text.find(words) != text.npos;
}

Target first_failure(const score::LabResult& result, const std::string& words) {
    Target target;
    for_each_case(result, [&](const CaseResult& one) {
        if (!target.name.empty() || one.status != score::CaseStatus::failed) return;
        if (!contains(one.name, words)) return;
        const auto colon = one.name.find(':');
        target = {one.name, colon == one.name.npos ? "" : one.name.substr(0, colon)};
    });
    return target;
}

/// Whether some cases ran and none of them failed.
bool all_pass(const score::LabResult& result) {
    bool any = false, failed = false;
    for_each_case(result, [&](const CaseResult& one) {
        any = true;
        failed = failed || one.status != score::CaseStatus::passed;
    });
    return any && !failed;
}

/// A place in a file, and what stands there instead in each change that repairs the rung.
struct Place {
    std::string file;
    std::size_t begin = 0, end = 0;
    bool operator<(const Place& other) const {
        return std::tie(file, begin, end) < std::tie(other.file, other.begin, other.end);
    }
};
using Places = std::map<Place, std::vector<Mutant>>;

/// Changes tried so far, for somebody who waits: on a terminal in one line, elsewhere, such as in a
/// log, in a line for every tenth.
class Progress {
  public:
    Progress(std::size_t all, bool terminal, std::ostream& out)
        : all_(all), terminal_(terminal), out_(out) {}
    ~Progress() {
        if (terminal_) out_ << "\r\033[K" << std::flush;
    }
    void step(bool found) {
        const std::lock_guard lock(mutex_);
        ++tried_;
        found_ += found;
        const auto words = fmt::format("  {} of {} tried, {}", tried_, all_,
                                       words::number_of(found_, "repairs it", "repair it"));
        const auto tenths = tried_ * 10 / all_;
        if (terminal_)
            out_ << '\r' << words << "\033[K" << std::flush;
        else if (std::exchange(tenths_, tenths) < tenths)
            out_ << words << std::endl;
    }

  private:
    std::mutex mutex_;
    std::size_t all_, tried_ = 0, found_ = 0, tenths_ = 0;
    bool terminal_;
    std::ostream& out_;
};

class Search {
  public:
    Search(const lab::Kit& kit, const LocateOptions& options)
        : kit_(kit),
          lab_(kit.find(options.lab)),
          sandbox_(choose_sandbox(options.no_sandbox)),
          logs_(kit.build / "mutants"),
          jobs_(options.jobs) {
        request_.lab = lab_.slug;
        request_.sandbox = sandbox_.kind();
        request_.seed = options.seed;
        request_.submission = submissions_folder(kit, options.from) / lab_.slug;
        request_.log = logs_.root() / "log.txt";
    }

    const lab::Lab& lab() const { return lab_; }
    score::LabResult graded() const {
        return grade_or_throw(kit_, request_, build::Backend::sim,
                              std::max(1u, std::thread::hardware_concurrency()));
    }

    /// Of all files that the student edits, in the functions that the case calls.
    std::vector<Mutant> changes_for(const Target& target) const {
        std::vector<Mutant> all;
        for (const auto& file : lab_.editable) {
            auto some = mutants::repairs_of(build::read_file(request_.submission / file), file,
                                            mutants::words_of(target.name));
            std::ranges::move(some, std::back_inserter(all));
        }
        return all;
    }

    /// An endless loop ends after a few times what the slowest case took.
    void limit_calls(const score::LabResult& result) {
        double longest = 0;
        for_each_case(result, [&](const CaseResult& one) {
            if (one.status == score::CaseStatus::passed)
                longest = std::max(longest, one.elapsed.seconds);
        });
        const std::chrono::milliseconds limit(static_cast<std::int64_t>(5000 * longest));
        request_.call_limit = std::clamp<std::chrono::milliseconds>(limit, 1s, 10s);
    }

    Places repairing(const std::vector<Mutant>& changes, const Target& target,
                     Progress& progress) const {
        Places places;
        std::mutex mutex;
        side_by_side(changes.size(), jobs_, [&](std::size_t i) {
            const Mutant& change = changes[i];
            const bool repaired = repairs(change, target);
            progress.step(repaired);
            if (!repaired) return;
            const std::lock_guard lock(mutex);
            places[{change.file, change.begin, change.end}].push_back(change);
        });
        return places;
    }

    std::string source(const std::string& file) const {
        return build::read_file(request_.submission / file);
    }

  private:
    bool repairs(const Mutant& change, const Target& target) const {
        const Variant variant(kit_, lab_, request_.submission, change, sandbox_);
        if (!variant.built().gradable()) return false;
        auto request = request_;
        request.submission = variant.folder();
        request.log = variant.folder().parent_path() / "log.txt";
        request.until_first_failure = true;
        request.rung = target.rung;
        request.only_case = target.name;
        if (!all_pass(grade_lab(kit_, request, build::Backend::sim))) return false;
        request.only_case.clear();
        return all_pass(grade_lab(kit_, request, build::Backend::sim));
    }

    const lab::Kit& kit_;
    lab::Lab lab_;
    sandbox::Sandbox sandbox_;
    build::Stage logs_;
    unsigned jobs_;
    suite::Request request_;
};

/// A line of a file, with marks below the places in it.
struct MarkedLine {
    std::string line, marks;
    std::vector<std::string> repaired;  // the line after each change

    void mark(std::size_t begin, std::size_t end) {
        for (std::size_t at = marks.size(); at < std::min(end, line.size()); ++at)
            marks += line[at] == '\t' ? '\t' : ' ';
        for (std::size_t at = begin; at < std::min(end, line.size()); ++at) marks[at] = '^';
    }
};

/// By file and number. A place that goes on for lines is marked on its first one.
using MarkedLines = std::map<std::pair<std::string, std::ptrdiff_t>, MarkedLine>;

void mark(const Place& place, const std::vector<Mutant>& changes, const std::string& text,
          MarkedLines& lines) {
    const auto begin_of_line = place.begin == 0 ? 0 : text.rfind('\n', place.begin - 1) + 1;
    const auto end_of_line = std::min(text.find('\n', place.begin), text.size());
    const auto before = text.begin() + static_cast<std::ptrdiff_t>(place.begin);
    auto& line = lines[{place.file, 1 + std::count(text.begin(), before, '\n')}];
    line.line = text.substr(begin_of_line, end_of_line - begin_of_line);
    line.mark(place.begin - begin_of_line, place.end - begin_of_line);
    for (const Mutant& change : changes) line.repaired.push_back(change.after);
}

// Many changes of one place are one place, and a place within another one says more.
Places without_wider_ones(const Places& places) {
    Places kept;
    for (const auto& [place, changes] : places) {
        const bool wider = std::ranges::any_of(places, [&](const auto& other) {
            const Place& inner = other.first;
            return inner.file == place.file && place.begin <= inner.begin &&
                   inner.end <= place.end && (inner.begin != place.begin || inner.end != place.end);
        });
        if (!wider) kept.emplace(place, changes);
    }
    return kept;
}

void print(const Places& places, const Search& search, bool show, std::ostream& out) {
    MarkedLines lines;
    for (const auto& [place, changes] : places)
        mark(place, changes, search.source(place.file), lines);
    for (const auto& [where, line] : lines) {
        out << fmt::format("\n{}:{}\n    {}\n    {}\n", where.first, where.second, line.line,
                           line.marks);
        if (show)
            for (const auto& repaired : line.repaired)
                out << fmt::format("    repaired: {}\n", repaired);
    }
    if (!show) out << "\n--show prints the changes, too\n";
}

}  // namespace

ExitStatus locate(const lab::Kit& kit, const LocateOptions& options, std::ostream& out) {
    Search search(kit, options);
    expect_case({search.lab()}, options.words);
    const auto result = search.graded();
    if (result.status != score::LabStatus::graded) {
        out << fmt::format("{}: {}\n", search.lab().slug, result.reason);
        return could_not_grade;
    }
    const auto target = first_failure(result, options.words);
    if (target.name.empty()) {
        out << fmt::format(
            "{}: no case fails{}\n", search.lab().slug,
            options.words.empty() ? "" : " with '" + options.words + "' in its name");
        return full_marks;
    }
    search.limit_calls(result);
    const auto changes = search.changes_for(target);
    out << fmt::format("{}: '{}' fails; trying {}, one at a time\n", search.lab().slug, target.name,
                       words::number_of(changes.size(), "small change"))
        << std::flush;
    Places places;
    {
        Progress progress(changes.size(), options.terminal, out);
        places = without_wider_ones(search.repairing(changes, target, progress));
    }
    const auto what = target.rung.empty() ? "the lab" : target.rung;
    if (places.empty()) {
        out << fmt::format(
            "none of them makes every case of {} pass: it needs another change, or more than one\n",
            what);
        return below_full_marks;
    }
    out << fmt::format("every case of {} passes if {} is changed:\n", what,
                       places.size() == 1 ? "the marked part" : "one of these parts, whichever,");
    print(places, search, options.show, out);
    return full_marks;
}

}  // namespace grader::cli
