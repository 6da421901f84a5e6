// simcc: compiles CUDA programs for the simulator.
#include <iostream>

#include "simulator/simcc/driver.hpp"

int main(int argc, char** argv) {
    try {
        const std::vector<std::string> arguments(argv + 1, argv + argc);
        return cusim::simcc::run(cusim::simcc::parse_options(arguments));
    } catch (const std::exception& error) {
        std::cerr << "simcc: error: " << error.what() << '\n';
        return 1;
    }
}
