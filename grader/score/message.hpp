// The message of a case: lines, each of a kind. Reports select and arrange lines by their kinds,
// so that no one has to take words apart.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grader::score {

enum class LineKind {
    complaint,  // what is wrong, or why the case did not run
    unwritten,  // what is wrong: the function has not written its output
    held,       // the case counts for less, since the work of its rung is worth little
    cause,      // why it is wrong
    finding,    // the same, in the simulator's words
    shape,      // announces the larger call that the causes after it are of
    row,        // of a table or a drawing, or its legend
    command     // makes the call again, or shows more of it
};

struct Line {
    LineKind kind;
    std::string words;

    bool operator==(const Line&) const = default;
};
using Lines = std::vector<Line>;

/// Appends lines.
Lines& operator+=(Lines& lines, const Lines& more);
Lines operator+(Lines lines, const Lines& more);

/// The lines of a text. Those that begin with two spaces are causes, those with more are rows, and
/// those with none are complaints.
Lines lines_in(std::string_view text);

/// The same for an explanation, each of whose lines follows a newline; empty for an empty text.
Lines causes_in(std::string_view explanation);

/// Explicit conversions would be noise: wherever a message is expected, a text is a complaint.
struct Message {
    Lines lines;

    Message() = default;
    Message(Lines all) : lines(std::move(all)) {}
    /// A complaint, which may be explained: see lines_in.
    Message(std::string_view text);
    Message(const std::string& text) : Message(std::string_view(text)) {}
    Message(const char* text) : Message(std::string_view(text)) {}

    bool empty() const { return lines.empty(); }
    /// What is wrong, in one line.
    std::string_view first() const {
        return empty() ? std::string_view() : std::string_view(lines.front().words);
    }
    /// Whether the first line is of this kind.
    bool is(LineKind kind) const { return !empty() && lines.front().kind == kind; }
    /// All lines, the ones after the complaints indented.
    std::string text() const;

    bool operator==(const Message&) const = default;
};

Message operator+(Message message, const Lines& more);

/// "complaint", "unwritten", …
std::string_view name_of(LineKind kind);

/// The message with this text. Its lines have the kinds that these names give, unless there are
/// more or fewer of them than lines. An unknown name is that of a cause.
Message message_of(std::string_view text, const std::vector<std::string>& kinds);

}  // namespace grader::score
