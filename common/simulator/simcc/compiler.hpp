// The command lines of the compilers that simcc calls.
//
// Guarantee: in the compiled code, every access, barrier and basic block of the student's source
// can be observed, whatever -O was asked for.
#pragma once

#include <string>
#include <vector>

#include "simulator/simcc/options.hpp"

namespace cusim::simcc {

using Command = std::vector<std::string>;

class Compiler {
  public:
    explicit Compiler(const Options& options);

    /// Preprocesses to standard output. For Language::cuda, CUDA's headers and macros are included,
    /// as text, or as the name of their compiled form if g++ accepts that for this compilation.
    enum class Prelude { text, compiled };
    Command preprocess(const Input& input, Prelude prelude) const;
    /// The same with __CUDA_ARCH__ defined, without repeating the messages of the first pass.
    Command preprocess_for_device(const Input& input, Prelude prelude) const;
    /// Preprocesses a C++ or C file as compile_host will see it, to standard output.
    Command preprocess_host(const Input& input) const;
    /// The prelude alone, as text, to standard output.
    Command preprocess_prelude() const;
    /// The compiled form of the prelude; used by the kit's own build.
    Command precompile(const std::string& result) const;
    /// Compiles to assembly, which announce.hpp completes.
    Command compile_translated(const std::string& text, const std::string& assembly) const;
    Command assemble(const std::string& assembly, const std::string& object) const;
    Command compile_host(const Input& input, const std::string& object) const;
    Command link(const std::vector<std::string>& objects, const std::string& program) const;

  private:
    Command preprocess_text(const Input& input, Prelude prelude) const;
    bool is_clang() const;
    Command link_module(const std::vector<std::string>& objects, const std::string& module) const;
    void add(Command& command, const std::vector<std::string>& arguments) const;
    void add_messages(Command& command) const;
    void add_pinned(Command& command) const;
    void add_includes(Command& command) const;
    void add_cuda(Command& command) const;

    const Options& options_;
    std::string program_;
};

}  // namespace cusim::simcc
