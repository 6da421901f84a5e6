#include "suite/causes/expression_slips.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "suite/causes/slip_tokens.hpp"

namespace grader::suite {
namespace {

using source::Function;
using source::none;
using source::Source;
using source::TokenKind;

using Words = std::optional<std::string>;

// `dim3 threads = (32, 8);`
Words of_dim3(const Source& source, const Function&, std::size_t at) {
    if (!source.is(at, "dim3") || !is_name(source, at + 1) || !source.is(at + 2, "=") ||
        !source.is(at + 3, "("))
        return {};
    const std::size_t close = source.partner(at + 3);
    if (close == none || !source.is(close + 1, ";")) return {};
    std::size_t last = at + 3;
    for (std::size_t comma = last; (comma = comma_between(source, comma + 1, close)) < close;)
        last = comma;
    if (last == at + 3) return {};
    return fmt::format("`{}` is its last number, {}: write `dim3 {}{}`",
                       quoted(source, at + 3, close), quoted(source, last + 1, close - 1),
                       source[at + 1].text, quoted(source, at + 3, close));
}

// Whether `name` is declared as a float or a double in the function or in its list.
bool is_real_in(const Source& source, const Function& function, std::string_view name) {
    bool is_real = false;
    for (std::size_t at = function.parameters.begin; at < function.body.end; ++at) {
        if (!source.is(at + 1, name) || !is_name(source, at)) continue;
        if (source.is_one_of(at, {"int", "unsigned", "long", "char", "auto"})) return false;
        is_real = is_real || source.is_one_of(at, {"float", "double"});
    }
    return is_real;
}

// `int other = __shfl_down_sync(mask, sum, 16);` with a float sum.
Words of_cut_value(const Source& source, const Function& function, std::size_t at) {
    if (!source.is_one_of(at, {"int", "unsigned"}) || !is_name(source, at + 1) ||
        !source.is(at + 2, "=") || !is_name(source, at + 3) || !source.is(at + 4, "(") ||
        !source[at + 3].text.starts_with("__shfl_"))
        return {};
    const std::size_t close = source.partner(at + 4);
    if (close == none || !source.is(close + 1, ";")) return {};
    const std::size_t comma = comma_between(source, at + 5, close);
    if (!is_name(source, comma + 1) || !(source.is(comma + 2, ",") || comma + 2 == close) ||
        !is_real_in(source, function, source[comma + 1].text))
        return {};
    return fmt::format("`{}` is an {}: of what {} returns of {}, it keeps the whole number alone",
                       source[at + 1].text, source[at].text, source[at + 3].text,
                       source[comma + 1].text);
}

// `sum == 0;`
Words of_comparison(const Source& source, const Function&, std::size_t at) {
    if (!is_name(source, at) || !begins_statement(source, at) || !source.is(at + 1, "=="))
        return {};
    std::size_t end = at + 2;
    while (end < source.size() && !source.is_one_of(end, {";", "{", "}"})) ++end;
    if (!source.is(end, ";")) return {};
    return fmt::format("`{}` compares, where `=` sets", quoted(source, at, end));
}

// Where a condition begins: behind `while (`, `if (` or what an `if` declares first, and behind the
// first `;` of a `for`; `none` elsewhere.
std::size_t begin_of_condition(const Source& source, std::size_t at) {
    if (!source.is(at + 1, "(") || !source.is_one_of(at, {"if", "while", "for"})) return none;
    const std::size_t close = source.partner(at + 1);
    if (close == none) return none;
    const std::size_t semicolon = first_between(source, ";", at + 2, close);
    if (semicolon < close) return semicolon + 1;
    return source.is(at, "for") ? none : at + 2;
}

std::size_t end_of_condition(const Source& source, std::size_t at) {
    return first_between(source, ";", begin_of_condition(source, at), source.partner(at + 1));
}

// `if (f<a, b>(n))`
bool has_template_list(const Source& source, std::size_t begin, std::size_t end) {
    for (; begin < end; ++begin)
        if (source.is(begin, "<") && !source.compares(begin)) return true;
    return false;
}

// `for (…; i < n, j < m; …)`
Words of_comma_condition(const Source& source, const Function&, std::size_t at) {
    const std::size_t begin = begin_of_condition(source, at);
    if (begin == none) return {};
    const std::size_t end = end_of_condition(source, at);
    if (has_template_list(source, begin, end)) return {};
    std::size_t last = end;
    for (std::size_t comma = comma_between(source, begin, end); comma < end;
         comma = comma_between(source, comma + 1, end))
        last = comma;
    if (last == end) return {};
    return fmt::format(
        "of `{}` only what is behind the comma, `{}`, is the condition: `&&` asks for both",
        quoted(source, begin, end - 1), quoted(source, last + 1, end - 1));
}

bool is_name_or_number(const Source& source, std::size_t at) {
    return is_name(source, at) || source.is_kind(at, TokenKind::number);
}

// `if (0 <= i < n)`
Words of_chain(const Source& source, const Function&, std::size_t at) {
    const std::size_t begin = begin_of_condition(source, at);
    if (begin == none) return {};
    const std::size_t end = end_of_condition(source, at);
    for (std::size_t k = begin; k + 4 < end; ++k) {
        const bool is_chain = is_name_or_number(source, k) &&
                              source.is_one_of(k + 1, {"<", "<="}) && is_name(source, k + 2) &&
                              source.is_one_of(k + 3, {"<", "<="}) &&
                              is_name_or_number(source, k + 4) &&
                              (k == begin || source.is_one_of(k - 1, {"(", "&&", "||", "!"}));
        if (!is_chain) continue;
        const std::string middle(source[k + 2].text);
        return fmt::format("`{}` compares what `{}` gives, 0 or 1, with {}: write `{} && {} {} {}`",
                           quoted(source, k, k + 4), quoted(source, k, k + 2), source[k + 4].text,
                           quoted(source, k, k + 2), middle, source[k + 3].text,
                           source[k + 4].text);
    }
    return {};
}

// `A[i, j]`
Words of_comma_index(const Source& source, const Function&, std::size_t at) {
    if (!is_name(source, at) || source.is_one_of(at, {"return", "operator", "delete", "auto"}) ||
        !source.is(at + 1, "["))
        return {};
    const std::size_t close = source.partner(at + 1);
    if (close == none || source.is(at + 2, "[")) return {};
    const std::size_t comma = comma_between(source, at + 2, close);
    if (comma == close) return {};
    return fmt::format(
        "`{}` has only what is behind the comma as its index: an index of a row and a column is "
        "one number, such as the row times the length of a row, plus the column",
        quoted(source, at, close));
}

bool touch(const Source& source, std::size_t at) {
    return source[at].offset + source[at].text.size() == source[at + 1].offset;
}

// `y[i] =+ value;`
Words of_sign(const Source& source, const Function&, std::size_t at) {
    if (!source.is(at, "=") || !source.is_one_of(at + 1, {"+", "-"}) || !touch(source, at) ||
        touch(source, at + 1))
        return {};
    const std::string sign(source[at + 1].text);
    return fmt::format(
        "`={0}` sets, and the sign belongs to the value: `{0}=` changes what is there", sign);
}

std::optional<unsigned> whole_number(const Source& source, std::size_t at) {
    if (!source.is_kind(at, TokenKind::number)) return {};
    const std::string_view text = source[at].text;
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    return value;
}

// `1 / 2 * x`
Words of_fraction(const Source& source, const Function&, std::size_t at) {
    const auto above = whole_number(source, at);
    if (!above || !source.is(at + 1, "/")) return {};
    const auto below = whole_number(source, at + 2);
    if (!below || *above == 0 || *above >= *below || source.is_one_of(at - 1, {"*", "/", "%"}))
        return {};
    return fmt::format("`{} / {}` divides whole numbers, and is 0: `{}.0f / {}` is a fraction",
                       *above, *below, *above, *below);
}

// `2 ^ 10`
Words of_power(const Source& source, const Function&, std::size_t at) {
    const auto base = whole_number(source, at);
    if (base != 2u && base != 10u) return {};
    const auto exponent = source.is(at + 1, "^") ? whole_number(source, at + 2) : std::nullopt;
    if (!exponent) return {};
    return fmt::format("`{0} ^ {1}` is {2}, since `^` is no power: it compares bits{3}", *base,
                       *exponent, *base ^ *exponent,
                       base == 2u ? fmt::format(". A power of two is `1 << {}`", *exponent) : "");
}

// `__shfl_down_sync(mask, offset, sum)` with a float sum.
Words of_offset(const Source& source, const Function& function, std::size_t at) {
    if (!is_name(source, at) || !source[at].text.starts_with("__shfl_") || !source.is(at + 1, "("))
        return {};
    const std::size_t close = source.partner(at + 1);
    if (close == none) return {};
    const std::size_t value = comma_between(source, at + 2, close) + 1;
    if (value > close) return {};
    const std::size_t lane = comma_between(source, value, close) + 1;
    if (!is_name(source, value) || value + 2 != lane || !is_name(source, lane) ||
        !source.is_one_of(lane + 1, {",", ")"}) ||
        !is_real_in(source, function, source[lane].text) ||
        is_real_in(source, function, source[value].text))
        return {};
    return fmt::format(
        "`{}` hands over the float {} as the number of lanes, and {} as the value: the value comes "
        "before that number",
        quoted(source, at, close), source[lane].text, source[value].text);
}

// `cudaMemset(d_y, sizeof(int) * n, 0)`
Words of_memset(const Source& source, const Function&, std::size_t at) {
    if (!source.is_one_of(at, {"cudaMemset", "cudaMemsetAsync", "memset"}) ||
        !source.is(at + 1, "("))
        return {};
    const std::size_t close = source.partner(at + 1);
    if (close == none) return {};
    const std::size_t value = comma_between(source, at + 2, close) + 1;
    const std::size_t bytes = comma_between(source, value, close) + 1;
    const bool sets_nothing =
        bytes < close && source.is(bytes, "0") && source.is_one_of(bytes + 1, {",", ")"});
    if (!sets_nothing || value + 2 == bytes) return {};
    return fmt::format("`{}` sets 0 bytes: the value comes second, and the number of bytes third",
                       quoted(source, at, close));
}

constexpr auto expression_rules = {of_dim3,  of_cut_value, of_comparison,  of_comma_condition,
                                   of_chain, of_sign,      of_comma_index, of_fraction,
                                   of_power, of_offset,    of_memset};

}  // namespace

std::optional<std::string> expression_slip_at(const Source& source, const Function& function,
                                              std::size_t at) {
    for (const auto rule : expression_rules)
        if (auto words = rule(source, function, at)) return words;
    return {};
}

}  // namespace grader::suite
