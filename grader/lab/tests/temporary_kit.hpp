// A kit for tests, in a folder of its own.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "lab/kit.hpp"

namespace grader::lab::tests {

/// An empty kit in `folder`/kit. The folder is removed with this object. File names are relative to
/// the kit.
struct TemporaryKit {
    std::filesystem::path folder;
    Kit kit;

    TemporaryKit() {
        auto name = (std::filesystem::temp_directory_path() / "kit-XXXXXX").string();
        if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
        folder = name;
        kit.source = folder / "kit";
        kit.build = kit.source / "build";
    }
    TemporaryKit(const TemporaryKit&) = delete;
    TemporaryKit& operator=(const TemporaryKit&) = delete;
    ~TemporaryKit() { std::filesystem::remove_all(folder); }

    void put(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((kit.source / name).parent_path());
        std::ofstream(kit.source / name) << text;
    }
    std::string get(const std::string& name) const {
        std::ifstream in(kit.source / name);
        return {std::istreambuf_iterator<char>(in), {}};
    }
};

}  // namespace grader::lab::tests
