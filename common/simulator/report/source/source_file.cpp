#include "simulator/report/source/source_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace cusim::report {

std::string text_of_file(const std::filesystem::path& path, std::size_t most) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    struct stat status {};
    std::string text;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
        text.resize(std::min(most, static_cast<std::size_t>(status.st_size)));
        std::size_t have = 0;
        ssize_t got = 1;
        while (have < text.size() && got > 0) {
            got = read(file, text.data() + have, text.size() - have);
            if (got > 0) have += static_cast<std::size_t>(got);
        }
        text.resize(have);
    }
    close(file);
    return text;
}

}  // namespace cusim::report
