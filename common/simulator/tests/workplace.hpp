// A folder in which a test writes sources, calls simcc and runs what it made.
#pragma once

#include <string>
#include <vector>

#include "simulator/simcc/process.hpp"
#include "simulator/simcc/temporary_folder.hpp"

class Workplace {
  public:
    std::string path(const std::string& name) const { return folder_.file(name); }
    std::string write(const std::string& name, const std::string& text) const;
    bool has(const std::string& name) const;

    /// Runs in this folder, with `environment` ("NAME=VALUE …") before the command.
    cusim::simcc::Finished run(const std::string& command,
                               const std::string& environment = "") const;
    cusim::simcc::Finished simcc(const std::string& arguments) const;

  private:
    cusim::simcc::TemporaryFolder folder_;
};
