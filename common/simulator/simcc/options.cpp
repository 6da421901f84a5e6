// One table of the options that nvcc knows, which the parser follows.
#include "simulator/simcc/options.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <variant>

#include "simulator/simcc/words.hpp"

namespace cusim::simcc {

const char* const usage =
    "usage: simcc [options] FILE...\n"
    "Compiles CUDA programs for the simulator, and takes the command line of nvcc.\n"
    "\n"
    "  -o FILE                 name of the output (default a.out; with -c that of the input, with\n"
    "                          .o)\n"
    "  -c                      compile and assemble, but do not link\n"
    "  -E, --preprocess-only   preprocess, but do not translate; the result, FILE.ii, can be an\n"
    "                          input in place of the .cu file\n"
    "  -fpch-preprocess        with -E: write the name of the compiled prelude, not its text\n"
    "  --translate-only        show the C++ that a .cu file is translated to\n"
    "  --precompile            compile the prelude of all .cu files, to -o FILE\n"
    "  -I DIR -D NAME[=VALUE] -U NAME -include FILE -isystem DIR\n"
    "                          as in g++\n"
    "  -std=STANDARD           c++11, c++14, c++17, c++20 or c++23 (default c++20, or c++17 if\n"
    "                          the file does not compile as c++20)\n"
    "  -x cu|c++|c             language of all inputs\n"
    "  -l LIB -L DIR           libraries, for the linker\n"
    "  -W... -w                warnings, as in g++\n"
    "  -MD -MMD -MF FILE -MT TARGET\n"
    "                          write the dependencies, for make\n"
    "  -Xcompiler ARG,...      arguments for the host's compiler; -fopenmp is accepted, and runs\n"
    "                          with one thread\n"
    "  --compiler=clang++      use another compiler (default g++)\n"
    "  -rdc=true, -dc          let other files use the __device__ variables of this one\n"
    "  --expt-relaxed-constexpr\n"
    "                          let device code call constexpr functions of the host\n"
    "  -shared                 build a module, from which build/simdevice loads kernels by name;\n"
    "                          with -c, an object for a module\n"
    "  --module-base=ADDRESS   with -shared: load the module at this address, below 4 GiB\n"
    "  -G                      compile for a debugger, without optimisation; SIM_STOP_AT names\n"
    "                          the thread to stop in\n"
    "  --fence                 for graded code: a pointer to a function can lead only to\n"
    "                          functions of the file and to those whose address it takes, and a\n"
    "                          function can return only to its caller\n"
    "  -v, --dryrun            show the commands; --dryrun does not run them\n"
    "\n"
    "-O and -g are accepted and change nothing: the source alone decides what is reported and\n"
    "counted. At run time, SIM_REPORT=FILE writes the findings as JSON, SIM_DEVICE and SIM_ORDER\n"
    "choose the device and the order of the threads, and SIM_EXPLAIN=1 shows the memory accesses\n"
    "and the barriers of each launch.\n";

namespace {

enum class Kind {
    to_preprocessor,
    language,
    linker,
    warning,
    dependency,
    host_arguments,
    separate,
    compile_separate,
    silent,  // has no effect, and none is expected
    no_effect,
    refused,
};

using Flag = bool Options::*;
using Text = std::string Options::*;

/// What an option does: it sets a member, or calls a function.
using Effect = std::variant<Flag, Text, Action, Kind>;

enum class Value { none, joined_or_next, after_equals_or_next };

struct Rule {
    std::string_view name;
    Value value;
    Effect effect;
};

// Options whose value may directly follow the name come last, longest first.
constexpr Rule rules[] = {
    {"-o", Value::joined_or_next, &Options::output},
    {"--output-file", Value::after_equals_or_next, &Options::output},
    {"-c", Value::none, Action::compile},
    {"--compile", Value::none, Action::compile},
    {"-E", Value::none, Action::preprocess},
    {"--preprocess", Value::none, Action::preprocess},
    {"--preprocess-only", Value::none, Action::preprocess},
    {"--translate-only", Value::none, Action::translate},
    {"--precompile", Value::none, Action::precompile},
    {"-fpch-preprocess", Value::none, &Options::short_prelude},
    {"-dc", Value::none, Kind::compile_separate},
    {"--device-c", Value::none, Kind::compile_separate},
    {"-rdc", Value::after_equals_or_next, Kind::separate},
    {"--relocatable-device-code", Value::after_equals_or_next, Kind::separate},
    {"-std", Value::after_equals_or_next, &Options::standard},
    {"--std", Value::after_equals_or_next, &Options::standard},
    {"-x", Value::joined_or_next, Kind::language},
    {"--x", Value::after_equals_or_next, Kind::language},
    {"--compiler", Value::after_equals_or_next, &Options::compiler},
    {"-include", Value::after_equals_or_next, Kind::to_preprocessor},
    {"--pre-include", Value::after_equals_or_next, Kind::to_preprocessor},
    {"-isystem", Value::after_equals_or_next, Kind::to_preprocessor},
    {"--system-include", Value::after_equals_or_next, Kind::to_preprocessor},
    {"--include-path", Value::after_equals_or_next, Kind::to_preprocessor},
    {"--define-macro", Value::after_equals_or_next, Kind::to_preprocessor},
    {"--undefine-macro", Value::after_equals_or_next, Kind::to_preprocessor},
    {"--library", Value::after_equals_or_next, Kind::linker},
    {"--library-path", Value::after_equals_or_next, Kind::linker},
    {"-Xcompiler", Value::after_equals_or_next, Kind::host_arguments},
    {"--compiler-options", Value::after_equals_or_next, Kind::host_arguments},
    {"-MD", Value::none, Kind::dependency},
    {"-MMD", Value::none, Kind::dependency},
    {"-MP", Value::none, Kind::dependency},
    {"-MF", Value::joined_or_next, Kind::dependency},
    {"-MT", Value::joined_or_next, Kind::dependency},
    {"-MQ", Value::joined_or_next, Kind::dependency},
    {"-w", Value::none, Kind::warning},
    {"--disable-warnings", Value::none, Kind::silent},
    {"-v", Value::none, &Options::verbose},
    {"--verbose", Value::none, &Options::verbose},
    {"--dryrun", Value::none, &Options::dry_run},
    {"-dryrun", Value::none, &Options::dry_run},
    {"-h", Value::none, &Options::help},
    {"--help", Value::none, &Options::help},
    {"-V", Value::none, &Options::version},
    {"--version", Value::none, &Options::version},
    {"-g", Value::none, Kind::silent},
    {"-ggdb", Value::none, Kind::silent},
    {"-g3", Value::none, Kind::silent},
    {"--debug", Value::none, Kind::silent},
    {"-pthread", Value::none, Kind::silent},
    {"-m64", Value::none, Kind::silent},
    {"-O", Value::after_equals_or_next, Kind::silent},
    {"--optimize", Value::after_equals_or_next, Kind::silent},
    {"-O0", Value::none, Kind::silent},
    {"-O1", Value::none, Kind::silent},
    {"-O2", Value::none, Kind::silent},
    {"-O3", Value::none, Kind::silent},
    {"-Os", Value::none, Kind::silent},
    {"-Og", Value::none, Kind::silent},
    {"-Ofast", Value::none, Kind::silent},
    {"--fence", Value::none, &Options::fence},
    {"-G", Value::none, &Options::debugger},
    {"--device-debug", Value::none, &Options::debugger},
    {"-lineinfo", Value::none, Kind::no_effect},
    {"--generate-line-info", Value::none, Kind::no_effect},
    {"-arch", Value::after_equals_or_next, Kind::no_effect},
    {"--gpu-architecture", Value::after_equals_or_next, Kind::no_effect},
    {"-code", Value::after_equals_or_next, Kind::no_effect},
    {"--gpu-code", Value::after_equals_or_next, Kind::no_effect},
    {"-gencode", Value::after_equals_or_next, Kind::no_effect},
    {"--generate-code", Value::after_equals_or_next, Kind::no_effect},
    {"-use_fast_math", Value::none, Kind::no_effect},
    {"--use_fast_math", Value::none, Kind::no_effect},
    {"-ftz", Value::after_equals_or_next, Kind::no_effect},
    {"-fmad", Value::after_equals_or_next, Kind::no_effect},
    {"--fmad", Value::after_equals_or_next, Kind::no_effect},
    {"-prec-div", Value::after_equals_or_next, Kind::no_effect},
    {"-prec-sqrt", Value::after_equals_or_next, Kind::no_effect},
    {"-maxrregcount", Value::after_equals_or_next, Kind::no_effect},
    {"--maxrregcount", Value::after_equals_or_next, Kind::no_effect},
    {"-Xptxas", Value::after_equals_or_next, Kind::no_effect},
    {"--ptxas-options", Value::after_equals_or_next, Kind::no_effect},
    {"-Xlinker", Value::after_equals_or_next, Kind::no_effect},
    {"-Xcudafe", Value::after_equals_or_next, Kind::no_effect},
    {"-diag-suppress", Value::after_equals_or_next, Kind::no_effect},
    {"--diag-suppress", Value::after_equals_or_next, Kind::no_effect},
    {"-cudart", Value::after_equals_or_next, Kind::no_effect},
    {"--cudart", Value::after_equals_or_next, Kind::no_effect},
    {"-ccbin", Value::after_equals_or_next, Kind::no_effect},
    {"--compiler-bindir", Value::after_equals_or_next, Kind::no_effect},
    {"-t", Value::after_equals_or_next, Kind::no_effect},
    {"--threads", Value::after_equals_or_next, Kind::no_effect},
    {"-keep", Value::none, Kind::no_effect},
    {"--keep", Value::none, Kind::no_effect},
    {"--ptxas-warnings", Value::none, Kind::no_effect},
    {"-res-usage", Value::none, Kind::no_effect},
    {"-restrict", Value::none, Kind::no_effect},
    {"--restrict", Value::none, Kind::no_effect},
    {"-expt-relaxed-constexpr", Value::none, &Options::relaxed_constexpr},
    {"--expt-relaxed-constexpr", Value::none, &Options::relaxed_constexpr},
    {"-expt-extended-lambda", Value::none, Kind::no_effect},
    {"--expt-extended-lambda", Value::none, Kind::no_effect},
    {"-extended-lambda", Value::none, Kind::no_effect},
    {"--extended-lambda", Value::none, Kind::no_effect},
    {"-allow-unsupported-compiler", Value::none, Kind::no_effect},
    {"--allow-unsupported-compiler", Value::none, Kind::no_effect},
    {"-Xnvlink", Value::after_equals_or_next, Kind::no_effect},
    {"-Xarchive", Value::after_equals_or_next, Kind::no_effect},
    {"--resource-usage", Value::none, Kind::no_effect},
    {"--prec-div", Value::after_equals_or_next, Kind::no_effect},
    {"--prec-sqrt", Value::after_equals_or_next, Kind::no_effect},
    {"--ftz", Value::after_equals_or_next, Kind::no_effect},
    {"--extra-device-vectorization", Value::none, Kind::no_effect},
    {"-extra-device-vectorization", Value::none, Kind::no_effect},
    {"-src-in-ptx", Value::none, Kind::no_effect},
    {"--source-in-ptx", Value::none, Kind::no_effect},
    {"-dopt", Value::after_equals_or_next, Kind::no_effect},
    {"-dlto", Value::none, Kind::no_effect},
    {"--keep-dir", Value::after_equals_or_next, Kind::no_effect},
    {"-keep-dir", Value::after_equals_or_next, Kind::no_effect},
    {"-time", Value::after_equals_or_next, Kind::no_effect},
    {"--diag-error", Value::after_equals_or_next, Kind::no_effect},
    {"-diag-error", Value::after_equals_or_next, Kind::no_effect},
    {"--diag-warn", Value::after_equals_or_next, Kind::no_effect},
    {"-diag-warn", Value::after_equals_or_next, Kind::no_effect},
    {"--display-error-number", Value::none, Kind::no_effect},
    {"-err-no", Value::none, Kind::no_effect},
    {"-split-compile", Value::after_equals_or_next, Kind::no_effect},
    {"--split-compile", Value::after_equals_or_next, Kind::no_effect},
    {"-m", Value::after_equals_or_next, Kind::no_effect},
    {"--machine", Value::after_equals_or_next, Kind::no_effect},
    {"-forward-unknown-to-host-compiler", Value::none, Kind::no_effect},
    {"--forward-unknown-to-host-compiler", Value::none, Kind::no_effect},
    {"--default-stream", Value::after_equals_or_next, Kind::refused},
    {"-default-stream", Value::after_equals_or_next, Kind::refused},
    {"-ptx", Value::none, Kind::refused},
    {"--ptx", Value::none, Kind::refused},
    {"-cubin", Value::none, Kind::refused},
    {"--cubin", Value::none, Kind::refused},
    {"-fatbin", Value::none, Kind::refused},
    {"--fatbin", Value::none, Kind::refused},
    {"-dlink", Value::none, Kind::refused},
    {"-lib", Value::none, Kind::refused},
    {"--lib", Value::none, Kind::refused},
    {"-shared", Value::none, &Options::shared},
    {"--shared", Value::none, &Options::shared},
    {"--module-base", Value::after_equals_or_next, &Options::base},
    {"-I", Value::joined_or_next, Kind::to_preprocessor},
    {"-D", Value::joined_or_next, Kind::to_preprocessor},
    {"-U", Value::joined_or_next, Kind::to_preprocessor},
    {"-L", Value::joined_or_next, Kind::linker},
    {"-l", Value::joined_or_next, Kind::linker},
};

// nvcc's long names for options that g++ calls differently.
constexpr std::array<std::array<std::string_view, 2>, 7> gcc_names = {{
    {"--pre-include", "-include"},
    {"--system-include", "-isystem"},
    {"--include-path", "-I"},
    {"--define-macro", "-D"},
    {"--undefine-macro", "-U"},
    {"--library", "-l"},
    {"--library-path", "-L"},
}};

constexpr std::array<std::string_view, 18> libraries_in_runtime = {
    "cudart",          "cudart_static",   "cuda",
    "cudadevrt",       "nvToolsExt",      "cublas",
    "cublas_static",   "curand",          "curand_static",
    "cufft",           "cufft_static",    "cusolver",
    "cusolver_static", "cusparse",        "cusparse_static",
    "cublasLt",        "cublasLt_static", "culibos"};

constexpr std::array<std::string_view, 3> libraries_not_here = {"cudnn", "nvrtc", "nccl"};

class Parser {
  public:
    explicit Parser(std::span<const std::string> arguments) : arguments_(arguments) {}

    Options run() {
        while (at_ < arguments_.size()) {
            const std::string& argument = arguments_[at_++];
            if (argument.size() > 1 && argument[0] == '-') {
                option(argument);
            } else {
                result_.inputs.push_back({argument, language_of(argument)});
            }
        }
        for (Input& input : result_.inputs) {
            if (forced_ != Language::linker && input.language != Language::linker)
                input.language = forced_;
        }
        return std::move(result_);
    }

  private:
    Language language_of(const std::string& path) const {
        const std::string extension = std::filesystem::path(path).extension().string();
        if (extension == ".cu") return Language::cuda;
        if (extension == ".ii") return Language::preprocessed;
        if (extension == ".cpp" || extension == ".cc" || extension == ".cxx") return Language::cpp;
        if (extension == ".c") return Language::c;
        if (extension == ".o" || extension == ".a" || extension == ".so") return Language::linker;
        if (forced_ != Language::linker) return forced_;
        throw UsageError("don't know what to do with '" + path + "' (say -x cu?)");
    }

    void option(const std::string& argument) {
        for (const Rule& rule : rules) {
            if (!argument.starts_with(rule.name)) continue;
            const std::string rest = argument.substr(rule.name.size());
            if (rest.empty()) {
                return apply(rule, argument, rule.value == Value::none ? "" : next(argument));
            }
            if (rule.value == Value::joined_or_next) return apply(rule, argument, rest);
            if (rule.value == Value::after_equals_or_next && rest[0] == '=') {
                return apply(rule, argument, rest.substr(1));
            }
        }
        if (argument.starts_with("-W")) return warning(argument);
        throw UsageError("unknown option '" + argument + "'");
    }

    std::string next(const std::string& argument) {
        if (at_ == arguments_.size()) throw UsageError("'" + argument + "' needs a value");
        return arguments_[at_++];
    }

    void apply(const Rule& rule, const std::string& argument, const std::string& value) {
        if (const auto* flag = std::get_if<Flag>(&rule.effect)) {
            result_.*(*flag) = true;
        } else if (const auto* text = std::get_if<Text>(&rule.effect)) {
            result_.*(*text) = value;
        } else if (const auto* action = std::get_if<Action>(&rule.effect)) {
            result_.action = *action;
        } else {
            apply(std::get<Kind>(rule.effect), rule, argument, value);
        }
    }

    void apply(Kind kind, const Rule& rule, const std::string& argument, const std::string& value) {
        switch (kind) {
            case Kind::to_preprocessor:
                return to_preprocessor(rule.name, value);
            case Kind::language:
                return language(value);
            case Kind::linker:
                return library(rule.name, value);
            case Kind::warning:
                result_.warnings.push_back(argument);
                return;
            case Kind::dependency:
                return dependency(rule, value);
            case Kind::host_arguments:
                return host_arguments(value);
            case Kind::separate:
                result_.separate_device_code = value == "true";
                return;
            case Kind::compile_separate:
                result_.separate_device_code = true;
                result_.action = Action::compile;
                return;
            case Kind::silent:
                return;
            case Kind::no_effect:
                return no_effect(argument, rule, value);
            case Kind::refused:
                return refuse(rule, value);
        }
    }

    std::string_view gcc_name(std::string_view name) const {
        for (const auto& [nvcc, gcc] : gcc_names) {
            if (name == nvcc) return gcc;
        }
        return name;
    }

    void to_preprocessor(std::string_view name, const std::string& value) {
        result_.preprocessor.emplace_back(gcc_name(name));
        result_.preprocessor.push_back(value);
    }

    void language(const std::string& value) {
        if (value == "cu") {
            forced_ = Language::cuda;
        } else if (value == "c++") {
            forced_ = Language::cpp;
        } else if (value == "c") {
            forced_ = Language::c;
        } else {
            throw UsageError("unknown language '" + value + "' (cu, c++ or c)");
        }
    }

    void library(std::string_view name, const std::string& value) {
        const std::string_view option = gcc_name(name);
        if (option == "-l" && among(libraries_in_runtime, value)) return;
        if (option == "-l" && among(libraries_not_here, value)) {
            throw UsageError("unsupported: the simulator has no " + value + " library");
        }
        result_.inputs.push_back({std::string(option) + value, Language::linker});
    }

    /// nvcc's -Werror takes the kind of warning as a separate value.
    void warning(const std::string& argument) {
        if (argument == "-Werror" && at_ < arguments_.size() && arguments_[at_] == "all-warnings") {
            ++at_;
        }
        result_.warnings.push_back(argument);
    }

    void dependency(const Rule& rule, const std::string& value) {
        result_.dependencies.emplace_back(rule.name);
        if (rule.value != Value::none) result_.dependencies.push_back(value);
    }

    /// `-Xcompiler -Wall,-fPIC`: options that simcc knows are applied; the others have no effect.
    void host_arguments(const std::string& value) {
        std::size_t begin = 0;
        while (begin <= value.size()) {
            const std::size_t end = std::min(value.find(',', begin), value.size());
            const std::string argument = value.substr(begin, end - begin);
            if (argument.starts_with("-W") || argument == "-w") {
                result_.warnings.push_back(argument);
            } else if (argument.starts_with("-D") || argument.starts_with("-I")) {
                result_.preprocessor.push_back(argument);
            } else if (argument == "-fopenmp") {
                result_.openmp = true;
            } else if (!argument.starts_with("-O") && !argument.starts_with("-g") &&
                       !argument.empty()) {
                result_.without_effect.push_back("-Xcompiler " + argument);
            }
            begin = end + 1;
        }
    }

    void no_effect(const std::string& argument, const Rule& rule, const std::string& value) {
        if (rule.name.find("arch") != rule.name.npos || rule.name.find("code") != rule.name.npos)
            architecture(value);
        const bool separate = rule.value != Value::none && argument == rule.name;
        result_.without_effect.push_back(separate ? argument + " " + value : argument);
    }

    /// `sm_90`, `arch=compute_80,code=sm_80`: the newest of several.
    void architecture(const std::string& value) {
        for (const std::string_view prefix : {"sm_", "compute_"}) {
            const std::size_t at = value.find(prefix);
            if (at == value.npos) continue;
            const std::string number =
                std::to_string(std::atoi(value.c_str() + at + prefix.size()));
            const bool first = !named_architecture_;
            named_architecture_ = true;
            if (first || std::stoi(number) * 10 > std::stoi(result_.architecture))
                result_.architecture = number + "0";
        }
    }

    void refuse(const Rule& rule, const std::string& value) {
        if (rule.name.ends_with("default-stream") && value == "legacy") return;
        throw UsageError("unsupported: " + std::string(rule.name) +
                         (value.empty() ? "" : " " + value));
    }

    std::span<const std::string> arguments_;
    std::size_t at_ = 0;
    Language forced_ = Language::linker;  // linker: not forced
    bool named_architecture_ = false;
    Options result_;
};

}  // namespace

Options parse_options(std::span<const std::string> arguments) {
    return Parser(arguments).run();
}

}  // namespace cusim::simcc
