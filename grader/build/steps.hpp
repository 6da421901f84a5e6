// The steps from a student's files to a program. Each runs one tool, and all share one confinement,
// since creating one takes longer than most steps. A failed step is attributed either to the
// submission (NotGradable names what the author can correct) or to the kit (BuildError).
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "build/stage.hpp"
#include "build/toolchain.hpp"
#include "lab/lab.hpp"
#include "sandbox/sandbox.hpp"
#include "vet/file.hpp"
#include "vet/symbols.hpp"

namespace grader::build {

/// Why no program can be built from the submission, in one line.
struct NotGradable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

using Sources = std::map<std::string, std::string>;  // file name to text

/// Reads the lab's editable files from `submission`. Throws vet::FileError.
Sources take_sources(const lab::Lab& lab, const std::filesystem::path& submission);
/// The lab's own headers, which submissions include.
Sources local_files(const lab::Lab& lab);

class Steps {
  public:
    Steps(const Toolchain& tools, const lab::Lab& lab, const Sources& sources, const Stage& stage,
          const sandbox::Sandbox& sandbox);

    /// Vets the text as written and as preprocessed, compiles it, and links the program from an
    /// object that defines what the lab asks for and uses only allowed symbols. Returns the
    /// program's path, in the stage.
    std::filesystem::path build();

    /// Messages of the tools about the submission.
    const std::string& words() const { return words_; }

  private:
    enum class Tool { preprocess, vet, compile, merge, list_symbols, hide_symbols, link };
    /// One run of a tool. `file`: the source that it processes, if it is a single one.
    struct Step {
        Tool tool;
        std::string file;
        Arguments command;
    };
    /// How the steps came along: `failed` is the first that did, or nullptr.
    struct InTurn {
        sandbox::Ended ended;
        const Step* failed;
    };

    std::vector<Step> all_steps() const;
    Step compiling(const std::string& name) const;
    std::vector<Step> linking() const;
    std::vector<Step> linking_a_module() const;
    std::string script_of(const std::vector<Step>& steps) const;
    InTurn run_in_turn(const std::vector<Step>& steps);
    std::filesystem::path preprocessed(const std::string& name) const;
    std::filesystem::path object(const std::string& name) const;
    std::filesystem::path program() const;
    std::filesystem::path other_object(std::size_t i) const;
    [[noreturn]] void refuse(const Step& failed, const sandbox::Ended& ended);
    void vet_symbols(const vet::Symbols& symbols);
    std::vector<std::string> interface() const;

    const Toolchain& tools_;
    const lab::Lab& lab_;
    const Sources& sources_;
    const sandbox::Sandbox& sandbox_;
    std::filesystem::path src_, out_;
    std::set<std::string> not_preprocessed_;  // files that cannot be
    bool compile_as_is_ = false;              // without the toolchain's compile_first
    std::string words_;
};

}  // namespace grader::build
