#include "simulator/race/findings/waiting_loops.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "cusim/translated.hpp"
#include "simulator/report/findings/resolve.hpp"

namespace {

struct Lines {
    std::string_view file;
    int first, last;
};

std::vector<Lines>& loops() {
    static std::vector<Lines> instance;
    return instance;
}

// The form of file names that report::resolve() returns.
std::string_view without_dot(std::string_view file) {
    return file.starts_with("./") ? file.substr(2) : file;
}

}  // namespace

cusim::WaitingLoop::WaitingLoop(const char* file, int first_line, int last_line) {
    loops().push_back({without_dot(file), first_line, last_line});
}

namespace cusim::race {

bool is_in_waiting_loop(const void* pc) {
    if (loops().empty()) return false;
    const report::Place place = report::resolve({.pc = pc});
    return std::any_of(loops().begin(), loops().end(), [&](const Lines& lines) {
        return lines.file == place.file && place.line >= lines.first && place.line <= lines.last;
    });
}

}  // namespace cusim::race
