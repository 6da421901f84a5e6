// read-sanitizer TOOL SOURCE… : parses what compute-sanitizer's TOOL printed about a program built
// from these source files, and prints the findings as JSON. For the commands in validation/, which
// run the tool themselves.
#include <iostream>
#include <iterator>

#include "report/json.hpp"
#include "sanitizer/parse.hpp"

int main(int argc, char** argv) {
    if (argc < 3) {
        std::cerr << "usage: read-sanitizer TOOL SOURCE...\n";
        return 2;
    }
    const std::string output{std::istreambuf_iterator<char>(std::cin), {}};
    const auto report = grader::sanitizer::parse(argv[1], output, {argv + 2, argv + argc});
    std::cout << grader::report::to_line(report) << '\n';
}
