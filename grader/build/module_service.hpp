// Compiles CUDA code for a student's Python script while it runs. The texts arrive on a socket, and
// the modules appear in a folder that the lab's program reads. Everything loaded was vetted and
// compiled like other submissions. For a refused text, the answer is the compiler's or the vetter's
// message. The service runs in a thread of its own, which ends with this object.
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

    /// The script's end of the socket. Close it here once the script has it.
    int script_end() const;
    void close_script_end();
    const std::filesystem::path& modules() const;
    /// A failure of the compiler for which no submission is to blame; usually empty.
    std::string trouble() const;

  private:
    class Serving;
    std::unique_ptr<Serving> serving_;
};

}  // namespace grader::build
