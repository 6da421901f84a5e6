#include "mutants/mutants.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

namespace grader::mutants {
namespace {

/// The tokens on one line, a blank wherever something stands between two of them.
std::string on_one_line(const Source& source, TokenRange range) {
    std::string line;
    for (std::size_t i = range.begin; i < range.end; ++i) {
        if (i > range.begin && source[i - 1].end() != source[i].offset) line += ' ';
        line += source.text({i, i + 1});
    }
    return line;
}

/// The tokens on the lines of the range, those in front of it and behind it included.
TokenRange whole_lines(const Source& source, TokenRange range) {
    while (range.begin > 0 && source[range.begin - 1].line == source[range.begin].line)
        --range.begin;
    while (range.end < source.size() && source[range.end].line == source[range.end - 1].line)
        ++range.end;
    return range;
}

Mutant mutant_of(const Source& source, const Change& change) {
    const auto& text = source.text();
    const auto begin = source[change.range.begin].offset;
    const auto end = source[change.range.end - 1].end();
    Mutant mutant;
    mutant.line = static_cast<int>(source[change.range.begin].line);
    mutant.text = text.substr(0, begin) + change.text + text.substr(end);

    const auto lines = whole_lines(source, change.range);
    const auto joined = [&](const std::string& middle) {
        auto line = on_one_line(source, {lines.begin, change.range.begin});
        const auto gap_before =
            change.range.begin > lines.begin && source[change.range.begin - 1].end() != begin;
        const auto gap_after =
            change.range.end < lines.end && source[change.range.end].offset != end;
        if (gap_before && !middle.empty()) line += ' ';
        line += middle;
        if (gap_after) line += ' ';
        return line + on_one_line(source, {change.range.end, lines.end});
    };
    mutant.before = joined(on_one_line(source, change.range));
    mutant.after = joined(change.text);
    std::ranges::replace(mutant.after, '\n', ' ');
    return mutant;
}

}  // namespace

std::vector<Mutant> mutants_of(const std::string& text, const std::string& file) {
    const Source source(text, file);
    std::vector<Mutant> mutants;
    std::set<std::string> known{text};
    std::map<std::tuple<std::string, std::string, std::string>, int> occurrences;
    for (const Operator& which : operators())
        for (const Change& change : changes_of(which, source)) {
            Mutant mutant = mutant_of(source, change);
            if (!known.insert(mutant.text).second) continue;
            mutant.operator_name = which.name;
            mutant.file = file;
            mutant.occurrence = ++occurrences[{which.name, mutant.before, mutant.after}];
            mutants.push_back(std::move(mutant));
        }
    return mutants;
}

std::vector<Mutant> draw(std::vector<Mutant> mutants, std::size_t count, std::uint64_t seed) {
    std::vector<std::size_t> order(mutants.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937_64 random(seed);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    order.resize(std::min(count, order.size()));
    std::ranges::sort(order);
    std::vector<Mutant> drawn;
    for (const auto i : order) drawn.push_back(std::move(mutants[i]));
    return drawn;
}

}  // namespace grader::mutants
