// Computes a layout from the struct's first member on, as long as the members' sizes are known.
#include "simulator/report/source/struct_members.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace cusim::report {
namespace {

// Sizes of member types, which are also their alignments.
constexpr auto sizes = std::to_array<std::pair<std::string_view, std::size_t>>({{"double", 8},
                                                                                {"long", 8},
                                                                                {"size_t", 8},
                                                                                {"ptrdiff_t", 8},
                                                                                {"int64_t", 8},
                                                                                {"uint64_t", 8},
                                                                                {"char", 1},
                                                                                {"bool", 1},
                                                                                {"int8_t", 1},
                                                                                {"uint8_t", 1},
                                                                                {"short", 2},
                                                                                {"int16_t", 2},
                                                                                {"uint16_t", 2},
                                                                                {"float", 4},
                                                                                {"int32_t", 4},
                                                                                {"uint32_t", 4},
                                                                                {"int", 4},
                                                                                {"unsigned", 4},
                                                                                {"signed", 4}});

// The first row that matches decides: `long int` is a long, `unsigned char` a char.
std::optional<std::size_t> size_of(const SourceTokens& tokens, TokenSpan type) {
    for (const auto& [name, size] : sizes)
        for (std::size_t at = type.begin; at < type.end; ++at)
            if (tokens.is(at, name)) return size;
    return std::nullopt;
}

class Layout {
  public:
    Layout(const SourceTokens& tokens, std::size_t wanted) : tokens_(tokens), wanted_(wanted) {}

    std::string pointer_in(TokenSpan members) {
        for (std::size_t at = members.begin; at < members.end && is_known_;) {
            const std::size_t end = end_of_member(at, members.end);
            if (!takes_no_room(at, end)) declaration({at, end});
            if (!found_.empty()) return found_;
            at = end + 1;
        }
        return {};
    }

  private:
    // Its semicolon, or the brace that closes a member function.
    std::size_t end_of_member(std::size_t at, std::size_t end) const {
        for (bool function = false; at < end; ++at) {
            if (tokens_.is(at, ";")) return at;
            function |= tokens_.is(at, "(");
            if (!tokens_.is(at, "(") && !tokens_.is(at, "{") && !tokens_.is(at, "[")) continue;
            const bool body = tokens_.is(at, "{") && function;
            at = tokens_.closing(at);
            if (body) return tokens_.is(at + 1, ";") ? at + 1 : at;
        }
        return end;
    }

    bool takes_no_room(std::size_t at, std::size_t end) const {
        if (at == end || tokens_.is(at, "static") || tokens_.is(at, "using")) return true;
        for (; at < end; ++at)
            if (tokens_.is(at, "(")) return true;
        return false;
    }

    // `const float *a, *x`: a type, then what it declares.
    void declaration(TokenSpan span) {
        const auto ends = [&](std::size_t at) {
            return at == span.end || tokens_.is(at, ",") || tokens_.is(at, "=") ||
                   tokens_.is(at, "{");
        };
        std::size_t at = span.begin;
        while (at < span.end && !tokens_.is(at, "*") && !ends(at + 1)) ++at;
        const TokenSpan type{span.begin, at};
        for (; at < span.end && is_known_ && found_.empty(); ++at) {
            bool pointer = false;
            for (; !ends(at + 1); ++at) {
                pointer |= tokens_.is(at, "*");
                is_known_ &= !tokens_.is(at, "[") && !tokens_.is(at, "<") && !tokens_.is(at, "&");
            }
            member(at, pointer, type);
            for (++at; at < span.end && !tokens_.is(at, ","); ++at)
                if (tokens_.is(at, "{")) at = tokens_.closing(at);
        }
    }

    void member(std::size_t name, bool pointer, TokenSpan type) {
        const auto size = pointer ? std::optional<std::size_t>(8) : size_of(tokens_, type);
        is_known_ = is_known_ && size && tokens_[name].is_name();
        if (!is_known_) return;
        offset_ = (offset_ + *size - 1) / *size * *size;
        if (pointer && offset_ == wanted_) found_ = tokens_[name].text;
        offset_ += *size;
    }

    const SourceTokens& tokens_;
    const std::size_t wanted_;
    std::size_t offset_ = 0;
    bool is_known_ = true;
    std::string found_;
};

// The type of a parameter, if it is a single name, as in `Task task`.
std::string type_of(const SourceTokens& tokens, const std::string& kernel,
                    const std::string& parameter) {
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (!tokens.is(at, kernel) || !tokens.is(at + 1, "(")) continue;
        const std::size_t close = tokens.closing(at + 1);
        if (!tokens.is(close + 1, "{")) continue;
        for (std::size_t name = at + 3; name < close; ++name)
            if (tokens.is(name, parameter) && tokens[name - 1].is_name())
                return std::string(tokens[name - 1].text);
    }
    return {};
}

// The only member pointer into the memory [base, end); nullptr if there are none or several.
const MemberPointer* only_one(const Settled& settled, std::uintptr_t base, std::uintptr_t end) {
    const MemberPointer* found = nullptr;
    for (const MemberPointer& pointer : settled.recorded.members) {
        if (pointer.address < base || pointer.address >= end) continue;
        if (found) return nullptr;
        found = &pointer;
    }
    return found;
}

}  // namespace

std::string pointer_member(const SourceTokens& tokens, const std::string& type,
                           std::size_t offset) {
    if (type.empty()) return {};
    for (std::size_t at = 0; at + 2 < tokens.size(); ++at)
        if (tokens.is(at, "struct") && tokens.is(at + 1, type) && tokens.is(at + 2, "{"))
            return Layout(tokens, offset).pointer_in({at + 3, tokens.closing(at + 2)});
    return {};
}

namespace {

// `task.x`; empty if the source does not show it.
std::string name_of(const SourceTokens& tokens, const Settled& settled,
                    const MemberPointer& pointer) {
    const std::string type = type_of(tokens, settled.recorded.kernel, pointer.parameter);
    const std::string member = pointer_member(tokens, type, pointer.offset);
    return member.empty() ? std::string{} : pointer.parameter + '.' + member;
}

// The same for the memory [base, base + bytes).
std::string member_at(const Settled& settled, std::uintptr_t base, long bytes) {
    const SourceTokens* const tokens =
        settled.recorded.members.empty() ? nullptr : source_of(settled.self);
    const MemberPointer* const pointer =
        tokens ? only_one(settled, base, base + static_cast<std::uintptr_t>(bytes)) : nullptr;
    return pointer ? name_of(*tokens, settled, *pointer) : std::string{};
}

void name_astray_members(Settled& settled) {
    const SourceTokens* const tokens =
        settled.recorded.astray_members.empty() ? nullptr : source_of(settled.self);
    if (!tokens) return;
    for (const MemberPointer& pointer : settled.recorded.astray_members)
        if (std::string name = name_of(*tokens, settled, pointer); !name.empty())
            settled.recorded.astray.push_back(std::move(name));
    settled.recorded.astray_members.clear();
}

}  // namespace

void name_by_member(Settled& settled) {
    name_astray_members(settled);
    Finding& f = settled.recorded.finding;
    if (f.neighbour && f.neighbour->variable.empty())
        f.neighbour->variable = member_at(settled, f.neighbour->address, f.neighbour->bytes);
    if (!f.variable.empty() || f.address == 0 || !f.index || f.element_size == 0) return;
    const auto base = f.address - static_cast<std::uintptr_t>(*f.index * f.element_size);
    f.variable = member_at(settled, base, f.elements * f.element_size);
    constexpr std::string_view nameless = "allocated there";
    if (const auto at = f.cause.find(nameless); at != f.cause.npos && !f.variable.empty())
        f.cause.replace(at, nameless.size(), "of " + f.variable);
}

}  // namespace cusim::report
