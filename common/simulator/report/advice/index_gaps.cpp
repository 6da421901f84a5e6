// Follows the variables of the subscript to the expressions assigned to them, and the parameters of
// a device function to its only call in the kernel. A variable that is not understood may depend on
// anything.
#include "simulator/report/advice/index_gaps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "simulator/report/source/helper_call.hpp"
#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

// Whether an expression depends on a number.
enum class Made { no, maybe, yes };

Made more_of(Made a, Made b) {
    return std::max(a, b);
}

// The index on the line, and the name of its array.
struct Access {
    std::size_t array = 0;
    TokenSpan subscript;
};

class Origins {
  public:
    Origins(const SourceTokens& tokens, const Settled& settled) : tokens_(tokens), s_(settled) {}

    // Returns false if the line indexes no array or several, if it names the variable without an
    // index, or if the code before it is not understood.
    bool locate() {
        std::vector<Access> all;
        bool is_plain = false;
        for (std::size_t at = 0; at + 1 < tokens_.size(); ++at) {
            if (tokens_[at].line != s_.self.line || !tokens_[at].is_name()) continue;
            if (is(at + 1, "["))
                all.push_back({at, {at + 2, tokens_.closing(at + 1)}});
            else
                is_plain |= is(at, s_.recorded.finding.variable);
        }
        const bool is_named = std::ranges::any_of(
            all, [&](const Access& each) { return is(each.array, s_.recorded.finding.variable); });
        if (is_named)
            std::erase_if(all, [&](const Access& each) {
                return !is(each.array, s_.recorded.finding.variable);
            });
        if (all.empty() || (is_plain && !is_named)) return false;
        const std::string_view name = tokens_[all.front().array].text;
        if (std::ranges::any_of(all, [&](const Access& a) { return !is(a.array, name); }))
            return false;
        accesses_ = std::move(all);
        flow_ = flow_to(tokens_, accesses_.front().subscript.begin);
        return !flow_.function.empty() && find_call();
    }

    // Whether the number is used in an index on the line, or in the pointer to the array.
    Made index_is_made_of(const std::string& number) const {
        Made all = Made::no;
        for (const Access& access : accesses_) all = more_of(all, made(access, number));
        return all;
    }

    // The call, if the array passed to it depends on no thread's number, but the index does.
    std::string call_with_one_array() const {
        if (!call_) return {};
        const Access& access = accesses_.front();
        const TokenSpan array{access.array, access.array + 1};
        Made index = Made::no;
        for (const char* const axis : {"x", "y", "z"}) {
            const std::string number = std::string("threadIdx.") + axis;
            if (made_of(array, number) != Made::no) return {};
            index = more_of(index, made_of(access.subscript, number));
        }
        if (index == Made::no) return {};
        return tokens_.spelling({call_->at, tokens_.closing(call_->at + 1) + 1});
    }

  private:
    static constexpr int most_steps = 8;  // from variable to variable

    bool is(std::size_t at, std::string_view spelling) const { return tokens_.is(at, spelling); }

    bool is_in_kernel() const { return flow_.function == s_.recorded.kernel; }

    // The function that contains the line must be the kernel, or one that it calls once.
    bool find_call() {
        if (is_in_kernel()) return true;
        call_ = only_call_of(tokens_, flow_, s_.recorded.kernel);
        return call_.has_value();
    }

    Made made(const Access& access, const std::string& number) const {
        return more_of(made_of({access.array, access.array + 1}, number),
                       made_of(access.subscript, number));
    }

    Made made_of(TokenSpan span, const std::string& number) const {
        return made_of(flow_, span, number, most_steps);
    }

    Made made_of(const Flow& flow, TokenSpan span, const std::string& number, int depth) const {
        Made all = Made::no;
        for (std::size_t at = span.begin; at < span.end; ++at) {
            if (is(at, "static_cast")) {  // its type is not an operand
                while (at < span.end && !is(at, ">")) ++at;
                continue;
            }
            if (!tokens_[at].is_name()) continue;
            if (is_builtin(at)) {
                if (tokens_.spelling({at, at + 3}) == number) return Made::yes;
                at += 2;
                continue;
            }
            all = more_of(all, name_made_of(flow, at, number, depth));
        }
        return all;
    }

    bool is_builtin(std::size_t at) const {
        constexpr auto names =
            std::to_array<std::string_view>({"threadIdx", "blockIdx", "blockDim", "gridDim"});
        return is(at + 1, ".") && std::ranges::any_of(names, [&](auto n) { return is(at, n); });
    }

    Made name_made_of(const Flow& flow, std::size_t at, const std::string& number,
                      int depth) const {
        const std::string_view name = tokens_[at].text;
        if (depth == 0 || is(at + 1, "(") || is(at + 1, ".") || is(at + 1, "->") ||
            (is(at + 1, "[") && !is_base(at)) || is(at + 1, "<"))
            return Made::maybe;
        if (const auto local = flow.locals.find(name); local != flow.locals.end())
            return made_of(flow, local->second, number, depth - 1);
        if (const Loop* const loop = loop_of(flow, name))
            return counter_made_of(flow, *loop, number, depth - 1);
        if (is_set_in(tokens_, flow.body, name)) return Made::maybe;
        if (std::ranges::count(parameters_of(tokens_, flow), name) > 0) {
            if (flow.function == s_.recorded.kernel) return Made::no;
            const auto argument = call_ ? argument_for(tokens_, flow, *call_, name) : std::nullopt;
            return argument ? made_of(call_->caller, *argument, number, depth - 1) : Made::maybe;
        }
        return is_array_of(flow, name) || !is_declared_in(flow, name) ? Made::no : Made::maybe;
    }

    // `&Q[…]`, or the array itself.
    bool is_base(std::size_t at) const {
        if (std::ranges::any_of(accesses_, [&](const Access& a) { return a.array == at; }))
            return true;
        return is(at - 1, "&") && (is(at - 2, "=") || is(at - 2, "(") || is(at - 2, ","));
    }

    static const Loop* loop_of(const Flow& flow, std::string_view counter) {
        for (const Loop& loop : flow.loops)
            if (loop.counter == counter) return &loop;
        return nullptr;
    }

    // Uses only the head of the loop.
    Made counter_made_of(const Flow& flow, const Loop& loop, const std::string& number,
                         int depth) const {
        if (is_set_in(tokens_, loop.body, loop.counter)) return Made::maybe;
        Made all = Made::no;
        for (std::size_t at = loop.head.begin; at < loop.head.end; ++at) {
            if (!tokens_[at].is_name() || is(at, loop.counter)) continue;
            if (is(at, "int") || is(at, "unsigned") || is(at, "auto") || is(at, "size_t")) continue;
            all =
                more_of(all, made_of(flow, {at, is_builtin(at) ? at + 3 : at + 1}, number, depth));
            if (is_builtin(at)) at += 2;
        }
        return all;
    }

    // Recognises `__shared__ float Q[N]`, also with several declarators.
    bool is_array_of(const Flow& flow, std::string_view name) const {
        for (std::size_t at = flow.body.begin + 1; at + 1 < flow.body.end; ++at) {
            if (!is(at, "__shared__")) continue;
            for (; at < flow.body.end && !is(at, ";"); ++at)
                if (is(at, name) && is(at + 1, "[")) return true;
        }
        return false;
    }

    // `float* row;` is a declaration, `t * Z` is not.
    bool is_declared_in(const Flow& flow, std::string_view name) const {
        constexpr auto types =
            std::to_array<std::string_view>({"auto", "bool", "char", "const", "double", "float",
                                             "int", "long", "short", "unsigned"});
        for (std::size_t at = flow.body.begin + 1; at < flow.body.end; ++at) {
            if (!is(at, name)) continue;
            if (tokens_[at - 1].is_name() && !is(at - 1, "return") && !is(at - 1, "else"))
                return true;
            const bool behind_sign = is(at - 1, "*") || is(at - 1, "&");
            if (behind_sign && std::ranges::any_of(types, [&](auto t) { return is(at - 2, t); }))
                return true;
        }
        return false;
    }

    const SourceTokens& tokens_;
    const Settled& s_;
    std::vector<Access> accesses_;
    Flow flow_;
    std::optional<HelperCall> call_;
};

// The names of the indices in which the two threads differ.
std::vector<std::string> differing(const Party& one, const Party& other) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& of, const Dim3& a, const Dim3& b) {
        if (a.x != b.x) names.push_back(of + ".x");
        if (a.y != b.y) names.push_back(of + ".y");
        if (a.z != b.z) names.push_back(of + ".z");
    };
    add("threadIdx", one.thread, other.thread);
    add("blockIdx", one.block, other.block);
    return names;
}

bool is_one_line(const Settled& settled) {
    return settled.other && settled.self.path == settled.other->path &&
           settled.self.line == settled.other->line;
}

// Returns nullopt if nothing is known about the line.
std::optional<Origins> origins_of(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    const Finding& f = settled.recorded.finding;
    if (!tokens || !f.other || f.self.host || f.other->host || !is_one_line(settled))
        return std::nullopt;
    Origins origins(*tokens, settled);
    return origins.locate() ? std::optional(std::move(origins)) : std::nullopt;
}

}  // namespace

std::vector<std::string> left_out_of_index(const Settled& settled) {
    const auto origins = origins_of(settled);
    if (!origins) return {};
    auto names = differing(settled.recorded.finding.self, *settled.recorded.finding.other);
    std::erase_if(names, [&](const std::string& number) {
        return origins->index_is_made_of(number) != Made::no;
    });
    return names;
}

std::string gap_in_index(const Settled& settled) {
    const auto names = left_out_of_index(settled);
    if (names.empty()) return {};
    const Dim3& block = settled.recorded.block;
    const Finding& f = settled.recorded.finding;
    const bool is_of_thread =
        names.front().starts_with("threadIdx") && f.self.block == f.other->block;
    const std::string lengths =
        block.z > 1   ? fmt::format(" of the block's ({}, {}, {})", block.x, block.y, block.z)
        : block.y > 1 ? fmt::format(" of the block's ({}, {})", block.x, block.y)
                      : "";
    return fmt::format("The index has no {} in it, in which the two threads{} differ",
                       fmt::join(names, " and no "), is_of_thread ? lengths : "");
}

bool adds_in_a_tree(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    for (std::size_t at = 0; tokens && at + 1 < tokens->size(); ++at) {
        if ((*tokens)[at].line != settled.self.line || !tokens->is(at + 1, "[")) continue;
        const std::size_t close = tokens->closing(at + 1);
        if (!tokens->is(close + 1, "+=") || !tokens->is(close + 2, (*tokens)[at].text) ||
            !tokens->is(close + 3, "["))
            continue;
        const std::string own = tokens->spelling({at + 2, close});
        const std::string read = tokens->spelling({close + 4, tokens->closing(close + 3)});
        if (read.starts_with(own + " + ")) return true;
    }
    return false;
}

std::string adds_twice(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    for (std::size_t at = 0; tokens && at + 1 < tokens->size(); ++at) {
        if ((*tokens)[at].line != settled.self.line || !tokens->is(at + 1, "[")) continue;
        const std::size_t close = tokens->closing(at + 1);
        const std::string element = tokens->spelling({at, close + 1});
        if ((!tokens->is(close + 1, "+=") && !tokens->is(close + 1, "=")) ||
            !tokens->is(close + 2, "atomicAdd") || !tokens->is(close + 4, "&"))
            continue;
        const std::size_t length = close + 1 - at;
        if (tokens->spelling({close + 5, close + 5 + length}) == element)
            return tokens->spelling({at, close + 2});
    }
    return {};
}

std::string call_with_one_array(const Settled& settled) {
    const auto origins = origins_of(settled);
    return origins ? origins->call_with_one_array() : std::string{};
}

}  // namespace cusim::report
