#include "build/toolchain.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>

namespace grader::build {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> find_nvcc() {
    std::istringstream path(std::getenv("PATH") ? std::getenv("PATH") : "");
    for (std::string folder; std::getline(path, folder, ':');)
        if (access((folder + "/nvcc").c_str(), X_OK) == 0) return folder + "/nvcc";
    if (access("/usr/local/cuda/bin/nvcc", X_OK) == 0) return "/usr/local/cuda/bin/nvcc";
    return std::nullopt;
}

// The architecture of the device. nvcc would ask the driver, which it cannot access from the
// sandbox.
std::string ask_for_architecture() {
    const std::unique_ptr<FILE, int (*)(FILE*)> query(
        popen("nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null", "r"), pclose);
    int major = 0, minor = 0;
    if (!query || std::fscanf(query.get(), "%d.%d", &major, &minor) != 2)
        throw BuildError("no device answers nvidia-smi: the cuda backend needs one");
    return "sm_" + std::to_string(10 * major + minor);
}

// Asked only once, since nvidia-smi takes longer than a compilation.
const std::string& architecture() {
    static const std::string known = ask_for_architecture();
    return known;
}

/// The libraries of a lab's program, and the runner, for one backend ("sim", "cuda").
Arguments libraries_of(const lab::Kit& kit, const lab::Lab& lab, const std::string& backend) {
    Arguments libraries;
    if (fs::exists(lab.program_folder() / "meson.build"))
        libraries.push_back(kit.build / ("labs/libprogram-" + lab.slug + "-" + backend + ".a"));
    libraries.push_back(kit.build / ("common/runner/librunner_" + backend + ".a"));
    return libraries;
}

// The grader itself decides which functions an object may call. When the grader changes, earlier
// decisions are made again.
fs::path rules_about_symbols(const lab::Kit& kit) {
    return kit.build / "grader/grade-bin";
}

void for_simulator(Toolchain& tools, const lab::Kit& kit) {
    const std::string simcc = kit.build / "simcc";
    // Kernels compare threadIdx with an int all the time, and nvcc does not warn of it.
    tools.preprocess = {simcc, "-std=c++20", "-Wall", "-Wno-sign-compare"};
    tools.compile = tools.preprocess;
    tools.preprocess.insert(tools.preprocess.end(), {"--preprocess-only", "-fpch-preprocess"});
    tools.compile.insert(tools.compile.end(), {"--fence", "-c"});
    tools.compiles_preprocessed = true;
    tools.link = {simcc};
    tools.parts.insert(tools.parts.end(), {simcc, kit.build / "common/simulator/libcusim.a",
                                           kit.common() / "simulator/include"});
}

void for_device(Toolchain& tools, const lab::Kit& kit) {
    const auto nvcc = find_nvcc();
    if (!nvcc) throw BuildError("no nvcc: the cuda backend needs the CUDA Toolkit");
    const fs::path toolkit = fs::canonical(*nvcc).parent_path().parent_path();
    const std::string include = "-I" + kit.common().string();
    // For both backends, the vetting examines the file preprocessed with the simulator's headers.
    // Warnings come from nvcc.
    tools.preprocess = {kit.build / "simcc", "-std=c++20", "-w", "--preprocess-only"};
    tools.compile = {toolkit / "bin/nvcc",
                     "-std=c++20",
                     "--extended-lambda",
                     "-O3",
                     "-lineinfo",
                     "-Xcompiler",
                     "-U_FORTIFY_SOURCE,-fno-gnu-unique",
                     "-arch=" + architecture(),
                     include,
                     "-c"};
    // <cooperative_groups.h> includes most of libcu++ for a few functions that hardly anybody
    // calls, and nvcc takes three times as long.
    tools.compile_first = {"-D_CG_LIMIT_INCLUDED_DEPENDENCIES"};
    tools.link = {"/usr/bin/g++"};
    tools.system_libraries = {"-L" + (toolkit / "lib64").string(), "-lcudart_static", "-ldl",
                              "-lrt", "-lpthread"};
    if (!toolkit.string().starts_with("/usr/")) tools.mounts.push_back({toolkit});
    tools.parts.push_back(toolkit / "bin/nvcc");
}

}  // namespace

Toolchain module_toolchain(const lab::Kit& kit, const ModuleText& module) {
    Toolchain tools;
    tools.makes = Makes::module;
    const std::string simcc = kit.build / "simcc";
    tools.vetter = kit.build / "grader/vet/vetter";
    tools.header_words = kit.build / "grader/vet/header.words";
    tools.simulator_symbols = kit.build / "grader/build/simulator.symbols";
    tools.preprocess = {simcc, "-std=c++20",        "-shared",         "-x",
                        "cu",  "--preprocess-only", "-fpch-preprocess"};
    for (const auto& define : module.defines) tools.preprocess.push_back(define);
    tools.compile = {simcc, "-std=c++20", "-shared", "-c"};
    tools.link = {simcc, "-shared", fmt::format("--module-base={:#x}", module.base)};
    tools.compiles_preprocessed = true;
    tools.parts = {simcc,
                   kit.common() / "simulator/include",
                   tools.vetter,
                   tools.header_words,
                   tools.simulator_symbols,
                   rules_about_symbols(kit)};
    for (const fs::path& path : {kit.build / "simcc", tools.vetter, tools.header_words,
                                 kit.build / "common", kit.build / "grader/build", kit.common()})
        tools.mounts.push_back({path});
    return tools;
}

Toolchain toolchain(const lab::Kit& kit, const lab::Lab& lab, Backend backend) {
    Toolchain tools;
    tools.vetter = kit.build / "grader/vet/vetter";
    tools.header_words = kit.build / "grader/vet/header.words";
    tools.parts.push_back(rules_about_symbols(kit));
    tools.lab_program = kit.build / "grader/build" / ("liblab-" + lab.slug + ".a");
    tools.lab_symbols = kit.build / "grader/build" / ("lab-" + lab.slug + ".symbols");
    tools.simulator_symbols = kit.build / "grader/build/simulator.symbols";
    if (backend == Backend::sim)
        for_simulator(tools, kit);
    else
        for_device(tools, kit);
    tools.libraries = libraries_of(kit, lab, backend == Backend::sim ? "sim" : "cuda");
    tools.parts.insert(tools.parts.end(),
                       {tools.vetter, tools.header_words, tools.lab_program, tools.lab_symbols,
                        tools.simulator_symbols, kit.common() / "kit"});
    tools.parts.insert(tools.parts.end(), tools.libraries.begin(), tools.libraries.end());
    for (const auto& part : tools.parts)
        if (!fs::exists(part))
            throw BuildError(part.string() + " is missing; build the kit first: ninja -C " +
                             kit.build.string());
    // The archives are thin: they refer to object files beside them.
    for (const fs::path& path :
         {kit.build / "simcc", tools.vetter, tools.header_words, kit.build / "common",
          kit.build / "labs", kit.build / "grader/build", kit.common()})
        tools.mounts.push_back({path});
    return tools;
}

}  // namespace grader::build
