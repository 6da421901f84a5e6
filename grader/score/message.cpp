#include "score/message.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace grader::score {

namespace {

constexpr std::string_view indent = "  ";

constexpr std::array<std::pair<LineKind, std::string_view>, 8> names{{
    {LineKind::complaint, "complaint"},
    {LineKind::unwritten, "unwritten"},
    {LineKind::held, "held"},
    {LineKind::cause, "cause"},
    {LineKind::finding, "finding"},
    {LineKind::shape, "shape"},
    {LineKind::row, "row"},
    {LineKind::command, "command"},
}};

LineKind kind_named(std::string_view name) {
    const auto* const known =
        std::ranges::find(names, name, &std::pair<LineKind, std::string_view>::second);
    return known == names.end() ? LineKind::cause : known->first;
}

// The first line stands alone, as do further complaints.
bool is_indented(const Lines& lines, std::size_t i) {
    return i > 0 && lines[i].kind != LineKind::complaint;
}

Line line_in(std::string_view words) {
    if (!words.starts_with(indent)) return {LineKind::complaint, std::string(words)};
    words.remove_prefix(indent.size());
    return {words.starts_with(' ') ? LineKind::row : LineKind::cause, std::string(words)};
}

}  // namespace

Lines& operator+=(Lines& lines, const Lines& more) {
    lines.insert(lines.end(), more.begin(), more.end());
    return lines;
}

Lines operator+(Lines lines, const Lines& more) {
    return std::move(lines += more);
}

Message operator+(Message message, const Lines& more) {
    message.lines += more;
    return message;
}

Lines lines_in(std::string_view text) {
    Lines lines;
    if (text.empty()) return lines;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(line_in(text.substr(at, end - at)));
        at = end + 1;
    }
    return lines;
}

Lines causes_in(std::string_view explanation) {
    return lines_in(explanation.substr(std::min<std::size_t>(1, explanation.size())));
}

Message::Message(std::string_view text) : lines(lines_in(text)) {
    if (!empty())
        lines.front() = {LineKind::complaint, std::string(text.substr(0, text.find('\n')))};
}

std::string Message::text() const {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i > 0) text += '\n';
        if (is_indented(lines, i)) text += indent;
        text += lines[i].words;
    }
    return text;
}

std::string_view name_of(LineKind kind) {
    return std::ranges::find(names, kind, &std::pair<LineKind, std::string_view>::first)->second;
}

Message message_of(std::string_view text, const std::vector<std::string>& kinds) {
    Message message(text);
    if (kinds.size() == message.lines.size())
        for (std::size_t i = 0; i < kinds.size(); ++i) message.lines[i].kind = kind_named(kinds[i]);
    return message;
}

}  // namespace grader::score
