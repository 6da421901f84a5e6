// Requests for modules, and for the functions and variables that they have.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "number_of.hpp"
#include "python/device/device.hpp"
#include "python/device/failure.hpp"
#include "python/device/handlers.hpp"
#include "simulator/simulator.hpp"

namespace python {

namespace {

dim3 extent(const Message& request, const char* name) {
    const auto sizes = field<std::vector<std::int64_t>>(request, name);
    if (sizes.size() != 3 ||
        std::ranges::any_of(sizes, [](std::int64_t size) { return size < 0 || size > INT32_MAX; }))
        throw Failure{cudaErrorInvalidValue, "cuLaunchKernel"};
    return dim3(unsigned(sizes[0]), unsigned(sizes[1]), unsigned(sizes[2]));
}

std::string bytes(std::size_t count) {
    return words::number_of(count, "byte");
}

// The kernel's parameters are in one block of memory, each at its alignment. A block of another
// size is refused, as by the driver. A block of the right size with other contents is not noticed.
std::vector<void*> places_of(const void* function, Bytes& piece) {
    const auto parameters = cusim::api::parameters_of(function);
    const std::size_t size =
        parameters.empty() ? 0 : parameters.back().offset + parameters.back().size;
    if (piece.size() != size)
        throw Failure{cudaErrorLaunchOutOfResources, "cuLaunchKernel",
                      "too many resources requested for launch (the kernel takes " +
                          std::to_string(parameters.size()) + " arguments, " + bytes(size) +
                          " with their padding; it was given " + bytes(piece.size()) + ")"};
    std::vector<void*> places;
    for (const auto& parameter : parameters) places.push_back(piece.data() + parameter.offset);
    return places;
}

// The driver's text, "named symbol not found", does not name the symbol.
Failure not_found(const char* call, const char* what, const Message& request) {
    return {cudaErrorSymbolNotFound, call,
            std::string(cudaGetErrorString(cudaErrorSymbolNotFound)) + " (the module has no " +
                what + " `" + field<std::string>(request, "name") + "`)"};
}

std::string contents_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

const void* Device::function(const Message& request) const {
    const auto id = field<std::size_t>(request, "function");
    if (id >= functions_.size()) throw Failure{cudaErrorInvalidResourceHandle, "a function"};
    return functions_[id];
}

void Device::load_module(const Message& request, Message& answer) {
    std::filesystem::path file = field<std::string>(request, "file");
    if (!modules_.empty()) file = modules_ / file.filename();
    loaded_.emplace_back(file);
    sent_.loaded(contents_of(file));
    clock_.compiled();
    answer.head["module"] = loaded_.size() - 1;
}

void Device::find_function(const Message& request, Message& answer) {
    const auto module = field<std::size_t>(request, "module");
    if (module >= loaded_.size())
        throw Failure{cudaErrorInvalidResourceHandle, "cuModuleGetFunction"};
    const void* const found = loaded_[module].kernel(field<std::string>(request, "name"));
    if (!found) throw not_found("cuModuleGetFunction", "__global__ function", request);
    functions_.push_back(found);
    sent_.found_function(module, field<std::string>(request, "name"));
    answer.head["function"] = functions_.size() - 1;
    function_attributes({{{"function", functions_.size() - 1}}, {}}, answer);
    Head parameters = Head::array();
    for (const auto& parameter : cusim::api::parameters_of(found))
        parameters.push_back({parameter.offset, parameter.size});
    answer.head["parameters"] = std::move(parameters);
}

void Device::find_variable(const Message& request, Message& answer) {
    const auto module = field<std::size_t>(request, "module");
    if (module >= loaded_.size())
        throw Failure{cudaErrorInvalidResourceHandle, "cuModuleGetGlobal"};
    const auto found = loaded_[module].variable(field<std::string>(request, "name"));
    if (found.size == 0)
        throw not_found("cuModuleGetGlobal", "__device__ or __constant__ variable", request);
    answer.head["pointer"] = found.base;
    answer.head["bytes"] = found.size;
}

void Device::function_attributes(const Message& request, Message& answer) {
    cudaFuncAttributes known{};
    check(cudaFuncGetAttributes(&known, function(request)), "cuFuncGetAttribute");
    answer.head["attributes"] = {
        {"MAX_THREADS_PER_BLOCK", known.maxThreadsPerBlock},
        {"SHARED_SIZE_BYTES", known.sharedSizeBytes},
        {"CONST_SIZE_BYTES", known.constSizeBytes},
        {"LOCAL_SIZE_BYTES", known.localSizeBytes},
        {"NUM_REGS", known.numRegs},
        {"PTX_VERSION", known.ptxVersion},
        {"BINARY_VERSION", known.binaryVersion},
        {"MAX_DYNAMIC_SHARED_SIZE_BYTES", known.maxDynamicSharedSizeBytes}};
}

void Device::allow_shared(const Message& request, Message&) {
    check(cudaFuncSetAttribute(function(request), cudaFuncAttributeMaxDynamicSharedMemorySize,
                               field<int>(request, "bytes")),
          "cuFuncSetAttribute");
}

void Device::launch(const Message& request, Message&) {
    Bytes piece = request.body;
    const void* const kernel = function(request);
    std::vector<void*> arguments = places_of(kernel, piece);
    const cudaError_t error =
        cudaLaunchKernel(kernel, extent(request, "grid"), extent(request, "block"),
                         arguments.data(), field<std::size_t>(request, "shared"), stream(request));
    check(error, "cuLaunchKernel");
    progress_.asked();
    variety_.launched(piece, allocated_, cusim::contents);
    if (request.head.contains("handlers"))
        tell_of_handlers(cusim::api::name_of_kernel(kernel),
                         handlers_in(request, kernel, arguments),
                         request.head.value("mistyped", std::string()), provenance_);
    std::fflush(stdout);  // prints what the kernel has printed
}

}  // namespace python
