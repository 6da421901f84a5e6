#include "vet/symbols.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

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

// "std", "random_device" and "_M_getval" of std::random_device::_M_getval(), without what stands
// in brackets.
std::vector<std::string> names_in(std::string_view readable) {
    std::vector<std::string> names;
    int depth = 0;
    bool inside = false;
    for (const char c : readable.substr(0, readable.find('('))) {
        if (c == '<') ++depth;
        if (c == '>') --depth;
        const bool part = depth == 0 && continues_name(c);
        if (part && !inside) names.emplace_back();
        if (part) names.back() += c;
        inside = part;
    }
    return names;
}

// Who calls a library's function inside names what it belongs to, at least.
std::uint32_t line_of_use(std::string_view readable, std::string_view source) {
    const auto names = names_in(readable);
    for (auto name = names.rbegin(); name != names.rend(); ++name)
        if (const std::uint32_t line = *name == "std" ? 0 : line_of(*name, source)) return line;
    return 0;
}

bool is_function_outside_namespaces(std::string_view symbol) {
    return symbol.starts_with("_Z") && symbol.size() > 2 && symbol[2] >= '0' && symbol[2] <= '9';
}

}  // namespace

// The symbols are an untrusted object's, and one that refers back to its own parts is taken apart
// into far more than it is long: the long ones stay as they are.
std::string readable(const std::string& symbol) {
    constexpr std::size_t longest = 128;
    if (symbol.size() > longest) return symbol;
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, nullptr), std::free);
    return name ? name.get() : symbol;
}

Symbols read_symbols(std::string_view listing) {
    constexpr std::string_view undefined_types = "Uvw";
    Symbols symbols;
    while (!listing.empty()) {
        const std::string_view line = listing.substr(0, listing.find('\n'));
        listing.remove_prefix(std::min(line.size() + 1, listing.size()));
        const std::size_t blank = line.find(' ');
        if (blank == line.npos || blank == 0 || blank + 1 == line.size()) continue;
        const bool undefined = undefined_types.find(line[blank + 1]) != undefined_types.npos;
        if (undefined && line[blank + 1] != 'U') symbols.weak.emplace_back(line.substr(0, blank));
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
        const std::string name = readable(symbol);
        const char* complaint = name != symbol && is_function_outside_namespaces(symbol)
                                    ? "is used, and defined nowhere"
                                    : "is not among the functions a submission may use";
        problems.push_back({line_of_use(name, source), "'" + name + "' " + complaint});
    }
    return problems;
}

}  // namespace grader::vet
