#include "simulator/report/advice/narrow_types.hpp"

#include <fmt/format.h>

#include <optional>

#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {
namespace {

struct Narrow {
    std::string type;
    long least, most;
};

// The declared type of a local variable, from the tokens before `name = value`.
std::optional<Narrow> narrow_type_of(const SourceTokens& tokens, TokenSpan value) {
    if (value.begin < 3 || !tokens.is(value.begin - 1, "=")) return std::nullopt;
    std::size_t begin = value.begin - 2;
    const std::size_t end = begin;
    while (begin > 0 && tokens[begin - 1].is_name()) --begin;
    bool is_unsigned = false;
    int bits = 0;
    for (std::size_t at = begin; at < end; ++at) {
        is_unsigned |= tokens[at].text.starts_with("u");
        const bool is_byte =
            tokens.is(at, "char") || tokens.is(at, "int8_t") || tokens.is(at, "uint8_t");
        if (is_byte) bits = 8;
        if (tokens.is(at, "short") || tokens.is(at, "int16_t") || tokens.is(at, "uint16_t"))
            bits = 16;
        if (tokens.is(at, "const")) ++begin;
    }
    if (bits == 0) return std::nullopt;
    const std::string type = tokens.spelling({begin, end});
    if (is_unsigned) return Narrow{type, 0, (1L << bits) - 1};
    return Narrow{type, -(1L << (bits - 1)), (1L << (bits - 1)) - 1};
}

std::string in_thread_of(const Settled& settled) {
    for (const IndexReading& reading : unread_indices(settled)) {
        const SourceTokens& tokens = *reading.tokens;
        for (std::size_t at = reading.subscript.begin; at < reading.subscript.end; ++at) {
            const auto local = reading.flow.locals.find(tokens[at].text);
            if (local == reading.flow.locals.end()) continue;
            const auto narrow = narrow_type_of(tokens, local->second);
            const auto value = narrow ? reading.value(local->second) : std::nullopt;
            if (!value || (narrow->least <= *value && *value <= narrow->most)) continue;
            return fmt::format(
                "`{0}` is of type {1}, which holds {2} to {3}, and `{4}` is {5} in one of the two: "
                "what does not fit is cut off, so that several threads have the same `{0}`. "
                "Declare it as int.",
                local->first, narrow->type, narrow->least, narrow->most,
                reading.spelled(local->second), *value);
        }
    }
    return {};
}

}  // namespace

std::string narrow_type_words(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (!f.other || f.self.host || f.other->host) return {};
    if (std::string words = in_thread_of(settled); !words.empty()) return words;
    return in_thread_of(from_the_other_side(settled));
}

}  // namespace cusim::report
