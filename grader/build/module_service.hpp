// The compiler of a student's Python while it runs: texts come in over a socket, modules appear in a
// folder that the lab's program reads. Promises that what is loaded was vetted and compiled as other
// submissions are; a text that is refused gets the compiler's words, or the vetter's, as answer.
// A thread of its own, which ends with it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "lab/kit.hpp"
#include "lab/lab.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::build {

class ModuleService {
  public:
    ModuleService(const lab::Kit& kit, const lab::Lab& lab, const sandbox::Sandbox& sandbox);
    ~ModuleService();
    ModuleService(const ModuleService&) = delete;
    ModuleService& operator=(const ModuleService&) = delete;

    /// Of the socket; to be closed here once the script has it.
    int script_end() const;
    void close_script_end();
    const std::filesystem::path& modules() const;
    /// What kept the compiler from compiling, and is no submission's fault; nothing as a rule.
    std::string trouble() const;

  private:
    class Serving;
    std::unique_ptr<Serving> serving_;
};

}  // namespace grader::build
