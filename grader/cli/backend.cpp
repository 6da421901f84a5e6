// Queries the driver through its library, which is opened at run time, so that the grader can be
// built without CUDA.
#include "cli/backend.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "lab/lab.hpp"
#include "sandbox/command.hpp"

namespace grader::cli {
namespace {

template <class Function>
Function* symbol(void* library, const char* name) {
    return reinterpret_cast<Function*>(dlsym(library, name));
}

void* driver_library() {
    return dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
}

/// The name of a device that this process sees, if it works.
std::optional<std::string> device_name(int number) {
    void* driver = driver_library();
    if (!driver) return std::nullopt;
    auto* initialise = symbol<int(unsigned)>(driver, "cuInit");
    auto* count = symbol<int(int*)>(driver, "cuDeviceGetCount");
    auto* get_name = symbol<int(char*, int, int)>(driver, "cuDeviceGetName");
    int devices = 0;
    char name[256] = "";
    if (!initialise || !count || !get_name) return std::nullopt;
    if (initialise(0) != 0 || count(&devices) != 0 || devices <= number) return std::nullopt;
    if (get_name(name, sizeof name, number) != 0) return std::nullopt;
    return name;
}

}  // namespace

std::optional<std::filesystem::path> find_on_path(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        auto file = std::filesystem::path(folder) / program;
        if (access(file.c_str(), X_OK) == 0) return file;
    }
    return std::nullopt;
}

std::string name_of(build::Backend backend) {
    return backend == build::Backend::sim ? "sim" : "cuda";
}

double memory_rate() {
    constexpr int memory_clock_khz = 36, bus_bits = 37;  // CU_DEVICE_ATTRIBUTE_…
    if (!device_name(0)) return 0;
    auto* attribute = symbol<int(int*, int, int)>(driver_library(), "cuDeviceGetAttribute");
    int clock = 0, bits = 0;
    if (!attribute || attribute(&clock, memory_clock_khz, 0) != 0 ||
        attribute(&bits, bus_bits, 0) != 0)
        return 0;
    return 2e-3 * clock * bits / 8;  // two transfers per clock
}

std::vector<std::string> visible_devices() {
    const auto first = device_name(0);
    const char* const chosen = std::getenv(sandbox::visible_devices);
    std::istringstream names(chosen ? chosen : "");
    std::vector<std::string> devices;
    for (int i = 0; const auto device = device_name(i); ++i) {
        std::string name = std::to_string(i);
        if (chosen) std::getline(names, name, ',');
        if (device == first) devices.push_back(name);
    }
    return devices;
}

std::filesystem::path device_lock(const lab::Kit& kit, const std::string& device) {
    std::string name = fmt::format("device-{}.lock", device);
    std::ranges::replace(name, '/', '-');
    return kit.build / name;
}

BackendChoice choose_backend(const std::string& wanted) {
    const BackendChoice simulator{build::Backend::sim, "h100", "as asked for"};
    if (wanted == "sim") return simulator;
    std::string missing;
    if (!find_on_path("nvcc")) {
        missing = "no nvcc on PATH";
    } else if (const auto device = device_name(0)) {
        return {build::Backend::cuda, *device, "nvcc and a working device are here"};
    } else {
        missing = "no CUDA device answers";
    }
    if (wanted == "cuda")
        throw lab::LabError(fmt::format("the backend cuda cannot be had: {}", missing));
    return {simulator.backend, simulator.device, missing};
}

}  // namespace grader::cli
