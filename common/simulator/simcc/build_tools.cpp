#include "simulator/simcc/build_tools.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>

#include "simulator/simcc/config.hpp"
#include "simulator/simcc/options.hpp"

namespace cusim::simcc {
namespace {

std::string library_folder() {
    return std::string("\"-L") + config::toolkit_folder + "/lib64\"";
}

}  // namespace

std::string version_text() {
    return std::string("simcc ") + config::version +
           " (CUDA 13.0 on a simulator), in place of\n"
           "nvcc: NVIDIA (R) Cuda compiler driver\n"
           "Cuda compilation tools, release 13.0, V13.0.0\n";
}

std::string facts_for_build_tools() {
    const char* const path = std::getenv("PATH");
    return std::string("#$ PATH=") + (path ? path : "") +
           "\n"
           "#$ TOP=" +
           config::toolkit_folder +
           "\n"
           "#$ INCLUDES=\"-I" +
           config::include_folder +
           "\"\n"
           "#$ LIBRARIES=" +
           library_folder() +
           "\n"
           "#$ simcc -arch compute_75\n";  // the default
}

std::string link_line(const std::vector<std::string>& objects, const std::string& program) {
    const auto simcc = std::filesystem::read_symlink("/proc/self/exe");
    std::string line = "#$ \"" + simcc.string() + "\" " + library_folder();
    for (const std::string& object : objects) line += " \"" + object + '"';
    return line + " -o \"" + program + "\"\n";
}

std::vector<std::string> with_option_files(std::span<const std::string> arguments) {
    std::vector<std::string> result;
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        const std::string& argument = arguments[at];
        const bool apart = argument == "--options-file" || argument == "-optf";
        if (!apart && !argument.starts_with('@')) {
            result.push_back(argument);
            continue;
        }
        if (apart && ++at == arguments.size()) throw UsageError("'" + argument + "' needs a value");
        const std::string name = apart ? arguments[at] : argument.substr(1);
        std::ifstream file(name);
        if (!file) throw UsageError(name + ": no such file");
        for (std::string word; file >> std::quoted(word);) result.push_back(word);
    }
    return result;
}

std::string library_of_file(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    if (!name.starts_with("lib")) return {};
    for (const char* ending : {".so", ".a"})
        if (const std::size_t at = name.find(ending); at != name.npos)
            return name.substr(3, at - 3);
    return {};
}

}  // namespace cusim::simcc
