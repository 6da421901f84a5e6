// Reads launches as in the JSON report, an array, and prints the H100's estimates, an array too.
#include <iostream>
#include <iterator>

#include "simulator/device/launch_work.hpp"

int main() try {
    using namespace cusim::device;
    const std::string launches{std::istreambuf_iterator<char>(std::cin), {}};
    std::cout << estimates_of(launches, *find_profile("h100")) << '\n';
} catch (const std::exception& error) {
    std::cerr << "estimate: " << error.what() << '\n';
    return 2;
}
