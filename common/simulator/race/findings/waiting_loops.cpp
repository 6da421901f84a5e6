#include "simulator/race/findings/waiting_loops.hpp"

#include <algorithm>
#include <vector>

#include "cusim/translated.hpp"
#include "simulator/report/findings/resolve.hpp"

namespace {

struct Lines {
    const char* file;
    int first, last;
};

std::vector<Lines>& loops() {
    static std::vector<Lines> instance;
    return instance;
}

}  // namespace

cusim::WaitingLoop::WaitingLoop(const char* file, int first_line, int last_line) {
    loops().push_back({file, first_line, last_line});
}

namespace cusim::race {

bool is_in_waiting_loop(const void* pc) {
    if (loops().empty()) return false;
    const report::Place place = report::resolve({.pc = pc});
    return std::any_of(loops().begin(), loops().end(), [&](const Lines& lines) {
        return place.line >= lines.first && place.line <= lines.last &&
               report::resolve({.file = lines.file, .line = lines.first}).file == place.file;
    });
}

}  // namespace cusim::race
