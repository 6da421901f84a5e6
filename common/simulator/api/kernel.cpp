#include "simulator/api/kernel.hpp"

#include <link.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "simulator/api/calls/status.hpp"
#include "simulator/device/occupancy.hpp"
#include "simulator/memory/kernel_mark.hpp"

namespace cusim::api {

namespace {

bool describing = false;
Kernel* described_kernel = nullptr;

// Whether a loaded file has code at this address.
bool is_code(const void* address) {
    auto asked = reinterpret_cast<ElfW(Addr)>(address);
    const auto has_it = [](dl_phdr_info* file, std::size_t, void* data) {
        const ElfW(Addr) offset = *static_cast<ElfW(Addr)*>(data) - file->dlpi_addr;
        for (int i = 0; i < file->dlpi_phnum; ++i) {
            const ElfW(Phdr)& part = file->dlpi_phdr[i];
            if (part.p_type == PT_LOAD && (part.p_flags & PF_X) &&
                offset - part.p_vaddr < part.p_memsz)
                return 1;
        }
        return 0;
    };
    return dl_iterate_phdr(has_it, &asked) == 1;
}

// Whether simcc has made this function of a kernel.
bool is_kernel(const void* function) {
    const auto* const mark =
        static_cast<const unsigned char*>(function) - memory::kernel_mark.size();
    return is_code(mark) && is_code(function) &&
           std::equal(memory::kernel_mark.begin(), memory::kernel_mark.end(), mark);
}

// By the kernel's site, which is no address of code.
std::map<const void*, detail::KernelCall>& calls() {
    static auto& known = *new std::map<const void*, detail::KernelCall>;
    return known;
}

// Splits "n, A,x" into names.
std::vector<std::string> split_names(std::string_view list) {
    std::vector<std::string> names(1);
    for (const char c : list)
        if (c == ',')
            names.emplace_back();
        else if (c != ' ')
            names.back() += c;
    return names;
}

}  // namespace

int Kernel::max_threads(const device::Profile& profile) const {
    return site->max_threads > 0 ? std::min(site->max_threads, profile.max_threads_per_block)
                                 : profile.max_threads_per_block;
}

int Kernel::registers(const device::Profile& profile) const {
    return device::assumed_registers(profile, site->max_threads, site->min_blocks);
}

std::size_t Kernel::dynamic_shared_limit(const device::Profile& profile) const {
    return max_dynamic_shared >= 0 ? std::size_t(max_dynamic_shared)
                                   : profile.shared_per_block - static_shared;
}

int Kernel::occupancy(const device::Profile& profile, int block_threads,
                      std::size_t dynamic_shared) const {
    if (dynamic_shared > dynamic_shared_limit(profile)) return 0;
    return device::blocks_per_multiprocessor(profile, block_threads,
                                             {.registers_per_thread = registers(profile),
                                              .shared_bytes = static_shared + dynamic_shared});
}

std::size_t Kernel::shared_limit(const device::Profile& profile) const {
    return max_dynamic_shared >= 0 ? profile.shared_per_block_optin : profile.shared_per_block;
}

Kernel& kernel_of(const KernelSite& site) {
    static auto& kernels = *new std::map<const KernelSite*, Kernel>;
    const auto [it, fresh] = kernels.try_emplace(&site);
    Kernel& kernel = it->second;
    if (fresh) {
        kernel.site = &site;
        if (site.parameters) kernel.parameter_names = split_names(site.parameters);
    }
    return kernel;
}

Kernel* kernel_at(const void* function) {
    if (!calls().contains(function) && !is_kernel(function)) return nullptr;
    describing = true;
    described_kernel = nullptr;
    call_kernel(function);
    describing = false;
    return described_kernel;
}

const void* function_like(const detail::KernelCall& call) {
    calls().insert_or_assign(call.site, call);
    return call.site;
}

// Calls the kernel with any parameters: it passes on their addresses and reads none of them.
void call_kernel(const void* function) {
    const auto known = calls().find(function);
    if (known != calls().end())
        detail::launch(known->second);
    else
        reinterpret_cast<void (*)()>(const_cast<void*>(function))();
}

bool described(const detail::KernelCall& call) {
    if (!describing) return false;
    described_kernel = &kernel_of(*call.site);
    if (call.shapes)
        described_kernel->parameters.assign(call.shapes, call.shapes + call.parameters);
    return true;
}

}  // namespace cusim::api
