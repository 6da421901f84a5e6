#include "vet/symbols.hpp"

#include <algorithm>
#include <charconv>

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

// "helper" of _Z6helperi, a function outside all namespaces; other symbols as they are. No more
// is taken apart: the symbols are an untrusted object's.
std::string source_name(const std::string& symbol) {
    std::size_t length = 0;
    const char* end = symbol.data() + symbol.size();
    if (!symbol.starts_with("_Z")) return symbol;
    const auto [digits_end, error] = std::from_chars(symbol.data() + 2, end, length);
    if (error != std::errc{} || length > static_cast<std::size_t>(end - digits_end)) return symbol;
    return {digits_end, length};
}

}  // namespace

Symbols read_symbols(std::string_view listing) {
    constexpr std::string_view undefined_types = "Uvw";
    Symbols symbols;
    while (!listing.empty()) {
        const std::string_view line = listing.substr(0, listing.find('\n'));
        listing.remove_prefix(std::min(line.size() + 1, listing.size()));
        const std::size_t blank = line.find(' ');
        if (blank == line.npos || blank == 0 || blank + 1 == line.size()) continue;
        const bool undefined = undefined_types.find(line[blank + 1]) != undefined_types.npos;
        (undefined ? symbols.undefined : symbols.defined).emplace_back(line.substr(0, blank));
    }
    return symbols;
}

Problems vet_symbols(const std::vector<std::string>& symbols,
                     const std::set<std::string>& simulator, std::string_view source) {
    Problems problems;
    for (const std::string& symbol : symbols) {
        if (is_allowed_symbol(symbol)) continue;
        if (simulator.contains(symbol) && is_simulator_interface(symbol)) continue;
        const std::string name = source_name(symbol);
        const char* complaint = name == symbol ? "is not among the functions a submission may use"
                                               : "is used, and defined nowhere";
        problems.push_back({line_of(name, source), "'" + name + "' " + complaint});
    }
    return problems;
}

}  // namespace grader::vet
