#include "vet/symbols.hpp"

#include <algorithm>

#include "vet/rules.hpp"

namespace grader::vet {
namespace {

bool continues_name(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::uint32_t line_of(std::string_view name, std::string_view source) {
    for (std::size_t at = source.find(name); at != source.npos; at = source.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at > 0 && continues_name(source[at - 1])) ||
            (end < source.size() && continues_name(source[end])))
            continue;
        const auto here = source.begin() + static_cast<std::ptrdiff_t>(at);
        return 1 + static_cast<std::uint32_t>(std::count(source.begin(), here, '\n'));
    }
    return 0;
}

}  // namespace

std::vector<std::string> read_symbols(std::string_view listing) {
    std::vector<std::string> symbols;
    while (!listing.empty()) {
        const std::string_view line = listing.substr(0, listing.find('\n'));
        listing.remove_prefix(std::min(line.size() + 1, listing.size()));
        if (const std::size_t blank = line.find(' '); blank != line.npos && blank > 0)
            symbols.emplace_back(line.substr(0, blank));
    }
    return symbols;
}

Problems vet_symbols(const std::vector<std::string>& symbols, std::string_view source) {
    Problems problems;
    for (const std::string& symbol : symbols)
        if (!is_allowed_symbol(symbol))
            problems.push_back(
                {line_of(symbol, source),
                 "'" + symbol + "' is not among the functions a submission may use"});
    return problems;
}

}  // namespace grader::vet
