#include "vet/symbols.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>

#include "simulator/simcc/machine/announced_library.hpp"
#include "simulator/simcc/tokens/lexer.hpp"
#include "vet/linkage.hpp"
#include "vet/rules.hpp"

namespace grader::vet {
namespace {

using cusim::simcc::lex;
using cusim::simcc::Tokens;
using Lines = std::map<std::string, std::uint32_t, std::less<>>;

bool continues_name(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The first occurrence of each name outside comments and strings.
Lines lines_of_names(std::string_view source) {
    Lines lines;
    const auto add = [&](std::string_view name, std::uint32_t line) {
        std::uint32_t& first = lines[std::string(name)];
        if (first == 0 || line < first) first = line;
    };
    const Tokens tokens = lex(source, "");
    for (const auto& token : tokens.tokens) add(token.text, token.line);
    for (const auto& directive : tokens.directives) {
        const Tokens inside = lex(directive.text.substr(1), "");
        for (const auto& token : inside.tokens) add(token.text, directive.line);
    }
    return lines;
}

std::uint32_t line_of(std::string_view name, const Lines& lines) {
    const auto found = lines.find(name);
    return found == lines.end() ? 0 : found->second;
}

// "std", "random_device" and "_M_getval" for std::random_device::_M_getval(), without what is in
// brackets.
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

// A caller of a library's internal function at least uses the name of its class.
std::uint32_t line_of_use(std::string_view readable, const Lines& source) {
    const auto names = names_in(readable);
    for (auto name = names.rbegin(); name != names.rend(); ++name)
        if (const std::uint32_t line = *name == "std" ? 0 : line_of(*name, source)) return line;
    return 0;
}

// Reserved names of C and C++ may come from a header, but not from a submission, where they would
// call internals of the library or the compiler.
std::string reserved_name_written(std::string_view readable, const Lines& source) {
    std::string name;
    for (const char c : std::string(readable) + ' ') {
        if (continues_name(c)) {
            name += c;
            continue;
        }
        if (is_reserved(name) && source.contains(name)) return name;
        name.clear();
    }
    return "";
}

bool is_function_outside_namespaces(std::string_view symbol) {
    return symbol.starts_with("_Z") && symbol.size() > 2 && symbol[2] >= '0' && symbol[2] <= '9';
}

}  // namespace

// The symbols are from an untrusted object. A symbol that refers to its own parts expands to far
// more than its length, so long ones are not demangled.
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
    const Lines lines = lines_of_names(source);
    Problems problems;
    for (const std::string& called : symbols) {
        // simcc redirects calls of the library to functions that announce their accesses.
        using cusim::simcc::announced_prefix;
        const bool announced = called.starts_with(announced_prefix);
        const std::string symbol = announced ? called.substr(announced_prefix.size()) : called;
        if (simulator.contains(symbol) && is_simulator_interface(symbol)) continue;
        const std::string name = readable(symbol);
        const std::string reserved = reserved_name_written(name, lines);
        if (is_allowed_symbol(symbol) && reserved.empty()) continue;
        if (!reserved.empty()) {
            problems.push_back(
                {line_of(reserved, lines), "'" + reserved +
                                               "' is a name of the library's inside: use what it "
                                               "offers, or give your own another name"});
            continue;
        }
        const char* complaint = name != symbol && is_function_outside_namespaces(symbol)
                                    ? "is used, and defined nowhere"
                                    : "is not among the functions a submission may use";
        problems.push_back(
            {line_of_use(name, lines), "'" + name + "' " + complaint + instead_of_symbol(symbol)});
    }
    return problems;
}

Problems vet_for_kernels(const std::vector<std::string>& symbols, std::string_view source) {
    const Lines lines = lines_of_names(source);
    Problems problems;
    for (const std::string& symbol : symbols) {
        if (!is_for_host_only(symbol)) continue;
        const std::string name = readable(symbol);
        problems.push_back(
            {line_of_use(name, lines),
             "'" + name + "' is the host's: write what it does as a __device__ function"});
    }
    return problems;
}

}  // namespace grader::vet
