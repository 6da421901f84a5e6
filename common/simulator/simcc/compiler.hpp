// The command lines of the compilers behind simcc.
//
// Promises: the student's file is compiled so that every access, barrier and block in its source
// is still there to be seen, whatever -O was asked for.
#pragma once

#include <string>
#include <vector>

#include "simulator/simcc/options.hpp"

namespace cusim::simcc {

using Command = std::vector<std::string>;

class Compiler {
  public:
    explicit Compiler(const Options& options);

    /// To standard output. CUDA's headers and macros are there for Language::cuda: as text, or as
    /// the name of their compiled form, if g++ finds that fit for this compilation.
    enum class Prelude { text, compiled };
    Command preprocess(const Input& input, Prelude prelude) const;
    /// The same with __CUDA_ARCH__, and without what the first has said already.
    Command preprocess_for_device(const Input& input, Prelude prelude) const;
    /// A C++ or C file as compile_host will see it, to standard output.
    Command preprocess_host(const Input& input) const;
    /// The prelude alone, as text, to standard output.
    Command preprocess_prelude() const;
    /// The compiled form, which the kit's own build makes.
    Command precompile(const std::string& result) const;
    /// To assembly, which announce.hpp completes.
    Command compile_translated(const std::string& text, const std::string& assembly) const;
    Command assemble(const std::string& assembly, const std::string& object) const;
    /// Sends the object's new and delete to the runtime. (g++ 12 crashes where they are declared
    /// under another symbol.)
    Command redirect_allocation(const std::string& object) const;
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
