// Rules about conditions: one that lets a value through which is too large, or a missing one.
#include "simulator/report/advice/guard_causes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "simulator/report/advice/exchanged_arrays.hpp"
#include "simulator/report/advice/part_causes.hpp"
#include "simulator/report/source/index_form.hpp"
#include "simulator/report/source/launch_reading.hpp"

namespace cusim::report {
namespace {

using Words = std::optional<std::string>;

class Guards : IndexForm {
  public:
    using IndexForm::IndexForm;

    Words let_through() const {
        if (on_host_) return std::nullopt;
        const auto found = culprit();
        if (!found) {
            if (Words words = part_at_its_begin(r_, f_)) return words;
            if (Words words = sum_unguarded()) return words;
            if (Words words = part_too_long(r_, f_)) return words;
            for (const auto& rule : {&Guards::part_let_through, &Guards::part_unguarded})
                if (const Words words = (this->*rule)()) return words;
            return unguarded();
        }
        const auto& [term, below, below_name] = *found;
        const Bound* const bound = bound_of(term->name);
        if (!bound) {
            if (!term->of_thread || is_spoken_of(*term)) return std::nullopt;
            if (!r_.depends_on("threadIdx", term->at)) {
                if (const Words words = other_axis(*term, below)) return *words;
                return fmt::format(
                    "`{0}` comes from the block's number alone, and the launch has {1} blocks of "
                    "{2} threads where there is room for {3}: unless another index or array is "
                    "meant, launch as many blocks as there is room for, or let only those work "
                    "whose `{0}` is below {3}.",
                    term->name, extent("gridDim"), extent("blockDim"),
                    with_value(below_name, below));
            }
            if (is_of_the_kernel()) return no_room(term->name, *term->value, f_.elements);
            return no_condition(term->name, *term->value, below);
        }
        const auto limit = r_.value(bound->larger);
        // The index is the variable, so its value is known even where that of the bound is not.
        const bool is_itself = r_.subscript.end - r_.subscript.begin == 1;
        if (!limit && !bound->may_equal && is_itself && !allocates_itself())
            return fmt::format(
                "{} lets {} = {} through, so {} is more than the {} that the array has room for: "
                "are the index, the array and the sizes those that are meant?",
                placed(*bound), term->name, *term->value, r_.spelled(bound->larger), below);
        if (!limit || bound->may_equal || *limit == below) return std::nullopt;
        const std::string fact = fmt::format(
            "{} lets {} = {} through, but the array has room for {}", with_size(*bound, *limit),
            term->name, *term->value, with_value(below_name, below));
        const std::string larger = r_.spelled(bound->larger);
        if (const Words exchanged = exchanged_arguments(tokens(), r_.flow, larger, below_name))
            return fmt::format("{}. {}", fact, *exchanged);
        if (below_name == std::to_string(below))
            if (const Words other = other_argument(tokens(), r_.flow, larger))
                return fmt::format("{} only. {}", fact, *other);
        if (below_name == std::to_string(below))
            return fact + " only: are the index, the array and the sizes those that are meant?";
        if (const Words words = fits_another(*term, *limit)) return fact + *words;
        if (*term->slope > 1)
            if (const std::string words = array_of_size(r_, f_, *limit * *term->slope);
                !words.empty())
                return fact + words;
        return fmt::format(
            "{}: `{} < {}` is what fits it, unless another index, array or size is meant{}.", fact,
            term->name, below_name,
            allocates_itself() ? ", the array's own size in cudaMalloc included" : "");
    }

  private:
    // `atomicAdd(&y[j], …)` where x[j] stands under the same condition, which fits x.
    Words fits_another(const IndexTerm& term, long limit) const {
        for (std::size_t at = r_.flow.body.begin; at + 3 < r_.flow.body.end; ++at)
            for (const Pointer& pointer : r_.pointers)
                if (tokens().is(at, pointer.name) && pointer.name != f_.variable &&
                    pointer.bytes == limit * f_.element_size && tokens().is(at + 1, "[") &&
                    tokens().is(at + 2, term.name) && tokens().is(at + 3, "]"))
                    return fmt::format(
                        ". It fits {0}, of which line {1} uses `{0}[{2}]`: is another index meant "
                        "here, or another array{3}?",
                        pointer.name, tokens()[at].line, term.name,
                        allocates_itself() ? ", or is the array's own size in cudaMalloc too small"
                                           : "");
        return std::nullopt;
    }

    // `int frame = blockIdx.x;` in a grid that has the frames along z.
    Words other_axis(const IndexTerm& term, long room) const {
        const Values& known = r_.evaluator->known();
        const auto local = r_.flow.locals.find(term.name);
        const std::string number =
            local == r_.flow.locals.end() ? term.name : r_.spelled(local->second);
        std::string own, other;
        for (const std::string axis : {"x", "y", "z"}) {
            if (number == "blockIdx." + axis)
                own = axis;
            else if (room > 1 && known.at("gridDim." + axis) == room)
                other += axis;
        }
        if (own.empty() || other.size() != 1) return std::nullopt;
        return fmt::format(
            "`{0}` is the block's number along {1}, there is room for {2}, and the grid has {2} "
            "blocks along {3}: is `blockIdx.{3}` meant?",
            term.name, own, room, other);
    }

    // The variable that is too large, and how many values it may have.
    struct Culprit {
        const IndexTerm* term;
        long below;
        std::string below_name;
    };

    std::optional<Culprit> culprit() const {
        const IndexTerm* const first = r_.terms.empty() ? nullptr : &r_.terms.front();
        if (!first || *f_.index < f_.elements) return std::nullopt;
        if (r_.terms.size() == 1 && *first->slope == 1)
            return Culprit{first, f_.elements, named(f_.elements)};
        if (const auto of_steps = culprit_of_steps()) return of_steps;
        if (!row_ || f_.elements % *row_->slope != 0) return std::nullopt;
        const long rows = f_.elements / *row_->slope, columns = *row_->slope;
        const std::string factor = factor_of(row_->name);
        const Bound* const bound = bound_of(column_->name);
        const auto bounded = bound ? r_.value(bound->larger) : std::nullopt;
        if (factor.empty()) return std::nullopt;
        if (*row_->value >= rows) {
            // If the rows were shorter, the factor might be the mistake instead.
            if (bounded != columns) return std::nullopt;
            return Culprit{row_, rows, rows == columns ? factor : named(rows)};
        }
        if (*column_->value < columns) return std::nullopt;
        return Culprit{column_, columns, factor};
    }

    // `last[2 * chain + 1]`: each value of the only variable has elements of its own.
    std::optional<Culprit> culprit_of_steps() const {
        const IndexTerm& only = r_.terms.front();
        const long step = *only.slope;
        if (r_.terms.size() != 1 || step < 2 || f_.elements % step != 0 ||
            *only.value < f_.elements / step)
            return std::nullopt;
        return Culprit{&only, f_.elements / step, named(f_.elements / step)};
    }

    // Names a condition only if the launch has a name for the size.
    std::string no_condition(const std::string& name, long value, long room) const {
        if (const Words words = compares_another(name, value, room)) return *words;
        const std::string below = named(room);
        if (const auto names = names_of(room); names.size() > 1)
            return fmt::format(
                "No condition on the way here keeps out threads with `{0}` = {1}: unless another "
                "index, array or size is meant, let only those work whose `{0}` is below {2} "
                "({3}).",
                name, value, fmt::join(names, " or "), room);
        if (below == std::to_string(room))
            return fmt::format(
                "`{}` = {} meets no condition on the way here, and the array has room for {}: are "
                "the index, the array, its size in bytes and the launch those that are meant?",
                name, value, room);
        return fmt::format(
            "No condition on the way here keeps out threads with `{0}` = {1}: unless another "
            "index, array or size is meant, let only those work whose `{0}` is below {2}, as in "
            "`if ({0} < {3})`.",
            name, value, with_value(below, room), below);
    }

    // `B[first + tx]` under `first + ty < k`: the size is right, and the variable is another one.
    Words compares_another(const std::string& name, long value, long room) const {
        for (const Bound& bound : r_.bounds) {
            const std::string compared = r_.spelled(bound.smaller);
            if (bound.may_equal || r_.value(bound.larger) != room || room < 2 ||
                !is_like(compared, name))
                continue;
            return fmt::format(
                "{} compares `{}`, and the index has `{}` = {}, where there is room for {}: is "
                "one of the two meant in both places?",
                placed(bound), compared, name, value, room);
        }
        return std::nullopt;
    }

    // Whether the two are sums of as many variables, of which they share all but one.
    bool is_like(const std::string& one, const std::string& other) const {
        const auto parts = [](const std::string& sum) {
            std::vector<std::string> found;
            for (std::size_t at = 0; at <= sum.size();) {
                const std::size_t end = std::min(sum.find(" + ", at), sum.size());
                found.push_back(sum.substr(at, end - at));
                at = end + 3;
            }
            return found;
        };
        const auto a = parts(one), b = parts(other);
        std::size_t shared = 0;
        for (const std::string& part : a) shared += std::ranges::count(b, part) > 0;
        return a.size() == b.size() && a.size() > 1 && shared + 1 == a.size();
    }

    // `<<<blocks, n * n>>>` for a kernel that uses threadIdx.y, and `dim3(n, n)` was meant.
    std::string flat_block(long room) const {
        const Values& known = r_.evaluator->known();
        const long threads = known.at("blockDim.x");
        if (known.at("blockDim.y") != 1 || room < 2 || threads != room * room) return {};
        for (std::size_t at = r_.flow.body.begin; at + 2 < r_.flow.body.end; ++at)
            if (tokens().is(at, "threadIdx") && tokens().is(at + 2, "y"))
                return fmt::format(
                    "The kernel uses threadIdx.y, and the launch has blocks of {0} threads in x "
                    "and 1 in y: is `dim3({1}, {1})` meant?",
                    threads, room);
        return {};
    }

    // `partial[j]` under `lane == 0`, where lane is `j % 32`: of 32 threads, one comes here.
    Words of_few(const std::string& name, long value, long room) const {
        for (const Condition& condition : r_.flow.conditions) {
            const TokenSpan all = condition.expression;
            if (!condition.is_true || all.end - all.begin < 3 || !tokens().is(all.end - 2, "==") ||
                !tokens().is(all.end - 1, "0"))
                continue;
            TokenSpan rest{all.begin, all.end - 2};
            const auto local = r_.flow.locals.find(r_.spelled(rest));
            if (local != r_.flow.locals.end()) rest = local->second;
            if (rest.end - rest.begin < 3 || !tokens().is(rest.end - 2, "%")) continue;
            const TokenSpan number{rest.begin, rest.end - 2}, divisor{rest.end - 1, rest.end};
            const auto threads = r_.value(divisor);
            if (r_.value(number) != value || !threads || *threads < 2 || value / *threads >= room)
                continue;
            return fmt::format(
                "`{0}` on line {1} lets one of {2} threads through, and there is room for {3}: "
                "where those are to have an element each, it is `{4} / {5}` that counts them.",
                r_.spelled(all), tokens()[all.begin].line, *threads, room, name,
                r_.spelled(divisor));
        }
        return std::nullopt;
    }

    // `Q[t * Z + z]` where that is the thread's number in its block: all threads of it have one.
    Words element_for_each_thread(const std::string& name, long room) const {
        const long threads = extent("blockDim");
        const bool in_rows =
            tokens().is(r_.subscript.begin - 2, "]") || tokens().is(r_.subscript.end + 1, "[");
        const Values& known = r_.evaluator->known();
        if (in_rows || known.at("blockDim.x") != threads || threads <= f_.elements ||
            f_.index != known.at("threadIdx.x"))
            return std::nullopt;
        return fmt::format(
            "That is the thread's number, and a block has {} threads: where each of them is to "
            "have an element, the array needs as many; where not, let only threads use it whose "
            "`{}` is below {}.",
            threads, name, room);
    }

    std::string no_room(const std::string& name, long value, long room) const {
        if (std::string words = flat_block(room); !words.empty()) return words;
        if (const Words words = of_few(name, value, room)) return *words;
        if (const Words words = element_for_each_thread(name, room)) return *words;
        return fmt::format(
            "No condition keeps out threads with `{0}` = {1}, and there is room for {2}: unless "
            "another index is meant, make the array larger, or let only threads use it whose `{0}` "
            "is below {2}.",
            name, value, room);
    }

    // If it is not known which of the variables is too large, but none is bounded, and there are
    // more threads than elements.
    Words unguarded() const {
        const long threads = extent("gridDim") * extent("blockDim");
        std::vector<std::string> names;
        for (const IndexTerm& term : r_.terms) {
            if (!term.of_thread || is_spoken_of(term)) return std::nullopt;
            names.push_back("`" + term.name + "`");
        }
        if (names.size() < 2 || *f_.index < f_.elements || threads <= f_.elements)
            return std::nullopt;
        return fmt::format(
            "No condition on the way here keeps out any thread: the launch has {} of them for {} "
            "elements, so {} must be compared with the sizes first.",
            threads, f_.elements, fmt::join(names, " and "));
    }

    // `A[(k * n + i) * m + j]`, `A[i * m + first + t]`: a single part is too large, and no
    // condition bounds it.
    Words part_unguarded() const {
        const auto all = parts();
        Words words;
        for (std::size_t at = 0; at < all.size(); ++at) {
            const Part& part = all[at];
            const long room = (at == 0 ? f_.elements : all[at - 1].slope) / part.slope;
            if (part.value < room) continue;
            if (words || !part.unguarded || part.value < 0) return std::nullopt;
            if (is_of_the_kernel()) {
                words = no_room(part.name, part.value, room);
                continue;
            }
            words = no_condition(part.name, part.value, room);
        }
        return words;
    }

    // `first + tx < n` for a column of A, of which a row has k.
    Words part_let_through() const {
        const auto all = parts();
        for (std::size_t at = 0; at < all.size(); ++at) {
            const long room = (at == 0 ? f_.elements : all[at - 1].slope) / all[at].slope;
            const Bound* const bound = bound_of(all[at].name);
            const auto limit = bound ? r_.value(bound->larger) : std::nullopt;
            if (all[at].value < room || !limit || bound->may_equal || *limit <= all[at].value ||
                all.size() < 2)
                continue;
            const long length = f_.elements / *limit;
            if (at == 0 && f_.elements % *limit == 0 && !named_digits(length))
                return fmt::format(
                    "`{}` runs below {}, and as many rows of the array's {} elements have {} each: "
                    "are the sizes in the index, and in the launch, those that are meant?",
                    all[at].name, with_value(r_.spelled(bound->larger), *limit), f_.elements,
                    with_value(named(length), length));
            const std::string fact = fmt::format(
                "{} lets `{}` = {} through, and there is room for {}", with_size(*bound, *limit),
                all[at].name, all[at].value, with_value(named(room), room));
            if (named_digits(room))
                return fact + ": are the index, the array and the sizes those that are meant?";
            if (named_digits(*limit))
                return fmt::format(
                    "{}: `{} < {}` is what fits it, unless another index, array or size is meant.",
                    fact, all[at].name, named(room));
            return fmt::format(
                "{}: either `{} < {}` is meant, or {} and {} are exchanged, in the launch or where "
                "the function that launches this kernel is called, or another function is meant "
                "there.",
                fact, all[at].name, named(room), named(room), r_.spelled(bound->larger));
        }
        return std::nullopt;
    }

    // `y[i]` with `int i = first + t;`, where no condition contains i.
    Words sum_unguarded() const {
        if (r_.terms.size() < 2 || *f_.index < f_.elements || is_of_the_kernel())
            return std::nullopt;
        const bool of_thread = std::ranges::any_of(r_.terms, &IndexTerm::of_thread);
        for (const auto& [name, span] : r_.flow.locals) {
            if (span.begin != r_.subscript.begin || span.end != r_.subscript.end) continue;
            if (!of_thread || named_digits(f_.elements) ||
                is_spoken_of({name, {span.begin, span.begin + 1}}))
                return std::nullopt;
            for (const Bound& bound : r_.bounds)
                for (const IndexTerm& term : r_.terms)
                    if (term.of_thread && !bound.may_equal &&
                        r_.spelled(bound.smaller) == term.name &&
                        r_.value(bound.larger) == f_.elements)
                        return fmt::format(
                            "{} compares `{}`, which is a part of the index `{}` = {}: `{} < {}` "
                            "is what fits it.",
                            placed(bound), term.name, name, *f_.index, name, named(f_.elements));
            return no_condition(name, *f_.index, f_.elements);
        }
        return std::nullopt;
    }
};

}  // namespace

std::optional<std::string> guard_cause(const IndexReading& reading, const Finding& finding) {
    if (Words words = index_of_another_array(reading, finding)) return words;
    return Guards(reading, finding).let_through();
}

}  // namespace cusim::report
