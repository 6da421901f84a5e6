// read-sanitizer TOOL SOURCE… : reads what compute-sanitizer's TOOL printed about a program made of
// these source files, and prints the findings as JSON. For the validation's commands, which run the
// tool themselves.
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "sanitizer/parse.hpp"

int main(int argc, char** argv) {
    if (argc < 3) {
        std::cerr << "usage: read-sanitizer TOOL SOURCE...\n";
        return 2;
    }
    const std::string output{std::istreambuf_iterator<char>(std::cin), {}};
    const auto report = grader::sanitizer::parse(argv[1], output, {argv + 2, argv + argc});
    nlohmann::json findings = nlohmann::json::array();
    for (const auto& finding : report.findings)
        findings.push_back({{"kind", finding.kind},
                            {"file", finding.file},
                            {"line", finding.line},
                            {"count", finding.count}});
    std::cout << json_text::write({{"findings", findings}, {"troubles", report.troubles}}) << '\n';
}
