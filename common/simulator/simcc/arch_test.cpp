#include "simulator/simcc/arch_test.hpp"

#include <fstream>
#include <iterator>

namespace cusim::simcc {
namespace {

bool tests_arch(std::string_view directive) {
    std::size_t i = directive.find_first_not_of("# \t");
    if (i == directive.npos) return false;
    const std::string_view word = directive.substr(i);
    return (word.starts_with("if") || word.starts_with("elif")) &&
           word.find("__CUDA_ARCH__") != word.npos;
}

}  // namespace

Diagnostics warn_of_arch_tests(const Tokens& preprocessed, std::string_view own_headers) {
    Diagnostics found;
    for (const SourceFile& file : preprocessed.files) {
        if (file.system || file.name.starts_with('<') || file.name.ends_with("//") ||
            (!own_headers.empty() && file.name.starts_with(own_headers))) {
            continue;
        }
        std::ifstream in(file.name, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        if (text.find("__CUDA_ARCH__") == text.npos) continue;
        for (const Directive& directive : lex(text, file.name).directives) {
            if (!tests_arch(directive.text)) continue;
            found.push_back({Severity::warning, file.name, directive.line,
                             "__CUDA_ARCH__ is not defined on the simulator: host and device code "
                             "are compiled once, together"});
        }
    }
    return found;
}

}  // namespace cusim::simcc
