#include "suite/predictions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/text.hpp"
#include "vet/file.hpp"

namespace grader::suite {

namespace {

constexpr std::size_t longest_file = 16 * 1024;
constexpr std::size_t longest_quote = 60;

std::string shown(std::string_view text) {
    return report::printable(text.substr(0, longest_quote));
}

std::string at_line(std::size_t line, std::string_view what) {
    return fmt::format("{}:{}: {}", predictions_file, line, what);
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const auto first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// The value after the `=`, without quotes and a following comment.
std::string_view bare(std::string_view value) {
    value = trimmed(value);
    for (const char quote : {'"', '\''}) {
        if (!value.starts_with(quote)) continue;
        const auto end = value.find(quote, 1);
        const auto rest = end == value.npos ? "?" : trimmed(value.substr(end + 1));
        if (rest.empty() || rest.starts_with('#')) return trimmed(value.substr(1, end - 1));
        return value;
    }
    return trimmed(value.substr(0, value.find('#')));
}

std::vector<std::string> names_in(std::string_view list) {
    std::vector<std::string> names(1);
    for (const char c : list) {
        if (c == ',')
            names.emplace_back();
        else if (c != ' ' && c != '.')
            names.back() += c;
    }
    return names;
}

}  // namespace

Predictions::Predictions(std::string_view text) {
    if (text.size() > longest_file)
        throw PredictionError(fmt::format("{}: longer than 16 KiB", predictions_file));
    std::size_t number = 0;
    for (const std::string& line : report::lines(text)) read_line(line, ++number);
}

void Predictions::read_line(std::string_view line, std::size_t number) {
    line = trimmed(line);
    if (line.empty()) {
        if (table_.empty() && heading_.empty()) heading_ = std::exchange(comment_, {});
        return;
    }
    if (line.starts_with('#')) {
        auto words = line.substr(1);
        if (words.starts_with(' ')) words.remove_prefix(1);
        if (words.starts_with("Look: ")) {
            look_ = words.substr(6);
        } else if (!look_.empty()) {
            look_ += " " + std::string(words);
        } else if (words.starts_with("Sizes: ")) {
            sizes_ = names_in(words.substr(7));
        } else {
            comment_.emplace_back(words);
        }
        return;
    }
    if (line.starts_with('[') && line.find(']') != line.npos && line.find('=') == line.npos) {
        if (table_.empty() && heading_.empty()) heading_ = std::exchange(comment_, {});
        table_ = trimmed(line.substr(1, line.find(']') - 1));
        return;
    }
    read_entry(line, number);
    comment_.clear();
    look_.clear();
}

void Predictions::read_entry(std::string_view line, std::size_t number) {
    const auto equals = line.find('=');
    const auto key = std::string(trimmed(line.substr(0, equals)));
    if (equals == line.npos || key.empty()) {
        misread_.push_back(
            {number, table_,
             fmt::format("\"{}\" is not a line of the form name = answer", shown(line))});
        return;
    }
    if (const Question* before = find(table_, key)) {
        misread_.push_back({number, table_,
                            fmt::format("{} in [{}] stands in line {} already", shown(key),
                                        shown(table_), before->line)});
        return;
    }
    questions_.push_back(
        {table_, key, std::string(bare(line.substr(equals + 1))), number, comment_, look_});
}

Predictions Predictions::of(const std::filesystem::path& folder) {
    try {
        return Predictions(vet::take_source(folder, predictions_file));
    } catch (const vet::FileError& error) {
        throw PredictionError(error.what());
    }
}

Predictions Predictions::if_any(const std::filesystem::path& folder) {
    try {
        return of(folder);
    } catch (const PredictionError&) {
        return Predictions("");
    }
}

Predictions Predictions::asked_by(const lab::Kit& kit, const std::string& slug) {
    return if_any(kit.originals(slug));
}

const Question* Predictions::find(const std::string& table, const std::string& key) const {
    const auto found = std::ranges::find_if(
        questions_, [&](const Question& q) { return q.table == table && q.key == key; });
    return found == questions_.end() ? nullptr : &*found;
}

bool Predictions::answer_all(const Predictions& asked, const std::string& table) const {
    return std::ranges::all_of(asked.questions(), [&](const Question& question) {
        if (question.table != table) return true;
        const Question* const own = find(table, question.key);
        return own && !own->answer.empty() && wrong_format(own->answer, asked.sizes()).empty();
    });
}

std::vector<std::string> Predictions::complaints() const {
    std::vector<std::pair<std::size_t, std::string>> all;
    for (const Misread& misread : misread_) all.emplace_back(misread.line, misread.what);
    for (const Question& question : questions_) {
        if (question.answer.empty()) continue;
        if (const auto wrong = wrong_format(question.answer, sizes_); !wrong.empty())
            all.emplace_back(question.line, fmt::format("{} in [{}]: {}", shown(question.key),
                                                        shown(question.table), wrong));
    }
    std::ranges::sort(all);
    std::vector<std::string> lines;
    for (const auto& [line, what] : all) lines.push_back(at_line(line, what));
    return lines;
}

Formula Predictions::at(const std::string& table, const std::string& key) const {
    const Question* question = find(table, key);
    if (!question) {
        const auto near = std::ranges::find(misread_, table, &Misread::table);
        if (near != misread_.end()) throw PredictionError(at_line(near->line, near->what));
        const bool known = std::ranges::count(questions_, table, &Question::table) > 0;
        throw PredictionError(
            known ? fmt::format("{}: {} is missing in [{}]", predictions_file, key, table)
                  : fmt::format("{}: there is no table [{}]", predictions_file, table));
    }
    if (question->answer.empty())
        throw PredictionError(
            fmt::format("{}: {} in [{}] is still open", predictions_file, key, table));
    try {
        return Formula(question->answer);
    } catch (const FormulaError& error) {
        throw PredictionError(
            at_line(question->line, fmt::format("{} in [{}]: \"{}\": {}", key, table,
                                                shown(question->answer), error.what())));
    }
}

std::string with_answer(std::string_view text, const Question& question, std::string_view answer) {
    auto lines = report::lines(text);
    std::string& line = lines.at(question.line - 1);
    const auto equals = line.find('=');
    line = fmt::format("{} = \"{}\"", trimmed(std::string_view(line).substr(0, equals)), answer);
    std::string all;
    for (const std::string& each : lines) all += each + '\n';
    return all;
}

std::string wrong_format(std::string_view answer, const std::vector<std::string>& sizes) {
    try {
        const Formula formula(answer);
        Sizes known;
        for (const std::string& name : sizes) known[name] = 64;
        for (const std::string& name : formula.names())
            if (!known.contains(name)) formula.at(known);  // throws FormulaError with the name
        if (formula.names().empty()) formula.at(known);
        return {};
    } catch (const FormulaError& error) {
        return fmt::format("\"{}\": {}", shown(answer), error.what());
    }
}

}  // namespace grader::suite
