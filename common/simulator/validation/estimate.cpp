// Reads launches as in the JSON report, an array, and prints the H100's estimates, an array too.
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "simulator/device/launch_work.hpp"

int main() try {
    using namespace cusim::device;
    nlohmann::json estimates = nlohmann::json::array();
    const std::string launches{std::istreambuf_iterator<char>(std::cin), {}};
    for (const nlohmann::json kernels = json_text::parse(launches); const auto& kernel : kernels) {
        const Estimate made = estimate(*find_profile("h100"), work_of(kernel).value());
        estimates.push_back({{"microseconds", made.microseconds},
                             {"least", made.least_microseconds},
                             {"bound", describe(made.bound)}});
    }
    std::cout << json_text::write(estimates) << '\n';
} catch (const std::exception& error) {
    std::cerr << "estimate: " << error.what() << '\n';
    return 2;
}
