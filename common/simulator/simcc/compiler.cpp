// The pinned flags, each with its reason.
#include "simulator/simcc/compiler.hpp"

#include "simulator/simcc/config.hpp"

namespace cusim::simcc {
namespace {

const std::vector<std::string> pinned_common = {
    // Accesses are reported, basic blocks count steps, local arrays have bounds, and a float4 that
    // is loaded field by field must be aligned like a float4.
    "-fsanitize=thread",
    "-fsanitize-coverage=trace-pc",
    "-fsanitize=bounds,alignment",
    // Where the language leaves a conversion's or a shift's result open, a device differs.
    "-fsanitize=float-cast-overflow,shift-exponent",
    "-fno-sanitize-recover=bounds",
    // Everything in the source is executed: loops without effect wait, calls return, and copies are
    // calls.
    "-fno-strict-aliasing",
    "-fno-finite-loops",
    "-fno-optimize-sibling-calls",
    "-fno-builtin-memcpy",
    "-fno-builtin-memmove",
    "-fno-builtin-memset",
    // A local variable that was never written does not happen to be zero.
    "-ftrivial-auto-var-init=pattern",
    // A call may be inserted before any instruction (announce.hpp).
    "-mno-red-zone",
};

// The runtime has fixed addresses, so reports are the same in every run.
const std::vector<std::string> pinned_program = {"-fno-pie"};

// A module is loaded at a fixed address, too, but is linked to the runtime only when it is loaded.
// It exports only its kernels (qualifiers.cpp), and its own functions cannot be replaced from
// outside.
const std::vector<std::string> pinned_module = {"-fPIC", "-fvisibility=hidden",
                                                "-fno-semantic-interposition"};

const std::vector<std::string> pinned_gcc = {
    "--param=tsan-distinguish-volatile=1",
    // Two accesses or barriers on different lines are not merged.
    "-fno-crossjumping",
    "-fno-tree-tail-merge",
    // Nor is one access made two: behind `if (i == 0)`, g++ would compile what `if (i < 16)` guards
    // once for the thread that came from there and once for the others, as two requests.
    "-fno-thread-jumps",
    // A conditional load or store stays conditional.
    "-fno-if-conversion",
    "-fno-if-conversion2",
    "-fno-tree-loop-if-convert",
    "-fno-tree-cselim",
    "-fno-ssa-phiopt",
    // An access in a loop stays in the loop. A store is not removed because another one follows. A
    // vector that is loaded as a whole is loaded by one access.
    "-fno-tree-loop-im",
    "-fno-tree-dse",
    "-fno-tree-sra",
    // A struct in device memory that is passed by value is read without a hook, unless the function
    // is inlined: the parameter then becomes a variable.
    "-finline-small-functions",
    // Inline variables of libraries become weak symbols, which the grader can make local.
    "-fno-gnu-unique",
};

const std::vector<std::string> pinned_clang = {
    "-mllvm",
    "-tsan-distinguish-volatile=1",
    "-mllvm",
    "-tsan-instrument-read-before-write=1",
    "-fno-builtin",                // a loop that copies stays a loop
    "-fno-sanitize=local-bounds",  // it stops the program without a message
};

// A compiled prelude fits one kind of code only.
std::string prelude_name(const Options& options) {
    return options.shared ? "cusim/prelude_of_modules.hpp" : "cusim/prelude.hpp";
}

std::string prelude_file(const Options& options) {
    return std::string(config::include_folder) + '/' + prelude_name(options);
}

}  // namespace

Compiler::Compiler(const Options& options)
    : options_(options), program_(options.compiler.empty() ? config::cxx : options.compiler) {}

bool Compiler::is_clang() const {
    return program_.find("clang") != program_.npos;
}

void Compiler::add(Command& command, const std::vector<std::string>& arguments) const {
    command.insert(command.end(), arguments.begin(), arguments.end());
}

/// Columns and carets would refer to translated text; simcc shows the student's line itself.
void Compiler::add_messages(Command& command) const {
    add(command, {"-fno-show-column", "-fdiagnostics-color=never"});
    add(command, {is_clang() ? "-fno-caret-diagnostics" : "-fno-diagnostics-show-caret"});
    add(command, options_.warnings);
    add(command, {"-Wno-unknown-pragmas"});
}

void Compiler::add_pinned(Command& command) const {
    add(command, {"-std=" + options_.standard});
    if (options_.openmp) add(command, {"-fopenmp"});
    // Reports need lines and inlined calls. Variables are only for a debugger, and would take a
    // sixth of the compiler's time.
    add(command, options_.debugger ? Command{"-O0", "-g"} : Command{"-O1", "-g1"});
    add(command, pinned_common);
    add(command, options_.shared ? pinned_module : pinned_program);
    add(command, is_clang() ? pinned_clang : pinned_gcc);
}

void Compiler::add_includes(Command& command) const {
    add(command, {"-I", config::include_folder, "-I", config::common_folder});
    add(command, options_.preprocessor);
    // After the user's folders, which may contain headers with the same names.
    add(command, {"-I", std::string(config::include_folder) + "/samples"});
}

/// Some distributions define _FORTIFY_SOURCE for every compilation; its checked copies would hide
/// the plain ones. The macro of the thread sanitizer is undefined, since programs need not adapt to
/// it.
void Compiler::add_cuda(Command& command) const {
    add(command, {"-U_FORTIFY_SOURCE", "-U__SANITIZE_THREAD__"});
    add(command, {"-D__CUDACC__=1", "-D__NVCC__=1", "-D__CUDACC_VER_MAJOR__=13",
                  "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=0"});
}

Command Compiler::preprocess_text(const Input& input, Prelude prelude) const {
    const bool cuda = input.language == Language::cuda;
    Command command = {program_, "-E", "-x", input.language == Language::c ? "c" : "c++"};
    if (cuda && prelude == Prelude::compiled && !is_clang()) {
        // g++ accepts a prelude only if it was compiled with the same options.
        add_pinned(command);
        add(command, {"-fpch-preprocess", "-I", config::precompiled_folder});
    } else {
        add(command, {"-O1"});
        if (options_.openmp) add(command, {"-fopenmp"});
        if (input.language != Language::c) add(command, {"-std=" + options_.standard});
    }
    add_messages(command);
    add_includes(command);
    if (cuda) {
        add_cuda(command);
        add(command, {"-include", prelude_name(options_)});
    }
    add(command, {input.text});
    return command;
}

Command Compiler::preprocess(const Input& input, Prelude prelude) const {
    Command command = preprocess_text(input, prelude);
    add(command, options_.dependencies);
    return command;
}

Command Compiler::preprocess_for_device(const Input& input, Prelude prelude) const {
    Command command = preprocess_text(input, prelude);
    add(command, {"-w", "-D__CUDA_ARCH__=" + options_.architecture});
    return command;
}

Command Compiler::preprocess_host(const Input& input) const {
    const bool c = input.language == Language::c;
    Command command = {program_, "-E", "-w", "-O1", "-x", c ? "c" : "c++"};
    if (!c) add(command, {"-std=" + options_.standard});
    if (options_.openmp) add(command, {"-fopenmp"});
    add_messages(command);
    add_includes(command);
    add(command, {input.text});
    return command;
}

Command Compiler::preprocess_prelude() const {
    Command command = {program_, "-E", "-x", "c++", "-O1", "-std=" + options_.standard};
    add_messages(command);
    add_includes(command);
    add_cuda(command);
    add(command, {prelude_file(options_)});
    return command;
}

Command Compiler::precompile(const std::string& result) const {
    Command command = {program_, "-x", "c++-header"};
    add_pinned(command);
    add_messages(command);
    add_includes(command);
    add_cuda(command);
    add(command, options_.dependencies);
    add(command, {prelude_file(options_), "-o", result});
    return command;
}

Command Compiler::compile_translated(const std::string& text, const std::string& assembly) const {
    Command command = {program_, "-x", "c++-cpp-output", "-S"};
    add_pinned(command);
    add_messages(command);
    add(command, {text, "-o", assembly});
    return command;
}

Command Compiler::assemble(const std::string& assembly, const std::string& object) const {
    return {program_, "-Wa,--no-warn", "-c", assembly, "-o", object};
}

Command Compiler::compile_host(const Input& input, const std::string& object) const {
    const bool c = input.language == Language::c;
    Command command = {
        program_, "-x", c ? "c" : "c++", "-c", "-O1", "-g", options_.shared ? "-fPIC" : "-fno-pie"};
    if (!c) add(command, {"-std=" + options_.standard});
    if (options_.openmp) add(command, {"-fopenmp"});
    add(command, {"-fdiagnostics-color=never"});
    add(command, options_.warnings);
    add_includes(command);
    add(command, options_.dependencies);
    add(command, {input.text, "-o", object});
    return command;
}

// The runtime is in the program that loads the module. The module uses its own definitions itself.
Command Compiler::link_module(const std::vector<std::string>& objects,
                              const std::string& module) const {
    Command command = {program_, "-shared", "-Wl,-Bsymbolic,-z,now,-z,max-page-size=4096"};
    if (!options_.base.empty()) add(command, {"-Wl,-Ttext-segment=" + options_.base});
    add(command, objects);
    add(command, {"-o", module});
    return command;
}

Command Compiler::link(const std::vector<std::string>& objects, const std::string& program) const {
    if (options_.shared) return link_module(objects, program);
    // The tables by which it finds library functions are read-only once the program runs.
    Command command = {program_, "-no-pie", "-Wl,-z,relro,-z,now"};
    add(command, objects);
    add(command, {config::runtime_library});
    for (const char* library : config::runtime_dependencies) command.emplace_back(library);
    if (options_.openmp) add(command, {"-fopenmp"});
    if (*config::linker) add(command, {config::linker});
    add(command, {"-o", program});
    return command;
}

}  // namespace cusim::simcc
