// Works line by line: lines outside regions are copied, lines inside are counted.
#include "skeleton/derive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "number_of.hpp"

namespace grader::skeleton {
namespace {

struct Region {
    int line = 0;              // of its BEGIN marker
    std::string_view comment;  // "//", or "#" in Python
    std::string_view indent;
    std::string task;
    int size = 0;         // lines of code
    int last_length = 0;  // of the task's last line, with indentation; 0: the task has ended
};

constexpr int longest_line = 100;  // as in .clang-format

/// Whether a comment continues the task of the line before. It does if the formatter broke the line
/// because the comment's first word did not fit.
bool goes_on(const Region& region, std::string_view words) {
    const auto first = static_cast<int>(words.substr(0, words.find(' ')).size());
    return region.last_length > 0 && first > 0 && region.last_length + 1 + first > longest_line;
}

class Derivation {
  public:
    explicit Derivation(std::string_view name) : name_(name) {}

    void add(std::string_view line) {
        ++line_;
        const auto start = std::min(line.find_first_not_of(" \t"), line.size());
        const auto indent = line.substr(0, start);
        const auto content = line.substr(start, line.find_last_not_of(" \t\r\n") + 1 - start);
        const std::string_view comment = content.starts_with('#') ? "#" : "//";
        const auto begin_marker = fmt::format("{} BEGIN SOLUTION: ", comment);
        const auto end_marker = fmt::format("{} END SOLUTION", comment);
        if (content.starts_with(begin_marker)) {
            open(comment, indent, content.substr(begin_marker.size()));
            region_->last_length = static_cast<int>(start + content.size());
        } else if (content == end_marker) {
            close();
        } else if (content.find("BEGIN SOLUTION") != content.npos ||
                   content.find("END SOLUTION") != content.npos) {
            fail(line_, fmt::format("a marker stands alone on its line, as '{}…' or '{}'",
                                    begin_marker, end_marker));
        } else if (region_) {
            read_inside(content, static_cast<int>(start + content.size()));
        } else {
            skeleton_ += line;
        }
    }

    void finish() const {
        if (region_) fail(region_->line, "BEGIN SOLUTION is never closed");
        if (regions_.empty()) fail(line_, "no BEGIN SOLUTION: the skeleton would be the solution");
    }

    const std::string& skeleton() const { return skeleton_; }
    const std::vector<source::Lines>& regions() const { return regions_; }

  private:
    void open(std::string_view comment, std::string_view indent, std::string_view task) {
        if (region_) {
            fail(line_, fmt::format("BEGIN SOLUTION inside the one of line {}", region_->line));
        }
        region_ = Region{line_, comment, indent, std::string(task)};
    }

    void read_inside(std::string_view content, int length) {
        const auto start = fmt::format("{} ", region_->comment);
        const bool comment = content.starts_with(region_->comment);
        const auto words = content.substr(std::min(start.size(), content.size()));
        const bool more = content.starts_with(start) && goes_on(*region_, words);
        if (more) region_->task += fmt::format(" {}", words);
        region_->last_length = more ? length : 0;
        region_->size += !content.empty() && !comment;
    }

    void close() {
        if (!region_) fail(line_, "END SOLUTION without BEGIN SOLUTION");
        if (region_->size == 0) fail(region_->line, "the solution is empty");
        skeleton_ += fmt::format("{}{} TODO: {} (about {})\n", region_->indent, region_->comment,
                                 region_->task, words::number_of(region_->size, "line"));
        regions_.push_back({region_->line + 1, line_ - 1});
        region_.reset();
    }

    [[noreturn]] void fail(int line, std::string_view what) const {
        throw SkeletonError(fmt::format("{}:{}: {}", name_, line, what));
    }

    std::string_view name_;
    std::string skeleton_;
    std::optional<Region> region_;
    std::vector<source::Lines> regions_;
    int line_ = 0;
};

Derivation derivation_of(std::string_view solution, std::string_view name) {
    Derivation derivation(name);
    while (!solution.empty()) {
        const auto end = solution.find('\n');
        const auto length = end == solution.npos ? solution.size() : end + 1;
        derivation.add(solution.substr(0, length));
        solution.remove_prefix(length);
    }
    derivation.finish();
    return derivation;
}

}  // namespace

std::string derive(std::string_view solution, std::string_view name) {
    return derivation_of(solution, name).skeleton();
}

std::vector<source::Lines> regions(std::string_view solution, std::string_view name) {
    return derivation_of(solution, name).regions();
}

std::string without_answers(std::string_view solution) {
    constexpr std::string_view name_characters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    std::string questions;
    while (!solution.empty()) {
        const auto line =
            solution.substr(0, std::min(solution.find('\n'), solution.size() - 1) + 1);
        solution.remove_prefix(line.size());
        const auto key = line.substr(0, line.find_first_not_of(name_characters));
        const bool answered = !key.empty() && line.substr(key.size()).starts_with(" = ");
        questions += answered ? fmt::format("{} = \"\"\n", key) : std::string(line);
    }
    return questions;
}

}  // namespace grader::skeleton
