#include "simulator/api/module.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string_view>

#include "simulator/api/kernel.hpp"
#include "simulator/memory/symbols.hpp"
#include "simulator/report/source/source_tokens.hpp"

namespace cusim::api {

namespace {

using memory::Address;
using memory::Region;

// The range of modules: outside the program's text, data and heap, within reach of a 32-bit
// address.
constexpr Region for_modules{0x8000'0000, 0x7000'0000};

std::vector<Region>& taken() {
    static auto& regions = *new std::vector<Region>;
    return regions;
}

// The region for which the file was linked, from its program headers.
Region wanted_region(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    ElfW(Ehdr) header{};
    file.read(reinterpret_cast<char*>(&header), sizeof header);
    if (!file || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_type != ET_DYN)
        throw ModuleError(path.string() + " is not a module");
    file.seekg(static_cast<std::streamoff>(header.e_phoff));
    Address begin = ~Address{0}, end = 0;
    for (int i = 0; i < header.e_phnum; ++i) {
        ElfW(Phdr) part{};
        file.read(reinterpret_cast<char*>(&part), sizeof part);
        if (!file) throw ModuleError(path.string() + " is not a module");
        if (part.p_type != PT_LOAD) continue;
        begin = std::min(begin, static_cast<Address>(part.p_vaddr));
        end = std::max(end, static_cast<Address>(part.p_vaddr + part.p_memsz));
    }
    if (begin < for_modules.base || end > for_modules.end() || begin >= end)
        throw ModuleError(path.string() + " is linked for an address where no module can lie");
    return {begin, end - begin};
}

bool overlap(const Region& a, const Region& b) {
    return a.base < b.end() && b.base < a.end();
}

}  // namespace

Module::Module(const std::filesystem::path& file) : region_(wanted_region(file)) {
    for (const Region& other : taken())
        if (overlap(other, region_))
            throw AddressTaken("another module lies where this one was linked for");
    taken().push_back(region_);
    report::look_for_sources_beside(std::filesystem::absolute(file).string());
    handle_ = dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle_) throw ModuleError(dlerror());
    link_map* map = nullptr;
    if (dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0 || map->l_addr != 0)
        throw ModuleError(file.string() + " was not loaded where it was linked for");
}

// Only kernels are exported. A symbol that the module itself imports from a library is not its own.
const void* Module::kernel(const std::string& name) const {
    void* const symbol = dlsym(handle_, name.c_str());
    return symbol && region_.contains(symbol) ? symbol : nullptr;
}

Region Module::variable(const std::string& name) const {
    Region found{0, 0};
    memory::for_each_symbol([&](const memory::Variable& variable) {
        std::string_view known = variable.name;
        if (const auto scope = known.rfind("::"); scope != known.npos)
            known.remove_prefix(scope + 2);
        if (region_.contains(variable.address) && known == name)
            found = {reinterpret_cast<Address>(variable.address), variable.size};
    });
    return found;
}

std::vector<ParameterPlace> parameters_of(const void* function) {
    std::vector<ParameterPlace> places;
    const Kernel* const kernel = kernel_at(function);
    if (!kernel) return places;
    std::size_t end = 0;
    for (const auto& [size, alignment, pointee] : kernel->parameters) {
        const std::size_t offset = (end + alignment - 1) / alignment * alignment;
        const std::size_t number = places.size();
        const auto& names = kernel->parameter_names;
        places.push_back({offset, size, number < names.size() ? names[number] : ""});
        end = offset + size;
    }
    return places;
}

std::string name_of_kernel(const void* function) {
    const Kernel* const kernel = kernel_at(function);
    return kernel ? kernel->site->name : "";
}

}  // namespace cusim::api
