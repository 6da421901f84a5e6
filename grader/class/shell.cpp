#include "class/shell.hpp"

#include <cstdio>

#include "class/files.hpp"

namespace grader::classes {

Said run_command(const std::string& command) {
    FILE* const pipe = popen(("{ " + command + "\n} 2>&1").c_str(), "r");
    if (!pipe) throw ClassError("cannot run " + command);
    std::string words;
    char buffer[4096];
    while (const auto count = std::fread(buffer, 1, sizeof buffer, pipe))
        words.append(buffer, count);
    while (words.ends_with('\n')) words.pop_back();
    return {pclose(pipe), std::move(words)};
}

}  // namespace grader::classes
