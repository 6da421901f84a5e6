#include "suite/causes/slips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "source/source.hpp"
#include "suite/calls/answer.hpp"
#include "suite/causes/slip_rules.hpp"

namespace grader::suite {
namespace {

using source::Function;
using source::Source;

constexpr std::size_t most_bytes_of_source = 1 << 20;
constexpr std::size_t most_slips = 3;  // of a source

bool calls(const Source& source, const Function& function, std::string_view name) {
    for (std::size_t at = function.body.begin; at < function.body.end; ++at)
        if (source.is(at, name)) return true;
    return false;
}

std::vector<std::string> callers_of(const Source& source, const Function& function) {
    std::vector<std::string> names{function.name};
    for (std::size_t next = 0; next < names.size(); ++next)
        for (const Function& other : source.functions())
            if (std::ranges::count(names, other.name) == 0 && calls(source, other, names[next]))
                names.push_back(other.name);
    return names;
}

std::string line_of_slip(const Slip& slip) {
    return fmt::format("\n  {}:{}: {}", slip.file, slip.line, slip.words);
}

// Whether a finding quotes what the slip quotes, as "`i >= 0` on line 7".
bool is_told(const Slip& slip, std::span<const score::Finding> findings) {
    for (std::size_t open = slip.words.find('`'); open != slip.words.npos;
         open = slip.words.find('`', open)) {
        const std::size_t close = slip.words.find('`', open + 1);
        if (close == slip.words.npos) return false;
        const std::string quote =
            fmt::format("{} on line {} ", slip.words.substr(open, close + 1 - open), slip.line);
        for (const score::Finding& finding : findings)
            if (finding.message.find(quote) != std::string::npos) return true;
        open = close + 1;
    }
    return false;
}

}  // namespace

std::vector<Slip> slips(std::string_view text, const std::string& file) {
    if (text.size() > most_bytes_of_source) return {};
    const Source source(std::string(text), file);
    std::vector<Slip> found;
    for (const Function& function : source.functions())
        for (std::size_t at = function.body.begin; at < function.body.end; ++at) {
            if (found.size() == most_slips) return found;
            if (const auto words = slip_at(source, function, at))
                found.push_back({callers_of(source, function), file,
                                 static_cast<int>(source[at].line), *words});
        }
    return found;
}

std::string words_of(const std::vector<Slip>& slips, const std::string& function,
                     std::span<const score::Finding> findings) {
    std::string words;
    for (const Slip& slip : slips)
        if (std::ranges::count(slip.functions, function) > 0 && !is_told(slip, findings))
            words += line_of_slip(slip);
    return words;
}

std::string words_of(const std::vector<Slip>& slips, const Answer& answer) {
    const auto takes_part = [&](const std::string& function) {
        return function == answer.function() ||
               std::ranges::count(answer.first_launches(), function, &score::Kernel::name) > 0;
    };
    std::string words;
    for (const Slip& slip : slips)
        if (std::ranges::any_of(slip.functions, takes_part) && !is_told(slip, answer.findings()))
            words += line_of_slip(slip);
    return words;
}

}  // namespace grader::suite
