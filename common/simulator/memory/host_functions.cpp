#include "simulator/memory/host_functions.hpp"

#include <map>

#include "cusim/translated.hpp"

namespace cusim {

namespace {

std::map<memory::Address, std::string>& names_of_functions() {
    static auto& names = *new std::map<memory::Address, std::string>;  // outlives the statics
    return names;
}

}  // namespace

std::string memory::function_of_host(Address a) {
    const auto found = names_of_functions().find(a);
    return found == names_of_functions().end() ? std::string() : found->second;
}

const void* detail::stand_in_of(const void* function, const char* name) {
    const memory::Address a =
        memory::host_functions.base + reinterpret_cast<memory::Address>(function);
    names_of_functions()[a] = name;
    return reinterpret_cast<const void*>(a);
}

}  // namespace cusim
