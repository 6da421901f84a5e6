// simcc's command line, which follows nvcc's.
//
// Guarantee to the driver: what to do, in the order in which it was asked for. Options of nvcc that
// make no difference in the simulator are accepted and listed in `without_effect`; those that
// cannot be honoured are refused.
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

/// preprocessed: CUDA after -E; linker: objects, archives, -l and -L.
enum class Language { cuda, preprocessed, cpp, c, linker };

struct Input {
    std::string text;  ///< a path, or an argument for the linker
    Language language = Language::linker;
};

/// device_link makes an object without anything in it: device code is linked like the host's.
enum class Action { link, compile, preprocess, translate, precompile, archive, device_link };

struct Options {
    Action action = Action::link;
    std::vector<Input> inputs;
    std::string output;    ///< if empty: a.out, NAME.o or standard output
    std::string standard;  ///< if empty: C++20, or C++17, nvcc's default, where that fails
    std::string architecture = "750";       ///< __CUDA_ARCH__; like nvcc's default
    std::string compiler;                   ///< if empty: the configured g++
    std::vector<std::string> preprocessor;  ///< -I, -D, -U, -include, …
    std::vector<std::string> warnings;
    std::vector<std::string> dependencies;  ///< -MD, -MF, …
    std::vector<std::string> without_effect;
    bool separate_device_code = false;  ///< -rdc=true
    bool relaxed_constexpr = false;     ///< device code may call constexpr functions of the host
    bool short_prelude = false;    ///< with preprocess: name the compiled prelude, if there is one
    bool verbose = false;          ///< shows the commands
    bool dry_run = false;          ///< shows the commands and runs none
    bool debugger = false;         ///< -G: variables keep their places, kernels may stop
    bool forward_unknown = false;  ///< options that simcc does not know are for the host's compiler
    bool openmp = false;           ///< -Xcompiler -fopenmp: the host's directives, with one thread
    bool fence = false;   ///< branches must stay within the program's functions and the API
    bool shared = false;  ///< -shared: a module, whose kernels a running program loads
    std::string base;     ///< for a module: the address for which it is linked
    bool help = false;
    bool version = false;
};

Options parse_options(std::span<const std::string> arguments);

extern const char* const usage;

}  // namespace cusim::simcc
