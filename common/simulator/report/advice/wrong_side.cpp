#include "simulator/report/advice/wrong_side.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "simulator/report/source/source_tokens.hpp"

namespace cusim::report {
namespace {

// The host pointers that the launch has handed over and that may lead to the address.
std::vector<HostPointer> handed_over(const Settled& settled) {
    constexpr std::uintptr_t largest = std::uintptr_t{1} << 33;
    const std::uintptr_t address = settled.recorded.finding.address;
    std::vector<HostPointer> found;
    std::ranges::copy_if(settled.recorded.to_host, std::back_inserter(found),
                         [&](const HostPointer& pointer) {
                             return address - pointer.address + largest < 2 * largest;
                         });
    return found;
}

// "The launch hands over `x`, which points to host memory. "
std::string handed_over_words(const Settled& settled) {
    std::vector<std::string> names;
    for (const HostPointer& pointer : handed_over(settled)) {
        const std::string name =
            fmt::format("`{}`{}", pointer.parameter, pointer.is_member ? " with a pointer" : "");
        if (!pointer.parameter.empty() && std::ranges::count(names, name) == 0)
            names.push_back(name);
    }
    if (names.empty()) return {};
    return fmt::format("The launch hands over {}, which {} to host memory. ",
                       fmt::join(names, " and "), names.size() == 1 ? "leads" : "lead");
}

// Reports are made on the host's stack, too.
bool is_on_host_stack(std::uintptr_t address) {
    constexpr std::uintptr_t usual_size = std::uintptr_t{8} << 20;
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return address - here + usual_size < 2 * usual_size;
}

}  // namespace

bool gives_back(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    for (std::size_t at = 0; tokens && at + 3 < tokens->size(); ++at) {
        if ((*tokens)[at].line != settled.self.line) continue;
        std::size_t name = at + 1;
        if (tokens->is(at, "delete") && tokens->is(name, "[")) name = at + 3;
        const bool frees = tokens->is(at, "free") && tokens->is(name, "(");
        if (frees && (*tokens)[name + 1].is_name() && tokens->is(name + 2, ")")) return true;
        if (tokens->is(at, "delete") && (*tokens)[name].is_name() && tokens->is(name + 1, ";"))
            return true;
    }
    return false;
}

std::string host_pointer(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.variant == Variant::host_table)
        return "Each side has its own tables of virtual functions, and the object points to the "
               "host's: make the object in a kernel, by new or by placement new where it is to "
               "lie.";
    if (f.variant == Variant::host_function)
        return "Each side has its own address of a function, and nvcc gives the host one that no "
               "kernel can call: let a __device__ variable hold the address, and fetch it by "
               "cudaMemcpyFromSymbol, or name the function in the kernel.";
    if (f.self.op == Op::free)
        return "cudaFree gives back what cudaMalloc and cudaMallocManaged gave; what "
               "cudaMallocHost and cudaHostAlloc gave, cudaFreeHost, and malloc's free. A pointer "
               "of cudaHostGetDevicePointer is not freed by itself.";
    if (f.variant == Variant::host_variable)
        return "nvcc does not compile that where it sees the variable: pass its value as an "
               "argument, or make it a __device__ variable that cudaMemcpyToSymbol sets.";
    if (settled.recorded.is_python)
        return "A kernel sees device memory only, and an array that is an argument by itself is "
               "not copied there: pass cuda.In(array), or what cuda.mem_alloc returned.";
    const bool is_known = !settled.recorded.pointers.empty() || !settled.recorded.members.empty();
    if (!f.self.host && f.address != 0 && is_known && handed_over(settled).empty())
        return "No argument of the launch points there: either an index is so far outside of its "
               "array that it leads there, and has each number in it a value, or the pointer was "
               "stored somewhere.";
    if (!f.self.host && is_on_host_stack(f.address))
        return "That is a variable of a function of the host's. Pass its value, or copy it to "
               "memory of the device; a lambda captures the address of a variable by [&], and that "
               "of the object whose member it names (`this`) by [=]: [*this] copies the object.";
    return (f.self.host ? "" : handed_over_words(settled)) +
           "A kernel sees device memory only: allocate with cudaMalloc, copy with cudaMemcpy, and "
           "pass that pointer.";
}

std::string device_pointer(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.self.op == Op::launch) return {};
    if (f.variant == Variant::device_table)
        return "Each side has its own tables of virtual functions, and the object points to the "
               "device's: call the function in a kernel, or make an object on the host.";
    if (f.variant == Variant::device_function)
        return "Put __host__ __device__ in front of the function.";
    if (f.variant == Variant::null_pointer)
        return "It takes the address of the pointer that it is to set, as in "
               "`cudaMalloc(&p, bytes)`.";
    if (gives_back(settled))
        return "What cudaMalloc made is given back by cudaFree, and by nothing else.";
    if (f.self.op == Op::write)
        return "Host code cannot reach device memory: store it on the host and copy it from there "
               "with cudaMemcpy.";
    return "Host code cannot reach device memory: copy it to the host with cudaMemcpy first. From "
           "one array of the device to another, a kernel or a cudaMemcpy can copy it there.";
}

}  // namespace cusim::report
