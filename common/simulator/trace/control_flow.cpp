#include "simulator/trace/control_flow.hpp"

#include <algorithm>

#include "simulator/trace/post_dominators.hpp"

namespace cusim::trace {

namespace {
// Index of the exit while blocks are still added; blocks.size() replaces it afterwards.
constexpr unsigned behind_all = ~0u;
}  // namespace

unsigned ControlFlow::Function::block(Record record) {
    const auto [it, is_new] = index.try_emplace(record, static_cast<unsigned>(blocks.size()));
    if (is_new) {
        blocks.push_back(record);
        successors.emplace_back();
    }
    return it->second;
}

void ControlFlow::add(const Frame& frame, Record to) {
    Function& function = functions_[frame.function];
    const unsigned target = to == exit ? behind_all : function.block(to);
    if (frame.block == 0) return;
    auto& successors = function.successors[function.block(frame.block)];
    if (std::ranges::find(successors, target) != successors.end()) return;
    successors.push_back(target);
    function.post_dominator.clear();
}

Record ControlFlow::reconvergence(const Frame& frame) {
    const auto it = functions_.find(frame.function);
    if (it == functions_.end()) return exit;
    Function& function = it->second;
    const auto block = function.index.find(frame.block);
    if (block == function.index.end()) return exit;
    if (function.post_dominator.size() != function.blocks.size()) {
        auto successors = function.successors;
        for (auto& list : successors)
            std::ranges::replace(list, behind_all, static_cast<unsigned>(successors.size()));
        function.post_dominator = post_dominators(std::move(successors));
    }
    const unsigned meeting = function.post_dominator[block->second];
    return meeting < function.blocks.size() ? function.blocks[meeting] : exit;
}

void ControlFlow::clear() {
    functions_.clear();
    known_.fill({});
}

}  // namespace cusim::trace
