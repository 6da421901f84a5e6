// simcc: compiles CUDA programs for the simulator.
#include <algorithm>
#include <iostream>

#include "simulator/simcc/build_tools.hpp"
#include "simulator/simcc/driver.hpp"

namespace {

/// Build tools also ask so with arguments that are none.
bool shows_commands(const std::vector<std::string>& arguments) {
    return std::ranges::any_of(arguments, [](const std::string& argument) {
        return argument == "-v" || argument == "--verbose" || argument == "-dryrun" ||
               argument == "--dryrun";
    });
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const auto arguments =
            cusim::simcc::with_option_files(std::vector<std::string>(argv + 1, argv + argc));
        if (shows_commands(arguments)) std::cerr << cusim::simcc::facts_for_build_tools();
        return cusim::simcc::run(cusim::simcc::parse_options(arguments));
    } catch (const std::exception& error) {
        std::cerr << "simcc: error: " << error.what() << '\n';
        return 1;
    }
}
