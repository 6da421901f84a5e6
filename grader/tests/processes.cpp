#include "tests/processes.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace processes {
namespace {

namespace fs = std::filesystem;

/// In /proc/PID/stat, the name is in parentheses, and may contain parentheses itself; the parent is
/// the second field after it.
void add_process(const fs::path& folder, std::multimap<pid_t, Process>& by_parent) {
    std::ifstream in(folder / "stat");
    std::string text;
    std::getline(in, text, '\0');  // empty if the process has ended meanwhile
    const auto begin = text.find('('), end = text.rfind(')');
    if (end == text.npos) return;
    std::istringstream rest(text.substr(end + 1));
    std::string state;
    pid_t parent = 0;
    if (rest >> state >> parent)
        by_parent.emplace(parent, Process{static_cast<pid_t>(std::stoi(folder.filename().string())),
                                          text.substr(begin + 1, end - begin - 1)});
}

}  // namespace

std::vector<Process> descendants_of(pid_t ancestor) {
    std::multimap<pid_t, Process> by_parent;
    std::error_code gone;
    for (fs::directory_iterator each("/proc", gone), end; !gone && each != end;
         each.increment(gone)) {
        const auto name = each->path().filename().string();
        if (name.find_first_not_of("0123456789") == name.npos) add_process(each->path(), by_parent);
    }
    std::vector<Process> found;
    std::vector<pid_t> parents{ancestor};
    while (!parents.empty()) {
        const auto [begin, end] = by_parent.equal_range(parents.back());
        parents.pop_back();
        for (auto each = begin; each != end; ++each) {
            found.push_back(each->second);
            parents.push_back(each->second.id);
        }
    }
    return found;
}

}  // namespace processes
