// Files that `grade run` returns from a program (run NN -- … --out FOLDER, or --out
// FOLDER/PICTURE.png). The program is confined and gets only a descriptor, no folder to write to.
// Whatever it writes there, only plain files appear, and only in that folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "descriptor.hpp"
#include "lab/kit.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::cli {

class ReturnedFiles {
  public:
    /// The folder that the program's arguments ask for; nothing if they name none.
    static std::optional<ReturnedFiles> wanted(const std::vector<std::string>& arguments);

    /// The descriptor for the program, and the environment variable that names it.
    sandbox::Inherited descriptor() const { return {memory_.get(), descriptor_there}; }
    std::pair<std::string, std::string> variable() const;

    /// Writes what the program left, with plots if they are wanted. Throws std::runtime_error,
    /// which says what is wrong with it.
    void write(const lab::Kit& kit, const sandbox::Sandbox& sandbox, bool plots = true) const;

  private:
    explicit ReturnedFiles(std::string out);

    static constexpr int descriptor_there = 4;

    std::string out_;
    kit_io::Descriptor memory_;
};

}  // namespace grader::cli
