#include "simulator/simcc/message_hints.hpp"

#include <algorithm>
#include <cctype>

namespace cusim::simcc {
namespace {

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != text.npos;
}

/// What stands between the first two quotation marks behind `words`.
std::string_view quoted_behind(std::string_view rest, std::string_view words) {
    const std::size_t at = rest.find(words);
    if (at == rest.npos) return {};
    const std::size_t begin = rest.find('\'', at + words.size());
    if (begin == rest.npos) return {};
    const std::size_t end = rest.find('\'', begin + 1);
    return end == rest.npos ? std::string_view{} : rest.substr(begin + 1, end - begin - 1);
}

std::string_view code_on(std::string_view line) {
    if (const std::size_t comment = line.find("//"); comment != line.npos)
        line = line.substr(0, comment);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())))
        line.remove_suffix(1);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())))
        line.remove_prefix(1);
    return line;
}

std::string two_indices(std::string_view rest, std::string_view line) {
    if (!has(rest, "invalid types '") || !has(rest, "for array subscript") || !has(line, "]["))
        return "";
    return " (a pointer to numbers takes one index: in a matrix that is stored row by row, the row "
           "times the length of a row plus the column)";
}

std::string index_of_a_float(std::string_view rest) {
    const std::string_view types = quoted_behind(rest, "invalid types ");
    const bool is_real = types.ends_with("[float]") || types.ends_with("[double]");
    if (!is_real || !has(rest, "for array subscript")) return "";
    return " (an index is a whole number: is one of the variables in it a float or a double?)";
}

/// The compiler counts the parameters that the simulator adds.
std::string shuffle_without_mask(std::string_view rest) {
    const std::string_view call = quoted_behind(rest, "no matching function for call to ");
    const std::size_t open = call.find('(');
    if (open == call.npos || !call.starts_with("__shfl_") ||
        !call.substr(0, open).ends_with("_sync"))
        return "";
    const auto commas = std::ranges::count(call.substr(open), ',');
    if (commas > 1) return "";
    return " (the mask of the lanes that take part comes first: " +
           std::string(call.substr(0, open)) + "(0xffffffff, value, lane or offset))";
}

std::string cooperative_groups(std::string_view rest) {
    const bool group = has(rest, "'cooperative_groups'"), alias = has(rest, "'cg'");
    if (!(group || alias) || !(has(rest, "not been declared") || has(rest, "not a namespace") ||
                               has(rest, "was not declared")))
        return "";
    return std::string(" (it needs #include <cooperative_groups.h>") +
           (alias ? ", and namespace cg = cooperative_groups;)" : ")");
}

/// The compiler names the place where it would have gone on; what is missing stands before that.
std::string semicolon(std::string_view rest, unsigned number,
                      const std::function<std::string(unsigned)>& line_at) {
    if (!has(rest, "error: expected ',' or ';' before") && !has(rest, "error: expected ';' before"))
        return "";
    unsigned before = number - 1;
    while (before > 0 && code_on(line_at(before)).empty()) --before;
    const std::string text = line_at(before);
    const std::string_view code = code_on(text);
    if (code.empty() || code.front() == '#') return "";
    const char last = code.back();
    if (!std::isalnum(static_cast<unsigned char>(last)) && last != ')' && last != ']' &&
        last != '_' && last != '"')
        return "";
    for (const std::string_view head : {"if", "for", "while", "else", "do", "switch", "template"})
        if (code.starts_with(head)) return "";
    return " (does line " + std::to_string(before) + " lack a ';' at its end?)";
}

std::string template_argument(std::string_view rest, std::string_view line) {
    std::string_view name;
    if (has(rest, "is not a constant expression"))
        name = quoted_behind(rest, "error: ");
    else if (has(rest, "is not usable in a constant expression"))
        name = quoted_behind(rest, "value of ");
    if (name.empty()) return "";
    const std::string own(name);
    if (!has(line, "<" + own + ">") && !has(line, "<" + own + ",") && !has(line, ", " + own + ">"))
        return "";
    return " (a template argument must be known when the program is compiled, and " + own +
           " is known only when it runs: compare " + own +
           " with each number that is allowed, and write that number in the call)";
}

std::string number_for_address(std::string_view rest) {
    const std::string from(quoted_behind(rest, "cannot convert ")),
        to(quoted_behind(rest, "' to "));
    if (from.empty() || to.empty() || (to != from + "*" && to != "const " + from + "*")) return "";
    return " (a number stands where an address is wanted: that of an element is &a[k])";
}

std::string read_only(std::string_view rest) {
    const std::string from(quoted_behind(rest, "invalid conversion from ")),
        to(quoted_behind(rest, "' to "));
    if (to.empty() || from != "const " + to) return "";
    return " (what it points to may only be read: the pointer that takes it is a " + from +
           ", too)";
}

/// g++ spells `b[i]` as '*(b + ((sizetype)(((long unsigned int)i) * 4)))'.
std::string set_though_const(std::string_view rest) {
    std::string_view place = quoted_behind(rest, "of read-only location ");
    if (!place.starts_with("*")) return "";
    place.remove_prefix(place.starts_with("*(") ? 2 : 1);
    const auto is_of_name = [](char c) {
        return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    };
    std::size_t end = 0;
    while (end < place.size() && is_of_name(place[end])) ++end;
    if (end == 0) return "";
    const std::string name(place.substr(0, end));
    return " (" + name + " points to const elements, which may only be read)";
}

std::string made_a_dim3(std::string_view rest) {
    if (!has(rest, "could not convert '") || !rest.ends_with("to 'dim3'")) return "";
    const std::string_view from = quoted_behind(rest, "' from ");
    if (from.empty() || from == "uint3") return "";
    return " (a launch takes dim3 or numbers: make a dim3 of its three numbers first)";
}

std::string order_of_a_launch(std::string_view rest, std::string_view line) {
    const bool stream_for_bytes =
        has(rest, "invalid conversion from 'cudaStream_t'") && has(rest, "to 'std::size_t'");
    const bool bytes_for_stream =
        has(rest, "invalid conversion from '") && has(rest, "to 'cudaStream_t'");
    if (!(stream_for_bytes || bytes_for_stream) || !has(line, "<<<")) return "";
    return " (the order is <<<blocks, threads, bytes, stream>>>)";
}

}  // namespace

std::string message_hint(std::string_view rest, unsigned line,
                         const std::function<std::string(unsigned)>& line_at) {
    if (!rest.starts_with("error: ")) return "";
    const std::string text = line_at(line);
    for (const std::string& hint :
         {two_indices(rest, text), index_of_a_float(rest), shuffle_without_mask(rest),
          cooperative_groups(rest), semicolon(rest, line, line_at), template_argument(rest, text),
          number_for_address(rest), read_only(rest), set_though_const(rest), made_a_dim3(rest),
          order_of_a_launch(rest, text)})
        if (!hint.empty()) return hint;
    return "";
}

}  // namespace cusim::simcc
