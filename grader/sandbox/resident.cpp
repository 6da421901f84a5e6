#include "sandbox/resident.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "descriptor.hpp"

namespace grader::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_family = 4096;

void add_children(const fs::path& process, std::vector<pid_t>& family) {
    std::error_code gone;
    for (fs::directory_iterator task(process / "task", gone), end; !gone && task != end;
         task.increment(gone)) {
        std::ifstream children(task->path() / "children");
        for (pid_t child; children >> child && family.size() < largest_family;)
            family.push_back(child);
    }
}

}  // namespace

std::uint64_t resident_bytes(int statm) {
    char text[128] = {};
    if (pread(statm, text, sizeof text - 1, 0) <= 0) return 0;
    const char* second = std::strchr(text, ' ');
    static const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return second ? std::strtoull(second, nullptr, 10) * page : 0;
}

std::uint64_t resident_bytes_of_family(pid_t process) {
    std::vector<pid_t> family{process};
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < family.size(); ++i) {
        const fs::path folder = "/proc/" + std::to_string(family[i]);
        const kit_io::Descriptor statm{open((folder / "statm").c_str(), O_RDONLY | O_CLOEXEC)};
        if (!statm) continue;
        sum += resident_bytes(statm.get());
        add_children(folder, family);
    }
    return sum;
}

}  // namespace grader::sandbox
