// Runs a program: for the grader, or by hand with its command line.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "runner/arguments.hpp"
#include "runner/backend.hpp"
#include "runner/inputs.hpp"
#include "runner/program.hpp"
#include "runner/protocol.hpp"
#include "runner/serve.hpp"

namespace runner {

namespace {

// The limit for one run by hand: a matrix of a gibibyte.
constexpr std::int64_t most_elements = std::int64_t{1} << 28;
constexpr int could_not_run = 2;

void declare_numbers(CLI::App& app, const std::vector<Number>& numbers,
                     std::map<std::string, int>& values) {
    for (const Number& number : numbers) {
        int& value = values[number.name] = number.preset;
        app.add_option("--" + number.name, value, number.help)
            ->check([number](const std::string& word) {
                return wrong_whole_number(word, number.least, number.most);
            })
            ->capture_default_str();
    }
}

void declare_reals(CLI::App& app, const std::vector<Real>& reals,
                   std::map<std::string, std::vector<double>>& values) {
    for (const Real& real : reals) {
        auto& value = values[real.name] = real.preset;
        app.add_option("--" + real.name, value, real.help)
            ->type_size(static_cast<int>(real.preset.size()))
            ->expected(1)
            ->check(wrong_real)
            ->capture_default_str();
    }
}

void declare_choices(CLI::App& app, const std::vector<Choice>& choices,
                     std::map<std::string, std::string>& chosen) {
    for (const Choice& choice : choices) {
        std::string& word = chosen[choice.name] = choice.words.front();
        app.add_option("--" + choice.name, word, choice.help)
            ->check(CLI::IsMember(choice.words))
            ->capture_default_str();
    }
}

// A file is read when its option is parsed, so that an unreadable one is reported like any wrong
// argument.
void declare_files(CLI::App& app, const std::vector<File>& files,
                   std::map<std::string, std::string>& texts) {
    for (const File& file : files)
        app.add_option_function<std::string>(
            "--" + file.name,
            [&texts, name = file.name](const std::string& path) {
                std::ifstream in(path, std::ios::binary);
                if (!in.is_open() || !std::filesystem::is_regular_file(path))
                    throw CLI::ValidationError("--" + name, "cannot read " + path);
                texts[name] = {std::istreambuf_iterator<char>(in), {}};
            },
            file.help);
}

// The flags that start other runs, and their numbers. The one given is stored in `mode`.
void declare_modes(CLI::App& app, const Program& program, DemonstrationOptions& options,
                   std::map<std::string, int>& numbers, const Program::Mode*& mode) {
    bool any_saves = program.can_save();
    for (const Program::Mode& each : program.modes()) {
        declare_numbers(app, each.numbers, numbers);
        app.add_flag_callback(
            "--" + each.name, [&mode, &each] { mode = &each; }, each.help);
        any_saves = any_saves || each.saves;
    }
    if (any_saves)
        app.add_option("--out", options.out,
                       "folder for the files that this run makes, or the name of a picture");
}

void declare_matrix(CLI::App& app, const Program& program, DemonstrationOptions& options) {
    const auto size = [](const std::string& word) {
        return wrong_whole_number(word, 1, most_elements);
    };
    app.add_option("--rows", options.rows, "n, the number of rows of A")
        ->check(size)
        ->capture_default_str();
    if (!program.is_square())
        app.add_option("--cols", options.cols, "m, the number of columns of A")
            ->check(size)
            ->capture_default_str();
    app.add_option("--inputs", options.inputs,
                   "kind of the inputs: integers, reals, cancellation or zeros")
        ->check([](const std::string& name) -> std::string {
            try {
                input_kind(name);
            } catch (const std::invalid_argument& error) {
                return error.what();
            }
            return {};
        })
        ->capture_default_str();
}

void declare_options(CLI::App& app, const Program& program, DemonstrationOptions& options,
                     std::string& order, std::string& device) {
    app.add_option("--function", options.function, "function of the lab to run")
        ->check(CLI::IsMember(program.function_names()))
        ->capture_default_str();
    if (program.has_matrix()) declare_matrix(app, program, options);
    app.add_option("--seed", options.seed, "seed of the inputs")
        ->check(wrong_seed)
        ->capture_default_str();
    app.add_option("--order", order,
                   std::string("order of the threads on the simulator: ") + orders_of_run +
                       "; witness shows a race changing a value")
        ->check(wrong_order_of_run);
    if (backend::is_simulated())
        app.add_option("--device", device, "device to simulate: h100, p100, k20c, c2050 or mini");
    declare_numbers(app, program.numbers(), options.numbers);
    declare_reals(app, program.reals(), options.reals);
    declare_choices(app, program.choices(), options.choices);
    declare_files(app, program.files(), options.files);
}

std::string gibibytes(double bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GiB", bytes / (1 << 30));
    return text;
}

// Ends a run that is too large with a message, before its memory runs out.
void check_elements(const DemonstrationOptions& options) {
    const std::int64_t elements = std::int64_t{options.rows} * options.cols;
    const auto refuse = [&](const std::string& why) {
        throw CLI::ValidationError("--rows times --cols",
                                   std::to_string(elements) + " elements are too many: " + why);
    };
    if (elements > most_elements) refuse("at most 2^28 (a matrix of a gibibyte) can be asked for");
    const double needed = static_cast<double>(elements) * backend::bytes_per_element();
    const double memory = 0.8 * static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                          static_cast<double>(sysconf(_SC_PAGESIZE));
    const double allowed = std::min(memory, backend::most_bytes());
    if (needed > allowed)
        refuse("on this backend they need some " + gibibytes(needed) + " of memory, and " +
               gibibytes(allowed) + " may be used");
}

}  // namespace

int Program::run(int argc, char** argv) {
    if (const char* channel = std::getenv(channel_variable)) {
        const int number = std::atoi(channel);
        unsetenv(channel_variable);
        return serve(*this, number);
    }
    return run_by_hand(argc, argv);
}

const Program::Demonstration& Program::chosen(const DemonstrationOptions& options) const {
    const auto own = demonstrations_.find(options.function);
    return own == demonstrations_.end() ? demonstration_ : own->second;
}

int Program::run_by_hand(int argc, char** argv) {
    CLI::App app{lab_ + ": " + summary_, lab_};
    DemonstrationOptions options;
    options.function = functions_.empty() ? "" : functions_.front().first;
    options.rows = default_rows_;
    options.cols = default_cols_;
    options.inputs = name_of(InputKind::reals);
    std::string order, device;
    std::map<std::string, int> numbers_of_modes;
    const Mode* mode = nullptr;
    declare_options(app, *this, options, order, device);
    declare_modes(app, *this, options, numbers_of_modes, mode);
    try {
        app.parse(argc, argv);
        if (square_) options.cols = options.rows;
        if (has_matrix_) check_elements(options);
        if (!options.out.empty() && !(mode ? mode->saves : saves_))
            throw CLI::ValidationError("--out", "this run makes no files");
    } catch (const CLI::ExtrasError&) {  // CLI11's own message lists the words in reverse
        return give_up("its program does not know: " + CLI::detail::join(app.remaining(), " ") +
                       "; --help lists what it knows");
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : could_not_run;
    }
    if (!order.empty()) setenv("SIM_ORDER", order.c_str(), 1);
    if (!device.empty()) setenv("SIM_DEVICE", device.c_str(), 1);
    if (mode)
        for (const Number& number : mode->numbers)
            options.numbers[number.name] = numbers_of_modes[number.name];
    return demonstrate(mode ? mode->body : chosen(options), options);
}

int Program::demonstrate(const Demonstration& body, const DemonstrationOptions& options) const {
    if (!body) {
        std::fprintf(stderr, "%s has nothing to show by hand\n", lab_.c_str());
        return could_not_run;
    }
    try {
        return body(options);
    } catch (const std::exception& error) {
        return give_up(error.what());
    }
}

int Program::give_up(const std::string& reason) const {
    std::fprintf(stderr, "%s: %s\n", lab_.c_str(), reason.c_str());
    return could_not_run;
}

}  // namespace runner
