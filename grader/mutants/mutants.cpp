#include "mutants/mutants.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

#include "skeleton/derive.hpp"

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
    mutant.begin = begin;
    mutant.end = end;

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

using Words = std::vector<std::string>;

/// The names in the Python functions called `names`, and in those that these call: kernels are
/// among them, as words in strings. A function ends where the next one begins.
Words used_by_python(const std::string& text, Words names) {
    constexpr std::string_view definition = "def ";
    std::map<std::string, std::string_view> bodies;
    for (auto at = text.find(definition); at != text.npos;) {
        const auto begin = at + definition.size(), next = text.find(definition, begin);
        const auto end = std::min(next, text.size());
        bodies.emplace(text.substr(begin, text.find('(', begin) - begin),
                       std::string_view(text).substr(begin, end - begin));
        at = next;
    }
    std::set<std::string> known(names.begin(), names.end());
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const auto body = bodies.find(names[i]); body != bodies.end())
            for (auto& word : words_of(body->second))
                if (known.insert(word).second) names.push_back(word);
    return names;
}

std::vector<Mutant> changed(const Source& source, const std::string& file,
                            std::span<const Operator> by) {
    std::vector<Mutant> mutants;
    std::set<std::string> known{source.text()};
    std::map<std::tuple<std::string, std::string, std::string>, int> occurrences;
    for (const Operator& which : by)
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

/// Calls `make` with the CUDA code of the file, and returns its mutants as texts of the file.
/// Python code is not changed, since the operators know C++ only.
template <typename Make>
std::vector<Mutant> of_cuda(const std::string& text, const std::string& file, Make make) {
    if (!file.ends_with(".py")) return make(text, file);
    const TokenRange cuda = cuda_in(text);
    std::string alone = text;  // the CUDA code at its lines and columns, everything else blank
    for (std::size_t i = 0; i < alone.size(); ++i)
        if ((i < cuda.begin || i >= cuda.end) && alone[i] != '\n') alone[i] = ' ';
    auto mutants = make(alone, fs::path(file).replace_extension(".cu").string());
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

Words words_of(std::string_view text) {
    Words words;
    for (std::size_t at = 0; at < text.size();) {
        const auto is_part = [&](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
        };
        const auto begin =
            std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_part);
        const auto end = std::find_if_not(begin, text.end(), is_part);
        if (begin != end) words.emplace_back(begin, end);
        at = static_cast<std::size_t>(end - text.begin());
    }
    return words;
}

std::vector<Mutant> mutants_of(const std::string& text, const std::string& file) {
    return of_cuda(text, file, [](const std::string& cuda, const std::string& name) {
        return changed(Source(cuda, name, skeleton::regions(cuda, name)), name, operators());
    });
}

std::vector<Mutant> repairs_of(const std::string& text, const std::string& file,
                               const std::vector<std::string>& called) {
    const auto entries = file.ends_with(".py") ? used_by_python(text, called) : called;
    return of_cuda(text, file, [&](const std::string& cuda, const std::string& name) {
        const Source source(cuda, name);
        auto all = changed(source, name, repairs());
        auto reached = source.reached_from(entries);
        if (reached.empty())
            for (const Function& function : source.functions()) reached.push_back(&function);
        std::erase_if(all, [&](const Mutant& mutant) {
            return std::ranges::none_of(reached, [&](const Function* function) {
                return source[function->body.begin].offset <= mutant.begin &&
                       mutant.end <= source[function->body.end].offset;
            });
        });
        return all;
    });
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
