// A folder that is removed, with its contents, when its owner is destroyed.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "simulator/simcc/driver_error.hpp"

namespace cusim::simcc {

class TemporaryFolder {
  public:
    TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "simcc-XXXXXX").string()) {
        if (!mkdtemp(path_.data())) throw DriverError("cannot make a temporary folder " + path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string file(const std::string& name) const { return path_ + "/" + name; }

  private:
    std::string path_;
};

}  // namespace cusim::simcc
