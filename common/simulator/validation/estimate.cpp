// Reads a JSON array of launches, as in the report, and prints the estimates for an H100 as an
// array.
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
