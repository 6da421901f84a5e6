// vetter FILE EXPANDED [HEADER…]: vets a submitted file, and its preprocessed text unless that is
// "-", inside the sandbox. One line a problem on stdout, "FILE:LINE: text"; exit status 1 when
// there are any, 2 when it could not look. HEADERs are the lab's own files.
#include <fstream>
#include <iostream>
#include <iterator>

#include "vet/source.hpp"

namespace {

std::string read(const char* path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(std::string(path) + ": cannot be read");
    return {std::istreambuf_iterator<char>(file), {}};
}

grader::vet::Problems vet(int argc, char** argv) {
    const std::string file = argv[1], expanded = argv[2];
    auto problems = grader::vet::vet_source(read(argv[1]), {argv + 3, argv + argc});
    if (problems.empty() && expanded != "-")
        problems = grader::vet::vet_expanded(read(argv[2]), {file});
    return problems;
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc < 3) return 2;
    const auto problems = vet(argc, argv);
    for (const auto& problem : problems)
        std::cout << argv[1] << ':' << problem.line << ": " << problem.text << '\n';
    return problems.empty() ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << "vetter: " << error.what() << '\n';
    return 2;
}
