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

// The number of bytes of the UTF-8 sequence at the start of `text`; 0 if it is invalid.
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

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = sequence_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

// Byte by byte: the characters of Latin-1 are the first 256 of Unicode.
std::string from_latin_1(std::string_view text) {
    std::string utf8;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80) utf8 += static_cast<char>(0xc0 | byte >> 6);
        utf8 += byte < 0x80 ? c : static_cast<char>(0x80 | (byte & 0x3f));
    }
    return utf8;
}

std::string with_newlines(std::string_view text) {
    std::string lines;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && text.substr(i + 1, 1) == "\n") continue;
        lines += text[i] == '\r' ? '\n' : text[i];
    }
    return lines;
}

void refuse_nul(std::string_view text, const std::string& name) {
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
        throw FileError(name + " is UTF-16; save the file as UTF-8");
    const std::size_t at = text.find('\0');
    if (at == text.npos) return;
    const auto line = 1 + std::ranges::count(text.substr(0, at), '\n');
    throw FileError(name + ":" + std::to_string(line) + ": a NUL byte: this is not a text file");
}

// As an editor shows it: text saved with other encodings or line ends is the same text.
std::string normalised(std::string_view text, const std::string& name) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    refuse_nul(text, name);
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return with_newlines(is_utf8(text) ? std::string(text) : from_latin_1(text));
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
    // Opens neither a link out of the submission nor a pipe that would block.
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
    return normalised(text, name);
}

}  // namespace grader::vet
