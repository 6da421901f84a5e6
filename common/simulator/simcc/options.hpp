// simcc's command line, as nvcc would take it.
//
// Promises the driver: what to do, in the order in which it was asked for. What nvcc knows and the
// simulator has no use for is taken and told in `without_effect`; what it cannot honour is refused.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace cusim::simcc {

/// A command line that cannot be honoured; the message names the argument.
class UsageError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// preprocessed: CUDA, as -E has left it; linker: objects, archives, -l and -L.
enum class Language { cuda, preprocessed, cpp, c, linker };

struct Input {
    std::string text;  ///< a path, or an argument for the linker
    Language language = Language::linker;
};

enum class Action { link, compile, preprocess, translate, precompile };

struct Options {
    Action action = Action::link;
    std::vector<Input> inputs;
    std::string output;  ///< empty: a.out, NAME.o or standard output
    std::string standard = "c++20";
    std::string architecture = "750";  ///< __CUDA_ARCH__: nvcc's own choice where none is named
    std::string compiler;              ///< empty: the configured g++
    std::vector<std::string> preprocessor;  ///< -I, -D, -U, -include, …
    std::vector<std::string> warnings;
    std::vector<std::string> dependencies;  ///< -MD, -MF, …
    std::vector<std::string> without_effect;
    bool separate_device_code = false;  ///< -rdc=true
    bool relaxed_constexpr = false;     ///< device code may call the host's constexpr functions
    bool short_prelude = false;  ///< with preprocess: name the compiled prelude, where there is
    bool verbose = false;        ///< shows the commands
    bool dry_run = false;        ///< shows the commands and runs none
    bool debugger = false;       ///< -G: variables keep their places, kernels may stop
    bool openmp = false;         ///< -Xcompiler -fopenmp: the host's directives, by one thread
    bool fence = false;          ///< branches stay within the program's functions and the API
    bool shared = false;  ///< -shared: a module, which a running program loads for its kernels
    std::string base;     ///< of a module: the address that it is linked for
    bool help = false;
    bool version = false;
};

Options parse_options(std::span<const std::string> arguments);

extern const char* const usage;

}  // namespace cusim::simcc
