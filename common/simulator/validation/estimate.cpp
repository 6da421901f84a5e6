// Reads launches as in the JSON report, an array, and prints the H100's estimates, an array too.
#include <iostream>
#include <nlohmann/json.hpp>

#include "simulator/device/launch_work.hpp"

int main() try {
    using namespace cusim::device;
    nlohmann::json estimates = nlohmann::json::array();
    for (const nlohmann::json kernels = nlohmann::json::parse(std::cin);
         const auto& kernel : kernels) {
        const Estimate made = estimate(*find_profile("h100"), work_of(kernel).value());
        estimates.push_back({{"microseconds", made.microseconds},
                             {"least", made.least_microseconds},
                             {"bound", describe(made.bound)}});
    }
    std::cout << estimates << '\n';
} catch (const std::exception& error) {
    std::cerr << "estimate: " << error.what() << '\n';
    return 2;
}
