#include "vet/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "descriptor.hpp"

namespace grader::vet {
namespace {

// How many bytes the UTF-8 sequence at the start of `text` has; 0 when it is none.
std::size_t sequence_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
    std::uint32_t code = first & (0x7f >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
        code = code << 6 | (byte(i) & 0x3f);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return overlong || surrogate || code > 0x10ffff ? 0 : length;
}

void check_bytes(const std::string& text, const std::string& name) {
    std::size_t line = 1;
    const auto here = [&] { return name + ":" + std::to_string(line) + ": "; };
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\0') throw FileError(here() + "a NUL byte: this is not a text file");
        if (text[at] == '\n') ++line;
        const std::size_t length = sequence_length(std::string_view(text).substr(at));
        if (length == 0) throw FileError(here() + "not valid UTF-8; save the file as UTF-8");
        at += length;
    }
}

std::string read_up_to(int fd, std::size_t limit) {
    std::string text(limit, '\0');
    std::size_t size = 0;
    while (size < limit) {
        const ssize_t n = read(fd, text.data() + size, limit - size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        size += static_cast<std::size_t>(n);
    }
    text.resize(size);
    return text;
}

}  // namespace

std::string take_source(const std::filesystem::path& folder, const std::string& name) {
    // Neither a link out of the submission nor a pipe to wait on.
    if (is_symlink(symlink_status(folder)))
        throw FileError(folder.filename().string() + " is a link; hand in the folder itself");
    const kit_io::Descriptor inside{
        open(folder.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    const kit_io::Descriptor file{
        inside ? openat(inside.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
               : -1};
    if (!file && errno == ELOOP) throw FileError(name + " is a link; hand in the file itself");
    if (!file && errno == ENOENT) throw FileError(name + " is missing");
    if (!file) throw FileError(name + " cannot be read: " + std::strerror(errno));
    struct stat status {};
    if (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
        throw FileError(name + " is not a file");
    const std::string text = read_up_to(file.get(), max_source_bytes + 1);
    if (text.empty()) throw FileError(name + " is empty");
    if (text.size() > max_source_bytes) throw FileError(name + " is larger than 1 MiB");
    check_bytes(text, name);
    return text;
}

}  // namespace grader::vet
