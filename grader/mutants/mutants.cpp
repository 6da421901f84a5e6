#include "mutants/mutants.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

namespace grader::mutants {
namespace {

namespace fs = std::filesystem;

/// The tokens on one line, with a blank wherever the source has something between two of them.
std::string on_one_line(const Source& source, TokenRange range) {
    std::string line;
    for (std::size_t i = range.begin; i < range.end; ++i) {
        if (i > range.begin && source[i - 1].end() != source[i].offset) line += ' ';
        line += source.text({i, i + 1});
    }
    return line;
}

/// All tokens on the lines of the range.
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

/// The CUDA code in a Python text: the first triple-quoted string that contains a kernel.
TokenRange cuda_in(const std::string& text) {
    constexpr std::string_view quotes = "\"\"\"";
    for (std::size_t at = text.find(quotes); at != text.npos;) {
        const std::size_t begin = at + quotes.size(), end = text.find(quotes, begin);
        if (end == text.npos) break;
        if (text.substr(begin, end - begin).find("__global__") != std::string::npos)
            return {begin, end};
        at = text.find(quotes, end + quotes.size());
    }
    throw MutantsError("no CUDA stands in the text");
}

/// Python code is not mutated, since the operators know C++ only.
std::vector<Mutant> mutants_of_python(const std::string& text, const std::string& file) {
    const TokenRange cuda = cuda_in(text);
    std::string alone = text;  // the CUDA code at its lines and columns, everything else blank
    for (std::size_t i = 0; i < alone.size(); ++i)
        if ((i < cuda.begin || i >= cuda.end) && alone[i] != '\n') alone[i] = ' ';
    auto mutants = mutants_of(alone, fs::path(file).replace_extension(".cu").string());
    const std::size_t behind = text.size() - cuda.end;
    for (Mutant& mutant : mutants) {
        mutant.file = file;
        mutant.text = text.substr(0, cuda.begin) +
                      mutant.text.substr(cuda.begin, mutant.text.size() - cuda.begin - behind) +
                      text.substr(cuda.end);
    }
    return mutants;
}

}  // namespace

std::vector<Mutant> mutants_of(const std::string& text, const std::string& file) {
    if (file.ends_with(".py")) return mutants_of_python(text, file);
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
