// Reads the command line by the table of options.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "simulator/simcc/build_tools.hpp"
#include "simulator/simcc/config.hpp"
#include "simulator/simcc/option_rules.hpp"
#include "simulator/simcc/options.hpp"
#include "simulator/simcc/tokens/words.hpp"

namespace cusim::simcc {

namespace {

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
        result_.forward_unknown = std::ranges::any_of(arguments_, [](const std::string& argument) {
            return argument.ends_with("-forward-unknown-to-host-compiler");
        });
        while (at_ < arguments_.size()) {
            const std::string& argument = arguments_[at_++];
            if (argument.size() > 1 && argument[0] == '-') {
                option(argument);
            } else {
                input(argument);
            }
        }
        for (Input& input : result_.inputs) {
            if (forced_ != Language::linker && input.language != Language::linker)
                input.language = forced_;
        }
        return std::move(result_);
    }

  private:
    using Kind = OptionRule::Kind;
    using Value = OptionRule::Value;

    Language language_of(const std::string& path) const {
        const std::string extension = std::filesystem::path(path).extension().string();
        if (extension == ".cu") return Language::cuda;
        if (extension == ".ii") return Language::preprocessed;
        if (extension == ".cpp" || extension == ".cc" || extension == ".cxx") return Language::cpp;
        if (extension == ".c") return Language::c;
        if (extension == ".o" || extension == ".a" || extension == ".so" ||
            !library_of_file(path).empty())
            return Language::linker;
        if (forced_ != Language::linker) return forced_;
        throw UsageError("don't know what to do with '" + path + "' (say -x cu?)");
    }

    void input(const std::string& path) {
        const Language language = language_of(path);
        if (language == Language::linker && skips_library(library_of_file(path))) return;
        result_.inputs.push_back({path, language});
    }

    void option(const std::string& argument) {
        for (const OptionRule& rule : option_rules()) {
            for (const std::string_view name : rule.names) {
                if (name.empty() || !argument.starts_with(name)) continue;
                if (const auto value = value_of(rule, name, argument))
                    return apply({rule, name, argument, *value});
            }
        }
        if (argument.starts_with("-Wl,"))
            return result_.inputs.push_back({argument, Language::linker});
        if (argument.starts_with("-W")) return warning(argument);
        if (result_.forward_unknown) return host_argument(argument);
        throw UsageError("unknown option '" + argument + "'");
    }

    /// Nothing if the argument is another option, whose name only begins with this one.
    std::optional<std::string> value_of(const OptionRule& rule, std::string_view name,
                                        const std::string& argument) {
        const std::string rest = argument.substr(name.size());
        if (rest.empty()) return rule.value == Value::none ? "" : next(argument);
        if (rule.value == Value::joined && !name.starts_with("--")) return rest;
        if (rule.value != Value::none && rest[0] == '=') return rest.substr(1);
        return std::nullopt;
    }

    std::string next(const std::string& argument) {
        if (at_ == arguments_.size()) throw UsageError("'" + argument + "' needs a value");
        return arguments_[at_++];
    }

    /// An option as it is given.
    struct Given {
        const OptionRule& rule;
        std::string_view name;
        const std::string& argument;
        const std::string& value;

        std::string gcc_name() const { return std::string(rule.names[0]); }
    };

    void apply(const Given& given) {
        const auto& effect = given.rule.effect;
        if (const auto* flag = std::get_if<OptionRule::Flag>(&effect)) {
            result_.*(*flag) = true;
        } else if (const auto* text = std::get_if<OptionRule::Text>(&effect)) {
            result_.*(*text) = given.value;
        } else if (const auto* action = std::get_if<Action>(&effect)) {
            result_.action = *action;
        } else {
            apply(std::get<Kind>(effect), given);
        }
    }

    void apply(Kind kind, const Given& given) {
        switch (kind) {
            case Kind::to_preprocessor:
                if (is_own_folder(given.value)) return;
                result_.preprocessor.push_back(given.gcc_name());
                result_.preprocessor.push_back(given.value);
                return;
            case Kind::language:
                return language(given.value);
            case Kind::linker:
                return library(given.gcc_name(), given.value);
            case Kind::warning:
                result_.warnings.push_back(given.argument);
                return;
            case Kind::dependency:
                result_.dependencies.emplace_back(given.name);
                if (given.rule.value != Value::none) result_.dependencies.push_back(given.value);
                return;
            case Kind::host_arguments:
                return host_arguments(given.value);
            case Kind::separate:
                result_.separate_device_code = given.value == "true";
                return;
            case Kind::compile_separate:
                result_.separate_device_code = true;
                result_.action = Action::compile;
                return;
            case Kind::silent:
                return;
            case Kind::architecture:
                architecture(given.value);
                return no_effect(given);
            case Kind::no_effect:
                return no_effect(given);
            case Kind::default_stream:
                return default_stream(given);
            case Kind::refused:
                return refuse(given);
        }
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

    /// -I of the simulator's headers, which are searched first as it is; g++ would search them last
    /// then.
    static bool is_own_folder(const std::string& folder) {
        std::error_code none;
        return std::filesystem::equivalent(folder, config::include_folder, none);
    }

    static bool skips_library(const std::string& name) {
        if (among(libraries_not_here, name))
            throw UsageError("unsupported: the simulator has no " + name + " library");
        return among(libraries_in_runtime, name);
    }

    void library(const std::string& option, const std::string& value) {
        if (option == "-l" && skips_library(value)) return;
        result_.inputs.push_back({option + value, Language::linker});
    }

    /// nvcc's -Werror takes the kind of warning as a separate value.
    void warning(const std::string& argument) {
        if (argument == "-Werror" && at_ < arguments_.size() && arguments_[at_] == "all-warnings") {
            ++at_;
        }
        result_.warnings.push_back(argument);
    }

    /// `-Xcompiler -Wall,-fPIC`: options that simcc knows are applied; the others have no effect.
    void host_arguments(const std::string& value) {
        std::size_t begin = 0;
        while (begin <= value.size()) {
            const std::size_t end = std::min(value.find(',', begin), value.size());
            host_argument(value.substr(begin, end - begin));
            begin = end + 1;
        }
    }

    void host_argument(const std::string& argument) {
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
    }

    void no_effect(const Given& given) {
        const bool separate = given.rule.value != Value::none && given.argument == given.name;
        result_.without_effect.push_back(separate ? given.argument + " " + given.value
                                                  : given.argument);
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

    void default_stream(const Given& given) {
        if (given.value == "legacy" || given.value == "null") return;
        if (given.value != "per-thread") refuse(given);
        result_.preprocessor.insert(result_.preprocessor.end(),
                                    {"-D", "CUDA_API_PER_THREAD_DEFAULT_STREAM=1"});
    }

    void refuse(const Given& given) {
        throw UsageError("unsupported: " + std::string(given.name) +
                         (given.value.empty() ? "" : " " + given.value));
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
