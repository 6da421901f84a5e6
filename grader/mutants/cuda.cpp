// Mistakes specific to CUDA: barriers, atomics, indices, launches, copies, error checks.
#include <map>

#include "mutants/kinds.hpp"

namespace grader::mutants {
namespace {

using Spellings = std::vector<std::string_view>;

const Spellings barriers{"__syncthreads",       "__syncwarp",           "__threadfence",
                         "__threadfence_block", "__threadfence_system", "sync"};

bool is_call(const Source& source, std::size_t i) {
    return source.is_kind(i, TokenKind::identifier) && source.is(i + 1, "(") &&
           source.partner(i + 1) != none;
}

void drop_barrier(const Source& source, std::size_t i, Changes& changes) {
    if (!is_call(source, i) || !source.is_one_of(i, barriers)) return;
    std::size_t begin = i;
    while (begin > 0 && !source.starts_statement(begin)) --begin;
    changes.push_back({source.statement(begin), ";"});
}

void weaken_barrier(const Source& source, std::size_t i, Changes& changes) {
    if (!is_call(source, i)) return;
    if (source.is(i, "__syncthreads")) replace(i, "__syncwarp", changes);
    if (source.is_one_of(i, {"__threadfence", "__threadfence_system"}))
        replace(i, "__threadfence_block", changes);
    if (source.is(i, "sync") && i > 1 && source.is(i - 1, "."))
        changes.push_back({{i - 2, i + 1}, "__syncthreads"});
}

// Replaces an atomic by a plain read and a plain write.
void drop_atomic(const Source& source, std::size_t i, Changes& changes) {
    static const std::map<std::string_view, std::string> plain{
        {"atomicAdd", "(*({0}) += {1})"},
        {"atomicSub", "(*({0}) -= {1})"},
        {"atomicMax", "(*({0}) = max(*({0}), {1}))"},
        {"atomicMin", "(*({0}) = min(*({0}), {1}))"},
        {"atomicExch", "(*({0}) = {1})"},
    };
    if (!is_call(source, i)) return;
    const auto known = plain.find(source[i].text);
    const auto arguments = source.arguments(i + 1);
    if (known == plain.end() || arguments.size() != 2) return;
    std::string text = known->second;
    for (const auto& [mark, argument] : {std::pair{"{0}", arguments[0]}, {"{1}", arguments[1]}})
        for (std::size_t at = 0; (at = text.find(mark, at)) != text.npos;) {
            const auto written = source.text(argument);
            text.replace(at, 3, written);
            at += written.size();
        }
    changes.push_back({{i, source.partner(i + 1) + 1}, text});
}

void weaken_atomic(const Source& source, std::size_t i, Changes& changes) {
    if (is_call(source, i) && source[i].text.starts_with("atomic") &&
        source[i].text.find('_') == std::string_view::npos)
        replace(i, std::string(source[i].text) + "_block", changes);
}

void drop_check(const Source& source, std::size_t i, Changes& changes) {
    if (is_call(source, i) && source.is(i, "CUDA_CHECK"))
        changes.push_back(
            {{i, source.partner(i + 1) + 1}, source.text({i + 2, source.partner(i + 1)})});
}

void swap_direction(const Source& source, std::size_t i, Changes& changes) {
    if (source.is(i, "cudaMemcpyHostToDevice")) replace(i, "cudaMemcpyDeviceToHost", changes);
    if (source.is(i, "cudaMemcpyDeviceToHost")) replace(i, "cudaMemcpyHostToDevice", changes);
    if (source.is(i, "cudaMemcpyDeviceToDevice")) replace(i, "cudaMemcpyHostToDevice", changes);
}

bool is_axis(const Source& source, std::size_t i) {
    return i > 0 && source.is(i - 1, ".") && source.is_one_of(i, {"x", "y", "z"});
}

void swap_axis(const Source& source, std::size_t i, Changes& changes) {
    if (!is_axis(source, i)) return;
    replace(i, source.is(i, "x") ? "y" : "x", changes);
}

// Swaps x and y throughout a region that uses both: the same mistake, made consistently.
void swap_axes(const Source& source, std::size_t i, Changes& changes) {
    if (!source.may_change(i) || (i > 0 && source.may_change(i - 1))) return;
    std::size_t end = i;
    bool has_x = false, has_y = false;
    for (; end < source.size() && source.may_change(end); ++end) {
        has_x = has_x || (is_axis(source, end) && source.is(end, "x"));
        has_y = has_y || (is_axis(source, end) && source.is(end, "y"));
    }
    if (!has_x || !has_y) return;
    std::string text;
    for (std::size_t at = i; at < end; ++at) {
        if (at > i) {
            const auto gap = source[at - 1].end();
            text += source.text().substr(gap, source[at].offset - gap);
        }
        const bool other = is_axis(source, at) && !source.is(at, "z");
        text += !other ? source[at].text : source.is(at, "x") ? "y" : "x";
    }
    changes.push_back({{i, end}, text});
}

void swap_index(const Source& source, std::size_t i, Changes& changes) {
    static const std::map<std::string_view, std::string> swaps{{"threadIdx", "blockIdx"},
                                                               {"blockIdx", "threadIdx"},
                                                               {"blockDim", "gridDim"},
                                                               {"gridDim", "blockDim"}};
    const auto other = swaps.find(source[i].text);
    if (other != swaps.end()) replace(i, other->second, changes);
}

void swap_launch(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is(i, "<<<")) return;
    const auto arguments = source.arguments(i);
    if (arguments.size() < 2) return;
    changes.push_back({{arguments[0].begin, arguments[1].end},
                       source.text(arguments[1]) + ", " + source.text(arguments[0])});
}

void swap_shuffle(const Source& source, std::size_t i, Changes& changes) {
    if (source.is(i, "__shfl_down_sync")) replace(i, "__shfl_up_sync", changes);
    if (source.is(i, "__shfl_up_sync")) replace(i, "__shfl_down_sync", changes);
    if (source.is(i, "shfl_down")) replace(i, "shfl_up", changes);
}

void drop_qualifier(const Source& source, std::size_t i, Changes& changes) {
    if (source.is_one_of(i, {"__shared__", "volatile"})) replace(i, "", changes);
}

}  // namespace

const std::vector<Operator> cuda_operators{
    {"drop-barrier", "a barrier or fence is left out", drop_barrier},
    {"weaken-barrier", "a barrier or fence reaches less far", weaken_barrier},
    {"drop-atomic", "an atomic operation is a plain one", drop_atomic},
    {"weaken-atomic", "an atomic operation is atomic within a block only", weaken_atomic},
    {"drop-check", "an error is not looked at", drop_check},
    {"swap-direction", "a copy names the wrong direction", swap_direction},
    {"swap-axis", "x stands for y, y or z for x", swap_axis},
    {"swap-axes", "x and y change places throughout a region", swap_axes},
    {"swap-index", "thread and block, or block and grid, change places", swap_index},
    {"swap-launch", "blocks and threads of a launch change places", swap_launch},
    {"swap-shuffle", "a shuffle goes the other way", swap_shuffle},
    {"drop-qualifier", "__shared__ or volatile is left out", drop_qualifier},
};

}  // namespace grader::mutants
