#include "cli/leaderboard.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "class/board.hpp"
#include "class/output.hpp"
#include "cli/class_marks.hpp"
#include "number_of.hpp"
#include "report/text.hpp"

namespace grader::cli {
namespace {

bool is_estimate(const Record& record) {
    return record.rival.empty();
}

std::string line_of(const Record& record) {
    const auto beside =
        is_estimate(record)
            ? fmt::format("{:.2f} times its limit", 1 / record.ratio())
            : fmt::format("{:.2f} times as fast as {}", record.ratio(), record.rival);
    return report::printable(fmt::format("  {:>9.2f} us, {:<28} {}\n             {}\n",
                                         record.microseconds, beside, record.what, record.name));
}

void print_best(const OwnBest& own, bool estimates, const char* head, std::ostream& out) {
    if (std::ranges::none_of(own.best,
                             [&](const auto& one) { return is_estimate(one) == estimates; }))
        return;
    out << head;
    for (const Record& record : own.best)
        if (is_estimate(record) == estimates) out << line_of(record);
}

std::string what_is_wrong(const Record& record) {
    return report::printable(
        fmt::format("  an error, and no record: {} in {:.2f} us, and reading its inputs takes "
                    "{:.2f} at the memory's full rate\n",
                    record.what, record.microseconds, record.least));
}

// Labs on the CPU have no records.
std::string where_boards_are(const lab::Kit& kit, const std::vector<lab::Lab>& asked) {
    std::vector<std::string> without, with;
    for (const auto& lab : asked)
        if (!lab.board) without.push_back(lab.slug);
    if (without.empty()) return {};
    for (const auto& lab : kit.find_all(std::vector<std::string>{"all"}))
        if (lab.board) with.push_back(lab.number());
    return fmt::format("no board: nothing of {} is estimated or timed; labs {} have one\n",
                       fmt::join(without, ", "), fmt::join(with, ", "));
}

}  // namespace

OwnBest best_of(const std::vector<Record>& records) {
    OwnBest own;
    for (const bool estimates : {true, false})
        for (const Record& record : records) {
            if (is_estimate(record) != estimates || record.ratio() <= 0) continue;
            if (record.microseconds < record.least) {
                own.below_roof.push_back(record);
                continue;
            }
            // The sizes of estimates are drawn each time, so ratios to the limit are compared.
            const auto known = std::ranges::find_if(own.best, [&](const Record& one) {
                return one.name == record.name && one.rival == record.rival &&
                       (estimates || one.what == record.what);
            });
            if (known == own.best.end())
                own.best.push_back(record);
            else if (record.ratio() > known->ratio())
                *known = record;
        }
    return own;
}

ExitStatus leaderboard(const lab::Kit& kit, const std::vector<std::string>& labs,
                       std::ostream& out) {
    bool any = false;
    const auto asked = kit.find_all(labs);
    for (const auto& lab : asked) {
        const auto so_far = attempts(kit, lab.slug);
        const auto own = best_of(so_far.records);
        if (own.best.empty() && own.below_roof.empty()) continue;
        out << fmt::format("{}{}: your best of {}\n", any ? "\n" : "", lab.slug,
                           words::number_of(so_far.count, "try", "tries"));
        any = true;
        print_best(own, true, "estimated on the simulator\n", out);
        print_best(own, false, "on a device\n", out);
        for (const Record& record : own.below_roof) out << what_is_wrong(record);
    }
    if (any) return full_marks;
    out << where_boards_are(kit, asked);
    if (std::ranges::any_of(asked, &lab::Lab::board))
        out << "no right answer with an estimate or a time yet: grade a lab whose values are "
               "right\n";
    return full_marks;
}

ExitStatus class_leaderboard(const lab::Kit& kit, const std::vector<std::string>& labs,
                             const std::filesystem::path& folder, std::ostream& out) {
    classes::Gradebook book(gradebook_in(folder));
    const auto standings = book.standings();
    bool any = false;
    const auto asked = kit.find_all(labs);
    for (const auto& lab : asked) {
        const auto board = classes::board_of(standings, lab.slug);
        if (board.empty()) continue;
        out << fmt::format("{}{}\n", any ? "\n" : "", lab.slug);
        any = true;
        std::size_t rank = 0;
        for (const auto& place : board) {
            const auto student = report::printable(place.student);
            if (!place.trouble.empty())
                out << fmt::format("   -  {:<24} an error, and no record: {}\n", student,
                                   report::printable(place.trouble));
            else
                out << fmt::format("{:>4}  {:<24} {:.2f} times as fast as {}, over {}\n", ++rank,
                                   student, place.ratio, place.rival,
                                   words::number_of(place.cases, "case"));
        }
    }
    if (any) return full_marks;
    out << where_boards_are(kit, asked);
    if (std::ranges::any_of(asked, &lab::Lab::board))
        out << "no right answer in this class has an estimate or a time\n";
    return full_marks;
}

}  // namespace grader::cli
