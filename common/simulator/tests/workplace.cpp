#include "workplace.hpp"

#include <filesystem>
#include <fstream>

using cusim::simcc::Finished;

std::string Workplace::write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
    return name;
}

bool Workplace::has(const std::string& name) const {
    return std::filesystem::exists(path(name));
}

Finished Workplace::run(const std::string& command, const std::string& environment) const {
    const std::string line = "cd '" + path("") + "' && env " + environment + " " + command;
    return cusim::simcc::run_process({"/bin/sh", "-c", line});
}

Finished Workplace::simcc(const std::string& arguments) const {
    return run("'" SIMCC "' " + arguments, "TMPDIR='" + path("") + "'");
}
