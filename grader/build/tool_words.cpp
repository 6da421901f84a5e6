#include "build/tool_words.hpp"

#include <algorithm>
#include <initializer_list>
#include <ranges>

namespace grader::build {
namespace {

using Signs = std::initializer_list<std::string_view>;

bool has_one_of(std::string_view text, Signs signs) {
    return std::ranges::any_of(signs, [&](auto sign) { return text.find(sign) != text.npos; });
}

/// The first line for which `holds`, or nothing.
template <class Holds>
std::string_view first_line(std::string_view words, Holds holds) {
    for (const auto part : std::views::split(words, '\n')) {
        const std::string_view line(part.begin(), part.end());
        if (holds(line)) return line;
    }
    return {};
}

// A student's words reach the tools' output as quoted source ("   12 | text") and as messages of
// his own ("a.cu:3:2: error: #error text"). Neither tells of the machine.
bool may_quote_the_source(std::string_view line) {
    return has_one_of(line, {" | ", "#error ", "#warning ", "#pragma ", "static assertion"});
}

}  // namespace

std::string first_error(std::string_view words) {
    const auto found = first_line(words, [](std::string_view line) {
        return has_one_of(line, {"error: ", "undefined reference", "multiple definition"});
    });
    return std::string(found.empty() ? words.substr(0, words.find('\n')) : found);
}

bool tells_of_a_killed_tool(std::string_view words) {
    return has_one_of(words, {"fatal error: Killed signal terminated program",
                              "terminated with signal 9 [Killed]"});
}

bool tells_of_a_broken_compiler(std::string_view words) {
    const auto found = first_line(words, [](std::string_view line) {
        return !may_quote_the_source(line) &&
               has_one_of(line,
                          {"No space left on device", "Read-only file system", "Input/output error",
                           "fatal error: cannot execute", "unrecognized command-line option",
                           "nvcc fatal", "error while loading shared libraries"});
    });
    return !found.empty();
}

bool tells_of_a_bad_object(std::string_view words) {
    return has_one_of(words, {"undefined reference to", "multiple definition of",
                              "relocation truncated to fit", "dangerous relocation"});
}

}  // namespace grader::build
