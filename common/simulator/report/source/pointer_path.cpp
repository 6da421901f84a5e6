#include "simulator/report/source/pointer_path.hpp"

#include <algorithm>
#include <optional>

#include "simulator/report/source/helper_call.hpp"
#include "simulator/report/source/line_reading.hpp"
#include "simulator/report/source/source_value.hpp"

namespace cusim::report {
namespace {

constexpr int longest_path = 8;  // pointers that come from pointers

class PathReader {
  public:
    PathReader(const Settled& settled, const SourceTokens& tokens)
        : settled_(settled), tokens_(tokens) {}

    std::vector<PointedAt> run() const {
        std::vector<PointedAt> found;
        for (std::size_t at = 0; at + 1 < tokens_.size(); ++at) {
            if (tokens_[at].line != settled_.self.line || !tokens_[at].is_name()) continue;
            const bool is_member = is(at - 1, ".") || is(at - 1, "->");
            std::vector<TokenSpan> parts;
            if (is(at + 1, "[") && !is_member)
                parts.push_back({at + 2, tokens_.closing(at + 1)});
            else if (!is_pointed_to(at))
                continue;
            for (auto& path : paths({at, at + 1}, std::move(parts), longest_path)) add(found, path);
        }
        return found;
    }

  private:
    using Parts = std::vector<TokenSpan>;

    bool is(std::size_t at, std::string_view spelling) const { return tokens_.is(at, spelling); }

    // `*p`, not `a * p`
    bool is_pointed_to(std::size_t at) const {
        if (at < 2 || !is(at - 1, "*")) return false;
        const SourceToken& before = tokens_[at - 2];
        const bool is_factor = (before.is_name() && !before.is("return")) || before.is(")") ||
                               before.is("]") || std::isdigit(before.text.front());
        return !is_factor;
    }

    // All ways from the pointer to the variable. There are several if a helper is called often.
    std::vector<Parts> paths(TokenSpan pointer, Parts parts, int depth) const {
        if (depth == 0 || pointer.empty()) return {};
        const Flow flow = flow_to(tokens_, pointer.begin);
        if (flow.function.empty()) return {};
        if (pointer.end - pointer.begin > 1 || !tokens_[pointer.begin].is_name())
            return of_expression(pointer, std::move(parts), depth);
        const std::string name(tokens_[pointer.begin].text);
        if (is_parameter(tokens_, flow, name)) {
            if (is_set_in(tokens_, flow.body, name)) return {};
            if (flow.function != settled_.recorded.kernel)
                return of_argument(flow, name, parts, depth);
            if (name != settled_.recorded.finding.variable) return {};
            return {std::move(parts)};
        }
        const TokenSpan definition = definition_of(flow, name);
        if (definition.empty() || is_set_in(tokens_, {definition.end, flow.body.end}, name) ||
            is_set_in(tokens_, {flow.body.begin, definition.begin - 2}, name))
            return {};
        return of_expression(definition, std::move(parts), depth);
    }

    // The only declaration `float* p = …;` of the function.
    TokenSpan definition_of(const Flow& flow, std::string_view name) const {
        TokenSpan found;
        for (std::size_t at = flow.body.begin + 2; at + 1 < flow.body.end; ++at) {
            if (!is(at, name) || !is(at + 1, "=") || !is(at - 1, "*")) continue;
            if (!found.empty()) return {};
            std::size_t end = at + 2;
            while (end < flow.body.end && !is(end, ";") && !is(end, ",")) {
                if (is(end, "(") || is(end, "[")) end = tokens_.closing(end);
                ++end;
            }
            found = {at + 2, end};
        }
        return found;
    }

    // `&p[…]`, `p + …`, `p`
    std::vector<Parts> of_expression(TokenSpan all, Parts parts, int depth) const {
        if (is(all.begin, "&") && is(all.begin + 2, "[") &&
            tokens_.closing(all.begin + 2) + 1 == all.end) {
            parts.push_back({all.begin + 3, all.end - 1});
            return paths({all.begin + 1, all.begin + 2}, std::move(parts), depth - 1);
        }
        const TokenSpan first{all.begin, all.begin + 1};
        if (!tokens_[all.begin].is_name()) return {};
        if (first.end == all.end) return paths(first, std::move(parts), depth - 1);
        if (!is(first.end, "+")) return {};
        parts.push_back({first.end + 1, all.end});
        return paths(first, std::move(parts), depth - 1);
    }

    std::vector<Parts> of_argument(const Flow& helper, const std::string& name, const Parts& parts,
                                   int depth) const {
        std::vector<Parts> found;
        for (const HelperCall& call : calls_of(tokens_, helper)) {
            if (!is_the_call(helper, call)) continue;
            const auto argument = argument_for(tokens_, helper, call, name);
            if (!argument) continue;
            Parts of_caller = parts;
            for (TokenSpan& part : of_caller)
                if (helper.body.has(part.begin)) replace_parameter(helper, call, part);
            for (Parts& path : paths(*argument, of_caller, depth - 1))
                found.push_back(std::move(path));
        }
        return found;
    }

    // The debug information may say where an inlined helper is called.
    bool is_the_call(const Flow& helper, const HelperCall& call) const {
        return !settled_.called || settled_.called->function != helper.function ||
               tokens_[call.at].line == settled_.called->place.line;
    }

    // A part that is a parameter is what the caller passes for it.
    void replace_parameter(const Flow& helper, const HelperCall& call, TokenSpan& part) const {
        if (part.end - part.begin != 1) return;
        const std::string_view name = tokens_[part.begin].text;
        const auto argument = argument_for(tokens_, helper, call, name);
        if (argument && !is_set_in(tokens_, helper.body, name)) part = *argument;
    }

    std::optional<long> number(TokenSpan part) const {
        return Evaluator(tokens_, Flow{}, {}).value(part);
    }

    void add(std::vector<PointedAt>& found, const Parts& parts) const {
        Parts varying;
        long rest = 0;
        for (const TokenSpan& part : parts) {
            if (const auto value = number(part); value && parts.size() > 1)
                rest += *value;
            else
                varying.push_back(part);
        }
        for (const TokenSpan& part : varying) {
            const auto known = varying.size() == 1 ? std::optional(rest) : std::nullopt;
            const bool is_new = std::ranges::none_of(found, [&](const PointedAt& other) {
                return other.subscript.begin == part.begin && other.rest == known;
            });
            if (is_new) found.push_back({part, known});
        }
    }

    const Settled& settled_;
    const SourceTokens& tokens_;
};

}  // namespace

std::vector<PointedAt> pointed_at(const Settled& settled, const SourceTokens& tokens) {
    if (settled.recorded.kernel.empty() || settled.recorded.finding.self.host ||
        settled.recorded.finding.variable.empty())
        return {};
    return PathReader(settled, tokens).run();
}

}  // namespace cusim::report
