// Prints what the archive on descriptor 8 contains, for unpack.cpp. Runs in confinement and writes
// no file, so names in an archive have no effect.
#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "class/files.hpp"
#include "class/names.hpp"

namespace {

constexpr int archive_fd = 8;
constexpr std::size_t longest_name = 4096;
constexpr std::size_t longest_file = 16u << 20;
constexpr int most_files = 20000;
constexpr std::size_t most_names = 1000;  // of files that are left out

void print(const std::string& head, std::string_view first, std::string_view second = {}) {
    std::fputs(head.c_str(), stdout);
    std::fwrite(first.data(), 1, first.size(), stdout);
    std::fwrite(second.data(), 1, second.size(), stdout);
}

void print_name(std::string_view name) {
    print("N " + std::to_string(name.size()) + "\n", name);
}

void print_link(std::string_view name) {
    print("L " + std::to_string(name.size()) + "\n", name);
}

[[noreturn]] void give_up(std::string_view why) {
    print("T " + std::to_string(why.size()) + "\n", why);
    std::fflush(stdout);
    std::_Exit(0);
}

/// For names in an archive: what systems leave there, and hidden files and folders.
bool is_debris(std::string_view name) {
    while (!name.empty()) {
        const auto part = name.substr(0, name.find('/'));
        if (part == "__MACOSX") return true;
        if (part.starts_with('.') && part != "." && part != "..") return true;
        name.remove_prefix(std::min(part.size() + 1, name.size()));
    }
    return false;
}

bool is_link(archive_entry* entry) {
    return archive_entry_filetype(entry) == AE_IFLNK || archive_entry_hardlink(entry) ||
           archive_entry_symlink(entry);
}

/// A file or link that a person made, whatever its extension.
bool is_work(archive_entry* entry, const std::string& name) {
    if (archive_entry_filetype(entry) != AE_IFREG && !is_link(entry)) return false;
    if (name.empty() || name.size() > longest_name) return false;
    return !is_debris(name);
}

bool is_wanted(const std::string& name) {
    using namespace grader::classes;
    return may_be_handed_in(name) || without_archive_ending(name) != name;
}

std::string content_of(archive* from, const std::string& name) {
    std::string content;
    char buffer[1 << 16];
    while (true) {
        const auto count = archive_read_data(from, buffer, sizeof buffer);
        if (count == 0) return content;
        if (count < 0) give_up(name + ": " + archive_error_string(from));
        content.append(buffer, static_cast<std::size_t>(count));
        if (content.size() > longest_file) give_up(name + " is too large");
    }
}

archive* opened() {
    archive* from = archive_read_new();
    archive_read_support_format_zip(from);
    archive_read_support_format_tar(from);
    archive_read_support_format_7zip(from);
    archive_read_support_filter_gzip(from);
    archive_read_support_filter_bzip2(from);
    archive_read_support_filter_xz(from);
    archive_read_support_filter_zstd(from);
    if (archive_read_open_fd(from, archive_fd, 1 << 16) != ARCHIVE_OK)
        give_up(archive_error_string(from));
    return from;
}

}  // namespace

int main() {
    std::setlocale(LC_ALL, "C.UTF-8");
    archive* const from = opened();
    archive_entry* entry = nullptr;
    std::size_t left = 0;
    for (int count = 0;; ++count) {
        const int status = archive_read_next_header(from, &entry);
        if (status == ARCHIVE_EOF) break;
        if (status < ARCHIVE_WARN) give_up(archive_error_string(from));
        if (count == most_files) give_up("it holds too many files");
        const char* path = archive_entry_pathname(entry);
        const std::string name(path ? path : "");
        if (!is_work(entry, name)) continue;
        if (!is_wanted(name)) {
            if (left++ < most_names) print_name(name);
            continue;
        }
        if (is_link(entry)) {
            print_link(name);
            continue;
        }
        const auto content = content_of(from, name);
        print("F " + std::to_string(name.size()) + " " + std::to_string(content.size()) + "\n",
              name, content);
    }
    if (left > most_names) print_name(grader::classes::files_more(left - most_names));
    std::fputs("E\n", stdout);
    return std::fflush(stdout) == 0 ? 0 : 1;
}
