#include "simulator/trace/memory_objects.hpp"

#include <iterator>
#include <memory>
#include <utility>

namespace cusim::trace {

using memory::Address;

void MemoryObjects::add(MemoryObject object) {
    auto it = by_base_.upper_bound(object.base);
    if (it != by_base_.begin()) --it;
    while (it != by_base_.end() && it->first < object.base + object.size) {
        const bool overlaps = it->first + it->second.size > object.base || it->first == object.base;
        it = overlaps ? by_base_.erase(it) : std::next(it);
    }
    latest_ = &(by_base_[object.base] = object);
}

MemoryObject* MemoryObjects::find(Address a) {
    if (latest_ && a - latest_->base < latest_->size) return latest_;
    const auto after = by_base_.upper_bound(a);
    if (after == by_base_.begin()) return nullptr;
    MemoryObject& object = std::prev(after)->second;
    if (a - object.base >= object.size) return nullptr;
    return latest_ = &object;
}

void MemoryObjects::free(Address base, report::Party by) {
    const auto it = by_base_.find(base);
    if (it == by_base_.end()) return;
    it->second.freed = true;
    it->second.freed_by = std::make_shared<const report::Party>(std::move(by));
}

const MemoryObject* MemoryObjects::before(Address a) const {
    const auto after = by_base_.upper_bound(a);
    return after == by_base_.begin() ? nullptr : &std::prev(after)->second;
}

const MemoryObject* MemoryObjects::behind(Address a) const {
    const auto after = by_base_.upper_bound(a);
    return after == by_base_.end() ? nullptr : &after->second;
}

void MemoryObjects::drop_argument_names() {
    for (auto& [base, object] : by_base_) object.argument = nullptr;
}

void MemoryObjects::for_each(void (*action)(MemoryObject&)) {
    for (auto& [base, object] : by_base_) action(object);
}

MemoryObjects& memory_objects() {
    static MemoryObjects instance;
    return instance;
}

namespace {

MemoryObject* find_shared(const Block& block, Address a, MemoryObject& shared) {
    for (const SharedVariable& variable : block.shared) {
        if (a - variable.base >= variable.size) continue;
        shared = {.base = variable.base,
                  .size = variable.size,
                  .shared = true,
                  .name = variable.name,
                  .elements = variable.elements,
                  .shape = variable.shape,
                  .birth = block.first_epoch};
        return &shared;
    }
    return nullptr;
}

}  // namespace

const Cluster::Member* member_with(const Block& block, Address a) {
    if (!block.cluster) return nullptr;
    for (const Cluster::Member& member : block.cluster->members)
        if (a - member.arena < memory::shared_arena_size) return &member;
    return nullptr;
}

MemoryObject* find_object(const Block& block, Address a, MemoryObject& shared) {
    if (!memory::shared_arenas.contains(a)) {
        MemoryObject* const object = memory_objects().find(a);
        return object && !object->freed ? object : nullptr;
    }
    if (a - block.arena < memory::shared_arena_size) return find_shared(block, a, shared);
    const Cluster::Member* const other = member_with(block, a);
    return other && other->block ? find_shared(*other->block, a, shared) : nullptr;
}

}  // namespace cusim::trace
