#include "suite/causes/unset_locals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <regex>

#include "suite/calls/answer.hpp"

namespace grader::suite {
namespace {

constexpr std::size_t most = 3;            // shown for one answer
constexpr std::size_t longest_line = 500;  // a longer line is not about a local variable

// Both "float gather(int, float*)" and "gather" give "gather".
std::string name_in(const std::string& signature) {
    const std::string head = signature.substr(0, signature.find('('));
    return head.substr(head.find_last_of(" *&:") + 1);
}

bool belongs_to(const UnsetLocal& local, const Answer& answer) {
    return local.function == answer.function() ||
           std::ranges::count(answer.first_launches(), local.function, &score::Kernel::name) > 0;
}

}  // namespace

std::vector<UnsetLocal> unset_locals(std::string_view compiler_words) {
    static const std::regex scope("[^:]+: In (?:kernel|function) '([^']+)':");
    static const std::regex use(
        "([^:]+):([0-9]{1,7}): warning: '([^']+)' (?:is|may be) used "
        "uninitialized.*");
    static const std::regex declaration(
        "([^:]+):([0-9]{1,7}): note: '([^']+)' (?:was )?declared.*");
    std::vector<UnsetLocal> found;
    std::string function;
    std::size_t at = 0;
    while (at < compiler_words.size()) {
        const std::size_t end = std::min(compiler_words.find('\n', at), compiler_words.size());
        const std::string line(compiler_words.substr(at, end - at));
        at = end + 1;
        std::smatch match;
        if (line.size() > longest_line) continue;
        if (std::regex_match(line, match, scope))
            function = name_in(match[1]);
        else if (std::regex_match(line, match, use))
            found.push_back({function, match[1], std::stoi(match[2]), match[3]});
        else if (std::regex_match(line, match, declaration)) {
            const int declared = std::stoi(match[2]);
            // Where the use is in a header of the simulator, as in atomicAdd(&y[i], sum), g++ keeps
            // the warning to itself and prints the note.
            if (!found.empty() && found.back().name == match[3] && found.back().declared == 0)
                found.back().declared = declared;
            else if (line.find(" was declared here") != line.npos)
                found.push_back({function, match[1], 0, match[3], declared});
        }
    }
    return found;
}

std::string words_of(const std::vector<UnsetLocal>& unset, const Answer& answer) {
    std::vector<std::string> lines;  // each once: a template is compiled for each of its arguments
    for (const UnsetLocal& local : unset) {
        if (!belongs_to(local, answer) || lines.size() == most) continue;
        const bool is_shown = local.used > 0;
        std::string line = fmt::format("\n  {}:{}: {} may be used {}before it has a value",
                                       local.file, is_shown ? local.used : local.declared,
                                       local.name, is_shown ? "here " : "");
        if (local.declared > 0 && local.declared != local.used)
            line += fmt::format(": line {} declares it without one", local.declared);
        if (std::ranges::count(lines, line) == 0) lines.push_back(std::move(line));
    }
    return fmt::format("{}", fmt::join(lines, ""));
}

std::string words_on_fill(const runner::Judged& output) {
    constexpr float fill = std::bit_cast<float>(0xfefefefeu);
    for (std::size_t i = 0; i < output.count(); ++i)
        if (!output.is_right(i) && output.array().type == runner::ElementType::f32 &&
            output.value(i) == fill)
            return fmt::format(
                "\n  {:.9g} is what a local variable holds here until it gets a value: has each "
                "sum one, such as 0, before it is added to?",
                fill);
    return {};
}

}  // namespace grader::suite
