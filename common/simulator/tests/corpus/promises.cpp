#include "simulator/tests/corpus/promises.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace corpus {
namespace {

constexpr const char* severities[] = {"error", "warning", "note"};

struct Mark {
    std::string kind, severity = "error";
    bool alone = false;
};

[[noreturn]] void refuse(const std::string& why, const std::string& what) {
    throw BadPromise{why + ": " + what};
}

// Such as "race", "race warning", "deadlock alone".
Mark read_mark(const std::string& text) {
    std::istringstream words{text};
    Mark mark;
    words >> mark.kind;
    if (mark.kind.empty()) refuse("expects a kind", text);
    for (std::string word; words >> word;) {
        if (mark.alone) refuse("\"alone\" comes last", text);
        if (word == "alone")
            mark.alone = true;
        else if (std::ranges::find(severities, word) != std::end(severities))
            mark.severity = word;
        else
            refuse("expects a kind and perhaps a severity", text);
    }
    return mark;
}

Promised& promise_of(std::vector<Promised>& all, const Mark& mark) {
    const auto same = std::ranges::find_if(all, [&](const Promised& one) {
        return one.kind == mark.kind && one.severity == mark.severity;
    });
    if (same != all.end()) return *same;
    return all.emplace_back(Promised{mark.kind, mark.severity, {}, {}, false});
}

class Reader {
  public:
    void read(const std::string& line) try {
        ++number_;
        const auto code = line.find_first_not_of(' ');
        const auto first = line.find("// ");
        if (first == std::string::npos) return;
        if (first == code) return read_comment(line.substr(first + 3), true);
        for (auto at = first; at != std::string::npos;) {
            const auto next = line.find("// ", at + 3);
            read_comment(line.substr(at + 3, next == std::string::npos ? next : next - at - 3),
                         false);
            at = next;
        }
    } catch (const BadPromise& error) {
        throw BadPromise{fmt::format("line {}: {}", number_, error.what())};
    }

    Promises finish() {
        for (const Promised& one : promises_.must) {
            const std::string what = one.describe();
            if (one.lines.empty()) refuse("OTHER without EXPECT", what);
            if (one.alone && !one.others.empty()) refuse("\"alone\" has no OTHER", what);
        }
        const bool about_findings =
            promises_.near_miss || promises_.dies || !promises_.says.empty();
        if (promises_.is_clean() && about_findings) refuse("no EXPECT", "nothing is to be found");
        if (promises_.has_no_witness && !promises_.has_race())
            refuse("no race", "nothing could have a witness");
        return std::move(promises_);
    }

  private:
    void read_comment(std::string text, bool whole_line) {
        text.erase(text.find_last_not_of(" \r") + 1);
        for (const char* key : {"EXPECT", "OTHER", "MAY"})
            if (const auto marks = rest_behind(text, key)) {
                if (whole_line) refuse("marks no line of code", text);
                mark_line(key, *marks);
            }
        for (const char* key : {"NEAR-MISS", "SAYS", "DIES", "ORDER", "NO WITNESS"})
            if (const auto words = rest_behind(text, key)) {
                if (!whole_line) refuse("needs a line of its own", text);
                set(key, *words);
            }
    }

    // The text after `key`, if `text` begins with that word.
    static std::optional<std::string> rest_behind(const std::string& text, const std::string& key) {
        if (!text.starts_with(key)) return {};
        const std::string rest = text.substr(key.size());
        if (rest.empty()) return rest;
        if (rest[0] == ' ' || rest[0] == ':') return rest;
        return {};
    }

    void mark_line(const std::string& key, const std::string& text) {
        if (text.empty() || text[0] == ':' || text.ends_with(','))
            refuse("cannot be read", key + text);
        std::istringstream marks{text};
        for (std::string one; std::getline(marks >> std::ws, one, ',');) mark_line_with(key, one);
    }

    void mark_line_with(const std::string& key, const std::string& one) {
        const Mark mark = read_mark(one);
        if (mark.severity == "note" && key != "MAY") refuse("nobody must find a note", one);
        if (mark.alone && key != "EXPECT") refuse("only EXPECT takes \"alone\"", one);
        Promised& promised = promise_of(key == "MAY" ? promises_.may : promises_.must, mark);
        auto& lines = key == "OTHER" ? promised.others : promised.lines;
        if (!lines.insert(number_).second) refuse("marked twice on one line", one);
        if (key != "EXPECT") return;
        if (lines.size() > 1 && promised.alone != mark.alone)
            refuse("\"alone\" on all lines or on none", one);
        promised.alone = mark.alone;
    }

    void set(const std::string& key, const std::string& rest) {
        if (key == "DIES") {
            if (!rest.empty()) refuse("DIES stands alone", rest);
            promises_.dies = true;
            return;
        }
        const std::string words = rest.starts_with(": ") ? rest.substr(2) : "";
        if (words.empty()) refuse("expects words behind a colon", key + rest);
        if (key == "NEAR-MISS" && words != "argument") refuse("NEAR-MISS is by argument", words);
        if (key == "ORDER" && words != "compare") refuse("ORDER is compare", words);
        if (key == "NEAR-MISS") promises_.near_miss = true;
        if (key == "ORDER") promises_.compares_orders = true;
        if (key == "NO WITNESS") promises_.has_no_witness = true;
        if (key == "SAYS") promises_.says.push_back(words);
    }

    int number_ = 0;
    Promises promises_;
};

nlohmann::json to_json(const std::vector<Promised>& all) {
    nlohmann::json result = nlohmann::json::array();
    for (const Promised& one : all)
        result.push_back({{"kind", one.kind},
                          {"severity", one.severity},
                          {"lines", one.lines},
                          {"others", one.others},
                          {"alone", one.alone}});
    return result;
}

}  // namespace

std::string Promised::describe() const {
    std::string text = fmt::format("{} {} on line {}", kind, severity, fmt::join(lines, " or "));
    if (!others.empty()) text += fmt::format(" with {}", fmt::join(others, " or "));
    return text + (alone ? " alone" : "");
}

bool Promises::has_error() const {
    return std::ranges::any_of(must, [](const Promised& one) { return one.severity == "error"; });
}

bool Promises::has_race() const {
    return std::ranges::any_of(must, [](const Promised& one) { return one.kind == "race"; });
}

Promises read_promises(const std::filesystem::path& source) {
    std::ifstream file{source};
    if (!file) throw BadPromise{"cannot read " + source.string()};
    Reader reader;
    for (std::string line; std::getline(file, line);) reader.read(line);
    return reader.finish();
}

nlohmann::json to_json(const Promises& promises) {
    return {{"must", to_json(promises.must)},  {"may", to_json(promises.may)},
            {"says", promises.says},           {"dies", promises.dies},
            {"near_miss", promises.near_miss}, {"compares_orders", promises.compares_orders}};
}

}  // namespace corpus
