#include "simulator/memory/symbols.hpp"

#include <map>

#include "simulator/memory/layout.hpp"
#include "simulator/memory/observer.hpp"

namespace cusim::memory {

namespace {

// Created by whichever file registers the first variable.
std::map<Address, Variable>& variables() {
    static auto& instance = *new std::map<Address, Variable>;
    return instance;
}

bool announced = false;

void announce(const Variable& variable) {
    constexpr MemoryKind kinds[] = {MemoryKind::symbol, MemoryKind::constant, MemoryKind::managed};
    observer.allocated(variable.address, variable.size, kinds[int(variable.space)], variable.name,
                       variable.shape);
}

}  // namespace

const Variable* find_symbol(const void* address) {
    const auto wanted = reinterpret_cast<Address>(address);
    auto it = variables().upper_bound(wanted);
    if (it == variables().begin()) return nullptr;
    --it;
    return wanted - it->first < it->second.size ? &it->second : nullptr;
}

void for_each_symbol(const std::function<void(const Variable&)>& visit) {
    for (const auto& [address, variable] : variables()) visit(variable);
}

void announce_symbols() {
    announced = true;
    for (const auto& [address, variable] : variables()) announce(variable);
}

}  // namespace cusim::memory

cusim::Symbol::Symbol(void* address, std::size_t size, const char* name, Space space,
                      const char* file, int line, const detail::Shape* shape) {
    const memory::Variable variable{address, size, name, space, file, line, shape};
    memory::variables().emplace(reinterpret_cast<memory::Address>(address), variable);
    if (memory::announced) memory::announce(variable);
}
