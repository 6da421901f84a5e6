// The steps from a student's files to a program, each a run of one tool in the sandbox.
// Promises that a tool's failure is the submission's or the kit's, never both: NotGradable names
// what the author can mend, BuildError what only the kit's can.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "build/stage.hpp"
#include "build/toolchain.hpp"
#include "vet/file.hpp"
#include "vet/symbols.hpp"

namespace grader::build {

/// Why a submission gives no program, in one line.
struct NotGradable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

using Sources = std::map<std::string, std::string>;  // file name to text

/// The lab's editable files out of `submission`. Throws vet::FileError.
Sources take_sources(const lab::Lab& lab, const std::filesystem::path& submission);
/// The lab's own headers, which submissions include.
Sources local_files(const lab::Lab& lab);

class Steps {
  public:
    Steps(const Toolchain& tools, const lab::Lab& lab, const Sources& sources, const Stage& stage,
          const sandbox::Sandbox& sandbox);

    /// The text as written and as preprocessed.
    void vet();
    void compile();
    /// One object out of all, that defines what the lab asks for and needs what is allowed, and the
    /// program with it. Returns the program's path, in the stage.
    std::filesystem::path link();

    /// What the compiler said so far.
    const std::string& words() const { return words_; }

  private:
    /// How several tools in turn came along: `failed` is the first that did, or their number.
    struct InTurn {
        sandbox::Ended ended;
        std::size_t failed;
    };

    sandbox::Ended run(const Arguments& command,
                       const sandbox::Limits& limits = sandbox::compile_limits());
    InTurn run_in_turn(const std::vector<Arguments>& commands);
    std::filesystem::path preprocessed(const std::string& name) const;
    void vet_symbols(const vet::Symbols& symbols);
    std::vector<std::string> interface() const;

    const Toolchain& tools_;
    const lab::Lab& lab_;
    const Sources& sources_;
    const sandbox::Sandbox& sandbox_;
    std::filesystem::path src_, out_;
    std::string words_;
};

}  // namespace grader::build
