#include "report/page_drawings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "number_of.hpp"
#include "report/text.hpp"

namespace grader::report {
namespace {

constexpr std::int64_t sector_bytes = 32, word_bytes = 4;
constexpr std::size_t most_sectors = 64, most_passages = 24;

/// Pale enough for dark text in both colour schemes; neighbouring lanes differ.
std::string cell(const std::vector<int>& lanes, const std::string& what) {
    if (lanes.empty())
        return fmt::format("<span class=\"cell\" title=\"{}: unused\"></span>", what);
    const auto words = lanes.size() == 1 ? fmt::format("lane {}", lanes.front())
                                         : fmt::format("{} lanes", lanes.size());
    return fmt::format(
        "<span class=\"cell\" style=\"background:hsl({} 75% 78%)\" title=\"{}: {}\">{}</span>",
        lanes.front() * 47 % 360, what, words,
        lanes.size() == 1 ? std::to_string(lanes.front()) : "+");
}

/// For each word of global memory, the lanes that use it.
std::map<std::int64_t, std::vector<int>> words_of(const score::LaneRequest& request) {
    std::map<std::int64_t, std::vector<int>> words;
    for (int lane = 0; lane < static_cast<int>(request.offsets.size()); ++lane) {
        const std::int64_t offset = request.offsets[static_cast<std::size_t>(lane)];
        if (offset < 0) continue;
        const auto end = offset + static_cast<std::int64_t>(request.bytes);
        for (auto word = offset / word_bytes; word * word_bytes < end; ++word)
            words[word].push_back(lane);
    }
    return words;
}

std::string sector_map(const score::WorstLine& line) {
    const auto words = words_of(*line.request);
    const std::int64_t per_sector = sector_bytes / word_bytes;
    std::map<std::int64_t, std::string> sectors;  // by sector
    for (const auto& [word, lanes] : words) {
        const std::int64_t sector = word / per_sector;
        if (sectors.contains(sector)) continue;
        for (auto w = sector * per_sector; w < (sector + 1) * per_sector; ++w) {
            const auto used = words.find(w);
            sectors[sector] += cell(used == words.end() ? std::vector<int>{} : used->second,
                                    fmt::format("byte {}", w * word_bytes));
        }
    }
    std::string html;
    std::size_t shown = 0;
    for (const auto& [sector, cells] : sectors) {
        if (++shown > most_sectors) break;
        html += fmt::format(
            "<div class=\"sector\"><span class=\"where\">byte {}</span><div "
            "class=\"cells\">{}</div></div>",
            sector * sector_bytes, cells);
    }
    return fmt::format("<div class=\"map\" role=\"img\" aria-label=\"{}\">{}</div>",
                       words::number_of(sectors.size(), "sector"), html);
}

std::string bank_map(const score::WorstLine& line) {
    constexpr int banks = 32;
    const auto& request = *line.request;
    std::string html;
    for (const auto& lanes : request.served) {
        std::vector<std::vector<int>> by_bank(banks);
        for (const int lane : lanes) {
            const auto at = static_cast<std::size_t>(lane);
            if (at >= request.offsets.size() || request.offsets[at] < 0) continue;
            const auto word =
                (static_cast<std::int64_t>(request.start) + request.offsets[at]) / word_bytes;
            by_bank[static_cast<std::size_t>(word % banks)].push_back(lane);
        }
        html += "<div class=\"banks\">";
        for (int bank = 0; bank < banks; ++bank)
            html += cell(by_bank[static_cast<std::size_t>(bank)], fmt::format("bank {}", bank));
        html += "</div>";
    }
    return fmt::format("<div role=\"img\" aria-label=\"{} of 32 banks\">{}</div>",
                       words::number_of(request.served.size(), "wavefront"), html);
}

std::string location(const std::string& file, int line) {
    return file.empty() || line == 0 ? "" : fmt::format("{}:{}", escaped(file), line);
}

std::string party(const score::OtherParty& who) {
    if (who.host) return "the host";
    return fmt::format("thread {} of block {}", coordinates(who.thread), coordinates(who.block));
}

bool same_thread(const score::OtherParty& a, const score::OtherParty& b) {
    return a.host == b.host && a.block == b.block && a.thread == b.thread;
}

std::string what_it_does(const score::Witness::Step& step, const std::string& met_at) {
    const auto after = fmt::format("<b>{}</b>", escaped(step.after));
    if (step.who.op == "read")
        return fmt::format("reads {} = {}{}", escaped(met_at), after,
                           step.usual.empty() ? "" : ", not " + escaped(step.usual));
    return fmt::format("{} {} over {} in {}", step.who.op == "write" ? "stores" : "puts", after,
                       escaped(step.before), escaped(met_at));
}

}  // namespace

std::string lane_map(const score::WorstLine& line) {
    if (!line.request) return {};
    const bool shared = line.space == "shared";
    const auto array = line.array.empty() ? "an array" : line.array;
    const auto* const op = line.op == "load"    ? "loads of"
                           : line.op == "store" ? "stores to"
                                                : "atomics on";
    return fmt::format(
        "<h3>{} of one request: {} {}</h3>\n<p class=\"quiet\">{}: {} {} in all, {} would do. A "
        "cell is 4 "
        "bytes, its number the lane that uses it; + is several; empty is {}.</p>\n{}\n",
        shared ? "Banks" : "Sectors", op, escaped(array), location(line.file, line.line), line.cost,
        score::unit_of(line.space), line.least,
        shared ? "a bank that is idle in this pass" : "fetched and not used",
        shared ? bank_map(line) : sector_map(line));
}

std::string barrier_chart(const score::BarrierTimeline& barriers) {
    if (barriers.passages.empty()) return {};
    std::uint64_t most = 1;
    const auto shown = std::min(barriers.passages.size(), most_passages);
    for (std::size_t i = 0; i < shown; ++i)
        most = std::max(most, std::ranges::max(barriers.passages[i].requests));
    std::string html;
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& passage = barriers.passages[i];
        html += fmt::format("<div class=\"passage\"><span class=\"where\">{}. {}</span>", i + 1,
                            location(passage.file, passage.line));
        for (std::size_t warp = 0; warp < passage.requests.size(); ++warp)
            html += fmt::format(
                "<div class=\"warp\" title=\"warp {}: {}\"><span style=\"width:{}%\"></span></div>",
                warp, words::number_of(passage.requests[warp], "request"),
                100 * passage.requests[warp] / most);
        html += "</div>";
    }
    return fmt::format(
        "<h3>Barriers of block {}</h3>\n<p class=\"quiet\">A row is a warp, from the first on top; "
        "blue is "
        "its memory requests before the barrier, hatched is waiting. {} of {} passages.</p>\n<div "
        "class=\"passages\" role=\"img\" aria-label=\"{} with {}\">{}</div>\n",
        barriers.block, shown, barriers.passed, words::number_of(shown, "barrier"),
        words::number_of(barriers.passages.front().requests.size(), "warp"), html);
}

std::string witness_chart(const score::Witness& witness) {
    if (witness.steps.empty()) return {};
    const auto& first = witness.steps.front().who;
    const auto second = std::ranges::find_if(
        witness.steps, [&](const auto& step) { return !same_thread(step.who, first); });
    if (second == witness.steps.end()) return {};
    std::string html = fmt::format("<div class=\"who\">{}</div><div class=\"who\">{}</div>",
                                   party(first), party(second->who));
    int row = 1;
    for (const auto& step : witness.steps) {
        // One row below the other, on either side; time runs downwards.
        html += fmt::format(
            "<div class=\"step {}\" style=\"grid-row:{}\">{} <span class=\"quiet\">{}</span></div>",
            same_thread(step.who, first) ? "left" : "right", ++row,
            what_it_does(step, witness.met_at), location(step.who.file, step.who.line));
    }
    std::string end =
        witness.lost.empty() ? "" : fmt::format("{} is lost. ", escaped(witness.lost));
    if (!witness.outcome.empty())
        end += fmt::format("{} is {}, not {}.", escaped(witness.outcome), escaped(witness.here),
                           escaped(witness.usual));
    if (!end.empty()) html += fmt::format("<div class=\"outcome\">{}</div>", end);
    const auto command = witness.command.empty() ? ""
                                                 : fmt::format("<p>To see it:</p>\n<pre>{}</pre>\n",
                                                               escaped(witness.command));
    return fmt::format(
        "<p>In this order it changes a result; a row is a step, from top to bottom:</p>\n"
        "<div class=\"witness\">{}</div>\n{}",
        html, command);
}

std::string heat_map(const score::WrongElements& wrong) {
    std::size_t columns = 1, bad = 0, all = 0;
    for (const auto& row : wrong.right) columns = std::max(columns, row.size());
    std::string html;
    bool is_first = true;
    for (std::size_t r = 0; r < wrong.right.size(); ++r)
        for (std::size_t c = 0; c < columns; ++c) {
            if (c >= wrong.right[r].size()) {
                html += "<span></span>";
                continue;
            }
            const bool right = wrong.right[r][c], first = !right && is_first;
            const auto& got = wrong.got[r][c];
            ++all;
            bad += !right;
            is_first = is_first && right;
            html += fmt::format(
                "<span class=\"{}{}\" title=\"row {}, column {}: expected {}, got {}\"></span>",
                right                  ? "ok"
                : got.starts_with('(') ? "empty"
                                       : "off",
                first ? " first" : "", wrong.row + r, wrong.column + c,
                escaped(wrong.expected[r][c]), escaped(got));
        }
    return fmt::format(
        "<div class=\"heat\" role=\"img\" "
        "style=\"grid-template-columns:repeat({},minmax(0,1fr));max-width:{}rem\" "
        "aria-label=\"{} of {} elements of {} shown are wrong\">{}</div>\n<p class=\"quiet\">{} "
        "from row {}, column "
        "{} on: red is wrong, hatched was never written, the frame is the first.</p>\n",
        columns, std::min<std::size_t>(38, columns * 2), bad, all, escaped(wrong.array), html,
        escaped(wrong.array), wrong.row, wrong.column);
}

std::string estimate_scale(const score::Work& work) {
    // A logarithmic scale from half the limit on.
    static constexpr double least = 0.5, most = score::Work::no_marks_from;
    const auto place_of = [](double ratio) {
        return 99 * std::log(std::clamp(ratio, least, most) / least) / std::log(most / least);
    };
    return fmt::format(
        "<div class=\"estimate\"><p>{}: about {:.3g} µs, <strong>{:.2f} times</strong> the limit "
        "of {:.3g} µs; bound by {}.</p><div class=\"scale\" style=\"--full:{:.1f}%\" role=\"img\" "
        "aria-label=\"{:.2f} times the limit; all points up to {:g}, none from {:g} on\"><span "
        "style=\"left:{:.1f}%\"></span></div></div>\n",
        escaped(work.what), work.microseconds, work.ratio(), work.limit, escaped(work.bound),
        place_of(score::Work::full_marks_up_to), work.ratio(), score::Work::full_marks_up_to, most,
        place_of(work.ratio()));
}

}  // namespace grader::report
