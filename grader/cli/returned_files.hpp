// The folder that a run by hand is to leave its files in (run NN -- … --out FOLDER, or --out
// FOLDER/PICTURE.png). The program is confined and gets no folder to write to, only a descriptor;
// promises that nothing but plain files appear in the folder, and only there, whatever it leaves.
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
    /// What the program's arguments ask for; nothing where they name no folder.
    static std::optional<ReturnedFiles> wanted(const std::vector<std::string>& arguments);

    /// For the program: the descriptor, and the variable that says which it is.
    sandbox::Inherited descriptor() const { return {memory_.get(), descriptor_there}; }
    std::pair<std::string, std::string> variable() const;

    /// Writes what the program left, plots unless they are not wanted. Throws std::runtime_error,
    /// saying what is wrong with it.
    void write(const lab::Kit& kit, const sandbox::Sandbox& sandbox, bool plots = true) const;

  private:
    explicit ReturnedFiles(std::string out);

    static constexpr int descriptor_there = 4;

    std::string out_;
    kit_io::Descriptor memory_;
};

}  // namespace grader::cli
