#include "suite/causes/slip_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "suite/causes/expression_slips.hpp"
#include "suite/causes/slip_tokens.hpp"

namespace grader::suite {
namespace {

using source::Function;
using source::none;
using source::Source;
using source::Token;
using source::TokenKind;

using Words = std::optional<std::string>;

constexpr std::array<std::string_view, 10> number_types{
    "float", "double", "int", "unsigned", "long", "short", "bool", "char", "size_t", "auto"};

bool is_number_type(const Source& source, std::size_t at) {
    return std::ranges::count(number_types, source[at].text) > 0;
}

std::size_t indentation(const Source& source, const Token& token) {
    const std::string& text = source.text();
    const std::size_t begin = text.rfind('\n', token.offset) + 1;
    return std::min(text.find_first_not_of(" \t", begin), text.size()) - begin;
}

// `if (…);`, `if (a = b)`
Words of_if(const Source& source, const Function&, std::size_t at) {
    if (!source.is(at, "if") || !source.is(at + 1, "(")) return {};
    const std::size_t close = source.partner(at + 1);
    if (close == none) return {};
    if (source.is(close + 1, ";") && !source.is(close + 2, "else"))
        return fmt::format(
            "the `;` right behind `{}` is all that depends on it: what follows is done always",
            quoted(source, at, close));
    const bool is_condition = first_between(source, ";", at + 2, close) == close;
    if (is_condition && is_name(source, at + 2) && source.is(at + 3, "=") &&
        !source.is(at + 4, "="))
        return fmt::format("`{}` sets {}, where `==` compares", quoted(source, at + 2, close - 1),
                           source[at + 2].text);
    return {};
}

// The parenthesis behind the header of the `for` at `at`; `none` if there is no such loop.
std::size_t end_of_header(const Source& source, std::size_t at) {
    return source.is(at, "for") && source.is(at + 1, "(") ? source.partner(at + 1) : none;
}

// `for (…);` may be meant, as to find the first one. Not if what follows looks like its body.
Words of_for(const Source& source, const Function&, std::size_t at) {
    const std::size_t close = end_of_header(source, at);
    if (close == none || !source.is(close + 1, ";") || close + 2 >= source.size()) return {};
    const Token& next = source[close + 2];
    const bool looks_like_body =
        next.is("{") || (next.line > source[close + 1].line &&
                         indentation(source, next) > indentation(source, source[at]));
    if (!looks_like_body) return {};
    return fmt::format(
        "the `;` right behind `{}` is all that the loop repeats: what follows is done once",
        quoted(source, at, close));
}

// `for (unsigned i = n - 1; i >= 0; i--)`
Words of_unsigned(const Source& source, const Function&, std::size_t at) {
    const std::size_t close = end_of_header(source, at);
    if (close == none || !source.is_one_of(at + 2, {"unsigned", "size_t"})) return {};
    const std::size_t name = at + (source.is(at + 3, "int") ? 4 : 3);
    std::size_t condition = name;
    while (condition < close && !source.is(condition, ";")) ++condition;
    if (!source.is(name + 1, "=") || !source.is(condition + 1, source[name].text) ||
        !source.is(condition + 2, ">=") || !source.is(condition + 3, "0") ||
        !source.is(condition + 4, ";"))
        return {};
    return fmt::format(
        "`{}` is always true, since `{}` is unsigned: below 0 it goes on at the largest number. A "
        "counter that goes down to 0 is an int",
        quoted(source, condition + 1, condition + 3), source[name].text);
}

// `for (int k = blockIdx.x; k < n; k += blockDim.x)`
Words of_step(const Source& source, const Function&, std::size_t at) {
    const std::size_t close = end_of_header(source, at);
    if (close == none) return {};
    std::size_t begin = at + 2;
    while (begin < close && !source.is_one_of(begin, {"=", ";"})) ++begin;
    if (!source.is(begin, "=") || !source.is(begin + 4, ";") || !is_name(source, begin - 1))
        return {};
    const bool of_blocks = source.is(begin + 1, "blockIdx");
    const bool of_threads = source.is(begin + 1, "threadIdx");
    const std::size_t step = close - 3;
    if (!source.is(step, of_blocks ? "blockDim" : "gridDim") || !source.is(step - 1, "+=") ||
        !source.is(step - 3, ";") || !source.is(step - 2, source[begin - 1].text) ||
        !(of_blocks || of_threads))
        return {};
    return fmt::format(
        "`{}` begins at {} and goes on by {}: as many {} as {} says take a turn each",
        source[begin - 1].text, quoted(source, begin + 1, begin + 3),
        quoted(source, step, step + 2), of_blocks ? "blocks" : "threads",
        (of_blocks ? "gridDim." : "blockDim.") + std::string(source[step + 2].text));
}

// The `;` behind the declaration whose name is at `name`.
std::size_t end_of_declaration(const Source& source, std::size_t name) {
    while (name < source.size() && !source.is_one_of(name, {";", "{", "}"})) ++name;
    return name;
}

// `for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += blockDim.x)`
Words of_short_step(const Source& source, const Function&, std::size_t at) {
    const std::size_t close = end_of_header(source, at);
    if (close == none || !source.is(close - 4, "+=") || !source.is(close - 3, "blockDim") ||
        !is_name(source, close - 5) || !source.is(close - 6, ";"))
        return {};
    const std::string_view counter = source[close - 5].text, axis = source[close - 1].text;
    std::size_t begin = at + 2;
    while (begin < close && !source.is_one_of(begin, {"=", ";"})) ++begin;
    const std::size_t end = end_of_declaration(source, begin);
    if (!source.is(begin, "=") || !source.is(begin - 1, counter)) return {};
    bool of_blocks = false, of_threads = false;
    for (std::size_t k = begin; k < end; ++k) {
        of_blocks |= source.is(k, "blockIdx") && source.is(k + 2, axis);
        of_threads |= source.is(k, "threadIdx") && source.is(k + 2, axis);
    }
    if (!of_blocks || !of_threads) return {};
    return fmt::format(
        "`{0}` begins at the thread's number in the grid and goes on by the threads of one block: "
        "where the grid has several, they come to the same `{0}`, and `gridDim.{1} * blockDim.{1}` "
        "threads share out the turns",
        counter, axis);
}

// `for (int s = n / 2; s > 0; s -= 2)`, where the loop adds what lies s behind.
Words of_strides(const Source& source, const Function&, std::size_t at) {
    const std::size_t close = end_of_header(source, at);
    if (close == none || !source.is(close - 2, "-=") ||
        !source.is_kind(close - 1, TokenKind::number) || !is_name(source, close - 3))
        return {};
    const std::string_view stride = source[close - 3].text;
    std::size_t half = at + 2;
    while (half < close && !source.is(half, ";")) ++half;
    if (!source.is(half - 1, "2") || !source.is(half - 2, "/")) return {};
    const std::size_t body_end = source.is(close + 1, "{") ? source.partner(close + 1) : close + 40;
    bool adds_behind = false;
    for (std::size_t k = close; k < std::min(body_end, source.size()); ++k)
        adds_behind |= source.is(k, "+") && source.is(k + 1, stride) && source.is(k + 2, "]");
    if (!adds_behind) return {};
    return fmt::format(
        "`{0}` goes down by {1} from step to step: in a tree each stride is half of the one "
        "before, `{0} /= 2`",
        stride, source[close - 1].text);
}

// `extern __shared__ float* Q;`
Words of_shared_pointer(const Source& source, const Function&, std::size_t at) {
    if (!source.is(at, "extern") || !source.is(at + 1, "__shared__")) return {};
    std::size_t end = at + 2;
    while (is_name(source, end) || source.is(end, "*")) ++end;
    if (!source.is(end, ";") || !source.is(end - 2, "*")) return {};
    return fmt::format(
        "`{}` is one pointer, which lies in shared memory itself and is set by nothing: the "
        "bytes that the launch gives are those of `extern __shared__ {} {}[]`",
        quoted(source, at, end - 1), quoted(source, at + 2, end - 3), source[end - 1].text);
}

// The name that a declaration like `float* sum = …;` gives; `none` if it is none.
std::size_t declared_name(const Source& source, std::size_t at) {
    std::size_t name = at + 1;
    while (source.is_one_of(name, {"*", "const", "int", "long"})) ++name;
    return is_name(source, name) && source.is_one_of(name + 1, {"=", ";", "{", ","}) ? name : none;
}

// The brace that opens the innermost block round a token.
std::size_t block_round(const Source& source, std::size_t at) {
    std::size_t open = source.opener_around(at);
    while (open != none && !source.is(open, "{")) open = source.opener_around(open);
    return open;
}

bool is_read(const Source& source, std::size_t at) {
    if (source.is_one_of(at + 1, {"=", "+=", "-=", "*=", "/="})) return false;
    return !(source.is(at - 1, "&") && source.is_one_of(at - 2, {"(", ","}));
}

bool is_read_in(const Source& source, source::TokenRange range, std::string_view name) {
    for (std::size_t at = range.begin; at < range.end; ++at)
        if (source.is(at, name) && !source.is_one_of(at - 1, {".", "->"}) && is_read(source, at))
            return true;
    return false;
}

// The same name, declared by a statement in a block round this one: of the function, or of the
// struct whose function it is; `none` if there is none.
std::size_t declared_outside(const Source& source, std::size_t name, std::size_t block) {
    for (std::size_t outer = block_round(source, block); outer != none;
         outer = block_round(source, outer))
        for (std::size_t at = outer + 1; at < block; ++at) {
            const bool declares = is_number_type(source, at) && begins_statement(source, at) &&
                                  block_round(source, at) == outer;
            const std::size_t found = declares ? declared_name(source, at) : none;
            if (found != none && source.is(found, source[name].text)) return found;
        }
    return none;
}

// `float sum = …;` in an inner block, where nothing reads that, and the sum outside is read.
Words of_hidden_name(const Source& source, const Function& function, std::size_t at) {
    if (!begins_statement(source, at) || !is_number_type(source, at)) return {};
    const std::size_t name = declared_name(source, at), block = block_round(source, at);
    if (name == none || block == none || block + 1 < function.body.begin) return {};
    const std::size_t end = source.partner(block);
    const std::size_t outside = declared_outside(source, name, block);
    if (outside == none || is_read_in(source, {name + 2, end}, source[name].text)) return {};
    const bool is_member = outside < function.body.begin;
    if (!is_member && !is_read_in(source, {end, function.body.end}, source[name].text)) return {};
    return fmt::format(
        "`{0}` declares a variable of its own, which nothing reads: what is stored in it does "
        "not come to the `{1}` of line {2}. Where that is meant, leave out the type",
        quoted(source, at, name), source[name].text, source[outside].line);
}

// Whether the variable declared at `name` begins as a thread's number.
bool is_number_of_thread(const Source& source, std::size_t name) {
    const std::size_t end = end_of_declaration(source, name);
    for (std::size_t at = name; at < end; ++at)
        if (source.is_one_of(at, {"threadIdx", "blockIdx"})) return true;
    return false;
}

// `for (int i = 0; …) … A[i * m + i]` where `i` is also the thread's row.
Words of_hidden_thread(const Source& source, const Function& function, std::size_t at) {
    const std::size_t close = end_of_header(source, at);
    if (close == none || !is_number_type(source, at + 2) || !is_name(source, at + 3)) return {};
    const std::size_t name = at + 3;
    const std::string_view counter = source[name].text;
    std::size_t outside = none;
    for (std::size_t k = function.body.begin; k < at; ++k)
        if (is_number_type(source, k) && begins_statement(source, k) &&
            declared_name(source, k) != none && source.is(declared_name(source, k), counter))
            outside = declared_name(source, k);
    const std::size_t scope = outside == none ? none : block_round(source, outside);
    if (scope == none || source.partner(scope) < at || !is_number_of_thread(source, outside))
        return {};
    const std::size_t body = close + 1;
    const std::size_t end =
        source.is(body, "{") ? source.partner(body) : end_of_declaration(source, body);
    if (end == none || end >= source.size()) return {};
    for (std::size_t open = body; open < end; ++open) {
        const std::size_t bracket = source.is(open, "[") ? source.partner(open) : none;
        if (bracket == none) continue;
        bool is_factor = false, is_added = false;
        for (std::size_t k = open + 1; k < bracket; ++k) {
            if (!source.is(k, counter)) continue;
            const bool times = source.is(k + 1, "*") || source.is(k - 1, "*");
            (times ? is_factor : is_added) = true;
        }
        if (is_factor && is_added)
            return fmt::format(
                "in the loop, `{0}` is its counter, which hides the thread's `{0}` of line {1}: in "
                "`{2}` both are the counter. Where the thread's is meant, give the counter "
                "another name",
                counter, source[outside].line, quoted(source, open - 1, bracket));
    }
    return {};
}

// The next name `name` in the range that is neither declared there nor allocated or freed; `none`
// if there is none.
std::size_t used_in(const Source& source, source::TokenRange range, std::string_view name) {
    constexpr std::array<std::string_view, 3> only_memory{"cudaMalloc", "cudaFree", "cudaMemset"};
    for (std::size_t at = range.begin; at < range.end; ++at) {
        if (!source.is(at, name) || source.is_one_of(at - 1, {".", "->", "*"}) ||
            source.is_one_of(at + 1, {"(", "=", ";", "{"}) || is_number_type(source, at - 1))
            continue;
        const std::size_t open = source.opener_around(at);
        const bool is_of_memory =
            open != none && open > 0 && std::ranges::count(only_memory, source[open - 1].text) > 0;
        if (!is_of_memory) return at;
    }
    return none;
}

// `cudaMemcpy(y, d_y, …, cudaMemcpyDeviceToHost);` before the first call that gets d_y.
Words of_early_copy(const Source& source, const Function& function, std::size_t at) {
    if (!source.is_one_of(at, {"cudaMemcpy", "cudaMemcpyAsync"}) || !source.is(at + 1, "("))
        return {};
    const std::size_t close = source.partner(at + 1);
    if (close == none) return {};
    const std::size_t from = comma_between(source, at + 2, close) + 1;
    if (from >= close || !is_name(source, from) ||
        !(source.is(from + 1, ",") || source.is(from + 1, ".")))
        return {};
    bool is_to_host = false;
    for (std::size_t k = from; k < close; ++k) is_to_host |= source.is(k, "cudaMemcpyDeviceToHost");
    const std::string_view name = source[from].text;
    for (std::size_t k = function.parameters.begin; k < function.parameters.end; ++k)
        if (source.is(k, name)) return {};
    bool is_own = false;  // what is declared or allocated here has no value before
    for (std::size_t k = function.body.begin; k < at; ++k) is_own |= source.is(k, name);
    if (!is_to_host || !is_own || used_in(source, {function.body.begin, at}, name) != none)
        return {};
    // A loop may come here again.
    for (std::size_t open = source.opener_around(at); open != none && open > function.body.begin;
         open = source.opener_around(open))
        if (source.is(open, "{")) return {};
    const std::size_t later = used_in(source, {close, function.body.end}, name);
    if (later == none) return {};
    return fmt::format(
        "{0} is copied to the host before anything is stored in it: the first that gets it comes "
        "behind that, on line {1}. A result is copied after the kernel that stores it",
        name, source[later].line);
}

constexpr auto rules = {
    of_unsigned,       of_if,          of_for,           of_step,      of_short_step, of_strides,
    of_shared_pointer, of_hidden_name, of_hidden_thread, of_early_copy};

}  // namespace

std::optional<std::string> slip_at(const Source& source, const Function& function, std::size_t at) {
    for (const auto rule : rules)
        if (auto words = rule(source, function, at)) return words;
    return expression_slip_at(source, function, at);
}

}  // namespace grader::suite
