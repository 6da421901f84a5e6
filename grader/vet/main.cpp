// vetter FILE EXPANDED WORDS [HEADER…]: vets a submitted file, and its preprocessed text unless
// that is "-", inside the sandbox. Prints one line for each problem to stdout, "FILE:LINE: text".
// The exit status is 1 if there are any, and 2 if it could not read something. WORDS is a file with
// the names in all headers that a submission may include; HEADERs are the lab's own files. vetter
// --headers: prints the headers that every submission may include.
#include <iostream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "simulator/simcc/tokens/lexer.hpp"
#include "vet/rules.hpp"
#include "vet/source.hpp"
#include "whole_file.hpp"

namespace {

std::string read(const char* path) {
    auto text = kit_io::read_whole(path);
    if (!text) throw std::runtime_error(std::string(path) + ": cannot be read");
    return std::move(*text);
}

grader::vet::Headers headers(int argc, char** argv) {
    std::istringstream listed(read(argv[3]));
    grader::vet::Headers all{{argv + 4, argv + argc},
                             {std::istream_iterator<std::string>(listed), {}}};
    for (const std::string& name : all.local) {
        if (name == argv[1]) continue;
        const std::string text = read(name.c_str());
        for (const auto& token : cusim::simcc::lex(text, "").tokens) all.words.emplace(token.text);
    }
    return all;
}

grader::vet::Problems vet(int argc, char** argv) {
    const std::string file = argv[1], expanded = argv[2], text = read(argv[1]);
    auto problems = grader::vet::vet_source(text, headers(argc, argv));
    if (problems.empty() && expanded != "-")
        problems = grader::vet::vet_expanded(read(argv[2]), file, text);
    return problems;
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc == 2 && std::string_view(argv[1]) == "--headers") {
        for (const auto name : grader::vet::allowed_headers()) std::cout << name << '\n';
        return 0;
    }
    if (argc < 4) return 2;
    const auto problems = vet(argc, argv);
    for (const auto& problem : problems)
        std::cout << argv[1] << ':' << problem.line << ": " << problem.text << '\n';
    return problems.empty() ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << "vetter: " << error.what() << '\n';
    return 2;
}
