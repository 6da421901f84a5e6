#include "simulator/report/source/index_reading.hpp"

#include <algorithm>
#include <array>

#include "simulator/report/source/launch_reading.hpp"
#include "simulator/report/source/loop_turns.hpp"
#include "simulator/report/source/made_of.hpp"
#include "simulator/report/source/pointer_path.hpp"

namespace cusim::report {
namespace {

Values builtin_values(const Settled& settled) {
    const Party& self = settled.recorded.finding.self;
    Values values;
    const auto add = [&](const std::string& name, const Dim3& of) {
        values[name + ".x"] = of.x;
        values[name + ".y"] = of.y;
        values[name + ".z"] = of.z;
    };
    add("threadIdx", self.thread);
    add("blockIdx", self.block);
    add("blockDim", settled.recorded.block);
    add("gridDim", settled.recorded.grid);
    return values;
}

// Arguments of the launch are known in the kernel, and what it computes from them in a helper that
// it calls once; both only if the function does not change its parameters.
Values known_values(const Settled& settled, const SourceTokens& tokens, const Flow& flow,
                    const std::optional<HelperCall>& call) {
    if (settled.recorded.finding.self.host) return {};
    Values values = builtin_values(settled);
    if (flow.function == settled.recorded.kernel) {
        for (const Number& number : settled.recorded.numbers)
            if (!is_set_in(tokens, flow.body, number.name)) values[number.name] = number.value;
    } else if (call) {
        const Evaluator caller(tokens, call->caller,
                               known_values(settled, tokens, call->caller, std::nullopt));
        for (const std::string& parameter : parameters_of(tokens, flow)) {
            const auto argument = argument_for(tokens, flow, *call, parameter);
            const auto value = argument ? caller.value(*argument) : std::nullopt;
            if (value && !is_set_in(tokens, flow.body, parameter)) values[parameter] = *value;
        }
    }
    return values;
}

class Reader {
  public:
    Reader(const Settled& settled, const SourceTokens& tokens, TokenSpan subscript,
           std::optional<long> rest = 0)
        : settled_(settled), tokens_(tokens), knows_rest_(rest.has_value()) {
        reading_.rest = rest.value_or(0);
        index_ -= reading_.rest;
        reading_.tokens = &tokens;
        reading_.pointers = settled.recorded.pointers;
        reading_.flow = flow_to(tokens, subscript.begin);
        reading_.flow.launched_on = line_of_launch(settled);
        reading_.call = only_call_of(tokens, reading_.flow, settled.recorded.kernel);
        reading_.subscript = meant(subscript);
        know({});
        reading_.bounds = bounds_in(tokens, reading_.flow.conditions);
    }

    IndexReading unread() { return std::move(reading_); }

    std::optional<IndexReading> run() {
        if (reading_.flow.function.empty()) return std::nullopt;
        name_terms();
        if (on_host()) return std::move(reading_);
        if (!knows_rest_ && !is_outside_by_itself()) return std::nullopt;
        if (!is_understood() && !is_understood_by_overflow()) return std::nullopt;
        measure();
        return std::move(reading_);
    }

  private:
    void know(const Values& more) {
        Values known = known_values(settled_, tokens_, reading_.flow, reading_.call);
        known.insert(more.begin(), more.end());
        reading_.values.clear();
        reading_.evaluator = std::make_shared<Evaluator>(tokens_, reading_.flow, std::move(known));
    }

    bool is_understood() { return (solve() && agrees()) || agrees_by_template_argument(); }

    // Whether a pointer with this offset points behind the array, whatever is added to it.
    bool is_outside_by_itself() {
        const Finding& finding = settled_.recorded.finding;
        const auto offset = reading_.evaluator->value(reading_.subscript);
        if (!offset || *offset < finding.elements || *offset > index_) return false;
        reading_.rest = index_ - *offset;
        index_ = *offset;
        return true;
    }

    // Whether the subscript is too large for the 32 bits in which it is computed.
    bool is_understood_by_overflow() {
        constexpr long wrap = 1L << 32, most = (1L << 31) - 1;
        constexpr auto wide = std::to_array<std::string_view>(
            {"size_t", "long", "ptrdiff_t", "int64_t", "uint64_t", "float", "double"});
        const bool is_wide = is_made_of(tokens_, reading_.flow, reading_.call, reading_.subscript,
                                        [&](const Flow&, std::size_t at) {
                                            return std::ranges::count(wide, tokens_[at].text) > 0;
                                        });
        if (is_wide || index_ >= 0 || index_ < most - wrap) return false;
        index_ += wrap;
        reading_.before_overflow = index_;
        know({});
        return is_understood() && !reading_.is_guess;
    }

    // A template parameter, as in `template <int tile>`, is usually the size of a block. The index
    // shows whether it is.
    bool agrees_by_template_argument() {
        const std::string parameter = template_parameter();
        if (parameter.empty()) return false;
        const Dim3& block = settled_.recorded.block;
        for (const long guess : {block.x, block.y, block.x * block.y}) {
            know({{parameter, guess}});
            if (solve() && agrees()) return true;
        }
        return false;
    }

    // The function's only template parameter; empty if there is none, or several.
    std::string template_parameter() const {
        std::size_t at = reading_.flow.parameters.begin;
        while (at > 0 && !tokens_.is(at, "template") && !tokens_.is(at, ";") &&
               !tokens_.is(at, "}"))
            --at;
        const bool one = tokens_.is(at, "template") && tokens_.is(at + 1, "<") &&
                         tokens_.is(at + 2, "int") && tokens_.is(at + 4, ">");
        return one ? std::string(tokens_[at + 3].text) : std::string{};
    }

    bool on_host() const { return settled_.recorded.finding.self.host; }
    long index() const { return index_; }

    // The `at` in `int at = i * n + j;`.
    TokenSpan meant(TokenSpan subscript) const {
        for (int depth = deepest; depth > 0 && subscript.end - subscript.begin == 1; --depth) {
            const auto local = reading_.flow.locals.find(tokens_[subscript.begin].text);
            if (local == reading_.flow.locals.end()) break;
            const bool thread_number =
                std::ranges::any_of(std::array{"threadIdx", "blockIdx"}, [&](const char* name) {
                    for (std::size_t at = local->second.begin; at < local->second.end; ++at)
                        if (tokens_.is(at, name)) return true;
                    return false;
                });
            if (thread_number) break;
            subscript = local->second;
        }
        return subscript;
    }

    void name_terms() {
        const TokenSpan all = reading_.subscript;
        for (std::size_t at = all.begin; at < all.end; ++at) {
            if (tokens_.is(at, "static_cast")) {
                while (at < all.end && !tokens_.is(at, ">")) ++at;
                continue;
            }
            if (!tokens_[at].is_name() || tokens_.is(at + 1, "(")) continue;
            TokenSpan name{at, at + 1};
            if (is_builtin(tokens_[at].text)) name.end = at + 3;
            at = name.end - 1;
            const std::string spelled = tokens_.spelling(name);
            if (std::ranges::count(reading_.terms, spelled, &IndexTerm::name) > 0) continue;
            const bool is_counter = !start_of(tokens_, reading_.flow, spelled).empty();
            const bool of_thread = !is_counter && (reading_.depends_on("threadIdx", name) ||
                                                   reading_.depends_on("blockIdx", name));
            reading_.terms.push_back({spelled, name, std::nullopt, std::nullopt, of_thread});
        }
    }

    // Assigns a value to every name. The counters of loops are computed from the index.
    bool solve() {
        std::vector<std::string> unknown;
        for (const IndexTerm& term : reading_.terms) {
            if (const auto value = reading_.evaluator->value(term.at))
                reading_.values[term.name] = *value;
            else
                unknown.push_back(term.name);
        }
        const bool are_counters = std::ranges::all_of(unknown, [&](const std::string& name) {
            return !start_of(tokens_, reading_.flow, name).empty();
        });
        if (unknown.empty() || (!are_counters && solve_by_turns(unknown))) return true;
        if (unknown.size() == 1) {
            const auto first = first_turn(unknown.front());
            reading_.is_guess = !first;
            return solve_for(unknown.front()) &&
                   (!first || is_turn_of(*first, reading_.values[unknown.front()]));
        }
        return unknown.size() == 2 &&
               (solve_in_turns(unknown[0], unknown[1]) || solve_in_turns(unknown[1], unknown[0]));
    }

    bool solve_for(const std::string& unknown) {
        const auto at_0 = reading_.index_with(unknown, 0), at_1 = reading_.index_with(unknown, 1),
                   at_2 = reading_.index_with(unknown, 2);
        if (!at_0 || !at_1 || !at_2 || *at_2 - *at_1 != *at_1 - *at_0 || *at_1 == *at_0)
            return false;
        const long slope = *at_1 - *at_0;
        if ((index() - *at_0) % slope != 0) return false;
        reading_.values[unknown] = (index() - *at_0) / slope;
        return true;
    }

    // Tries every iteration of the outer loop. Exactly one of them must allow the inner loop to
    // reach the index.
    bool solve_in_turns(const std::string& outer, const std::string& inner) {
        constexpr int most_turns = 4096;
        std::optional<Values> found;
        auto turn = first_turn(outer);
        for (int n = 0; turn && n < most_turns; ++n, turn->value += turn->step) {
            reading_.values[outer] = turn->value;
            if (reading_.evaluator->value(turn->condition, reading_.values).value_or(0) == 0) break;
            reading_.values.erase(inner);
            const auto inside = first_turn(inner);
            if (!inside || !solve_for(inner) || !is_turn_of(*inside, reading_.values[inner]) ||
                !agrees())
                continue;
            if (found) return false;
            found = reading_.values;
        }
        if (found) reading_.values = std::move(*found);
        return found.has_value();
    }

    static bool is_turn_of(const Turn& first, long value) {
        return value >= first.value && (value - first.value) % first.step == 0;
    }

    std::optional<Turn> first_turn(const std::string& counter) const {
        return turns().first(counter, reading_.values);
    }

    LoopTurns turns() const { return {tokens_, reading_.flow, *reading_.evaluator}; }

    // For `int i = task / parts;` in a loop over tasks: all turns that reach the index must give
    // the variables the same values.
    bool solve_by_turns(const std::vector<std::string>& unknown) {
        std::vector<TokenSpan> parts;
        for (const IndexTerm& term : reading_.terms)
            if (std::ranges::count(unknown, term.name) > 0) parts.push_back(term.at);
        const std::vector<std::string> counters = turns().counters_behind(parts);
        std::optional<Values> found;
        const auto visit = [&](const Values& turn) {
            Values values = turn;
            for (const IndexTerm& term : reading_.terms) {
                const auto value = reading_.evaluator->value(term.at, turn);
                if (!value) return false;
                values[term.name] = *value;
            }
            std::swap(reading_.values, values);
            const bool reaches = agrees();
            std::swap(reading_.values, values);
            if (!reaches) return true;
            const auto is_same = [&](const std::string& name) {
                return found->at(name) == values.at(name);
            };
            if (found) return std::ranges::all_of(unknown, is_same);
            found = std::move(values);
            return true;
        };
        if (counters.empty() || !turns().for_each(counters, reading_.values, visit) || !found)
            return false;
        reading_.values = std::move(*found);
        return true;
    }

    bool agrees() const {
        if (reading_.value(reading_.subscript) != index()) return false;
        return std::ranges::all_of(reading_.flow.conditions, [&](const Condition& condition) {
            const auto value = reading_.value(condition.expression);
            return !value || (*value != 0) == condition.is_true;
        });
    }

    // Selects the names that vary: sizes are not terms of the sum.
    void measure() {
        for (IndexTerm& term : reading_.terms) {
            const long value = reading_.values.at(term.name);
            term.value = value;
            const auto next = reading_.index_with(term.name, value + 1);
            if (next) term.slope = *next - index();
        }
        std::erase_if(reading_.terms, [&](const IndexTerm& term) {
            return !term.slope || (!term.of_thread && is_constant(term));
        });
        std::ranges::stable_sort(reading_.terms, [](const IndexTerm& a, const IndexTerm& b) {
            return a.slope.value_or(0) > b.slope.value_or(0);
        });
    }

    // A size, a constant of the file, or a local variable computed from these alone.
    bool is_constant(const IndexTerm& term) const {
        return reading_.evaluator->value(term.at).has_value();
    }

    const Settled& settled_;
    const SourceTokens& tokens_;
    const bool knows_rest_;
    IndexReading reading_;
    long index_ = settled_.recorded.finding.index.value_or(0);
};

}  // namespace

std::optional<long> IndexReading::index_with(const std::string& variable, long value) const {
    Values other = values;
    other[variable] = value;
    return evaluator->value(subscript, other);
}

std::optional<std::string> IndexReading::shared_variable() const {
    const SourceTokens& all = *tokens;
    for (std::size_t at = flow.body.begin; at < flow.body.end; ++at) {
        if (!all.is(at, "__shared__")) continue;
        for (; at < flow.body.end && !all.is(at, ";"); ++at)
            for (const IndexTerm& term : terms)
                if (all.is(at, term.name)) return term.name;
    }
    return std::nullopt;
}

bool IndexReading::depends_on(std::string_view number, TokenSpan part) const {
    return is_made_of(*tokens, flow, call, part,
                      [&](const Flow&, std::size_t at) { return tokens->is(at, number); });
}

namespace {

// Not `is_clear` if several of them agree with the finding.
std::optional<IndexReading> only_reading(const Settled& settled, const SourceTokens& tokens,
                                         const std::vector<PointedAt>& subscripts, bool& is_clear) {
    std::optional<IndexReading> only;
    for (const auto& [subscript, rest] : subscripts) {
        auto reading = Reader(settled, tokens, subscript, rest).run();
        if (!reading) continue;
        const bool same = only && only->rest == reading->rest &&
                          only->spelled(only->subscript) == reading->spelled(reading->subscript);
        is_clear = !only || same;
        if (!is_clear) return std::nullopt;
        only = std::move(reading);
    }
    return only;
}

}  // namespace

std::optional<IndexReading> read_index(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || !settled.recorded.finding.index) return std::nullopt;
    std::vector<PointedAt> all;
    for (const TokenSpan subscript : subscripts_of(settled, *tokens)) all.push_back({subscript});
    bool is_clear = true;
    auto only = only_reading(settled, *tokens, all, is_clear);
    if (only || !is_clear || settled.recorded.finding.kind != FindingKind::out_of_bounds)
        return only;
    return only_reading(settled, *tokens, pointed_at(settled, *tokens), is_clear);
}

std::vector<IndexReading> unread_indices(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens) return {};
    std::vector<IndexReading> all;
    for (const TokenSpan subscript : subscripts_of(settled, *tokens))
        all.push_back(unread_index(settled, *tokens, subscript));
    return all;
}

IndexReading unread_index(const Settled& settled, const SourceTokens& tokens, TokenSpan subscript) {
    return Reader(settled, tokens, subscript).unread();
}

Values values_in_kernel(const Settled& settled, const SourceTokens& tokens, const Flow& flow) {
    return known_values(settled, tokens, flow, std::nullopt);
}

}  // namespace cusim::report
