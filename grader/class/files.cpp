#include "class/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <optional>

#include "class/letters.hpp"
#include "class/names.hpp"
#include "class/unpack.hpp"
#include "descriptor.hpp"
#include "report/text.hpp"

namespace grader::classes {
namespace {

namespace fs = std::filesystem;
using report::printable_name;

constexpr int deepest = 16;
constexpr std::size_t most_files = 5000;
constexpr std::size_t longest_source = 2u << 20;  // more than any lab needs
constexpr std::size_t longest_archive = 256u << 20;

bool is_debris_of_systems(const std::string& name) {
    return name.starts_with('.') || name == "__MACOSX" || name == "__pycache__";
}

/// Opens a file without following links; returns nothing if it is no regular file.
kit_io::Descriptor open_regular(const fs::path& path, std::size_t& size) {
    kit_io::Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat about {};
    if (!file || fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode)) return {};
    size = static_cast<std::size_t>(about.st_size);
    return file;
}

std::string read_all(int file, std::size_t most) {
    std::string text;
    char buffer[1 << 16];
    while (text.size() < most) {
        const auto count = read(file, buffer, std::min(sizeof buffer, most - text.size()));
        if (count <= 0) break;
        text.append(buffer, static_cast<std::size_t>(count));
    }
    return text;
}

constexpr const char* not_followed = " is a link, which is not followed";

class Reader {
  public:
    Reader(Upload& upload, const sandbox::Sandbox& sandbox) : upload_(upload), sandbox_(sandbox) {}

    void folder(const fs::path& path, const std::string& name, int depth) {
        std::error_code unreadable;
        std::vector<fs::directory_entry> entries;
        for (const auto& entry : fs::directory_iterator(path, unreadable)) entries.push_back(entry);
        if (unreadable) trouble(name, " cannot be read: " + unreadable.message());
        std::ranges::sort(entries);
        for (const auto& entry : entries) {
            const auto own = entry.path().filename().string();
            const auto whole = name.empty() ? own : name + "/" + own;
            if (is_debris_of_systems(own)) continue;
            if (entry.is_symlink())
                trouble(whole, not_followed);
            else if (entry.is_directory() && depth < deepest)
                folder(entry.path(), whole, depth + 1);
            else
                file(entry.path(), whole);
        }
    }

    void file(const fs::path& path, const std::string& name) {
        if (!is_taken(name)) return leave(name);
        std::size_t size = 0;
        const auto opened = open_regular(path, size);
        const bool packed = is_archive(name);
        if (!opened) return trouble(name, " is not a file that can be read");
        if (size > (packed ? longest_archive : longest_source))
            return trouble(name, " is too large");
        if (packed && size == 0) return trouble(name, " is empty");
        if (packed) return archive(opened.get(), name, 0);
        add({name, read_all(opened.get(), longest_source)});
    }

    /// Adds the number of ignored files that are not listed by name.
    void finish() {
        std::ranges::sort(upload_.files, {}, &File::path);
        std::ranges::sort(upload_.others);
        if (left_out_ > 0) upload_.others.push_back(files_more(left_out_));
    }

  private:
    void archive(int opened, const std::string& name, int depth) {
        auto unpacked = unpack(opened, sandbox_);
        if (!unpacked.trouble.empty()) trouble(name, " cannot be unpacked: " + unpacked.trouble);
        for (const auto& left : unpacked.others) leave(name + "/" + left);
        for (const auto& link : unpacked.links) trouble(name + "/" + link, not_followed);
        for (auto& file : unpacked.files) {
            const auto whole = name + "/" + file.path;
            if (!is_archive(file.path)) {
                add({whole, std::move(file.content)});
            } else if (depth == 0) {
                archive(memory_file(file.content).get(), whole, depth + 1);
            } else {
                trouble(whole, " is an archive in an archive in an archive");
            }
        }
    }

    static bool is_taken(const std::string& name) {
        return is_archive(name) || may_be_handed_in(name);
    }

    /// A packed file of an unknown kind may contain the work, which is then not missing.
    void leave(const std::string& name) {
        if (is_packed_otherwise(name))
            trouble(name, " is packed in a way that is not read: .zip, .7z and .tar.gz are");
        if (upload_.others.size() < most_files)
            upload_.others.push_back(printable_name(name));
        else
            ++left_out_;
    }

    void add(File file) {
        file.path = printable_name(file.path);
        if (upload_.files.size() < most_files)
            upload_.files.push_back(std::move(file));
        else if (upload_.files.size() == most_files)
            trouble("", "more than " + std::to_string(most_files) + " files");
    }

    void trouble(const std::string& path, const std::string& reason) {
        Trouble trouble{printable_name(path), printable_name(reason)};
        if (!std::ranges::count(upload_.troubles, trouble))
            upload_.troubles.push_back(std::move(trouble));
    }

    Upload& upload_;
    std::size_t left_out_ = 0;
    const sandbox::Sandbox& sandbox_;
};

/// Returns nothing for a link, and for a file that is neither an archive nor named after a student.
std::optional<std::string> owner_of(const fs::directory_entry& entry, const std::string& name) {
    if (entry.is_symlink()) return std::nullopt;
    if (const auto student = student_in_download(name)) return printable_name(*student);
    if (entry.is_directory()) return printable_name(name);
    if (!entry.is_regular_file()) return std::nullopt;
    if (is_archive(name)) return printable_name(without_archive_ending(name));
    if (is_packed_otherwise(name)) return printable_name(name.substr(0, name.rfind('.')));
    return std::nullopt;
}

}  // namespace

Entries entries_of(const fs::path& folder, const fs::path& except) {
    if (fs::exists(folder) && !fs::is_directory(folder))
        throw ClassError(folder.string() + " is no folder: unpack the download first");
    if (!fs::is_directory(folder)) throw ClassError("there is no folder " + folder.string());
    Entries entries;
    std::map<std::string, Entry> students;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const auto name = entry.path().filename().string();
        if (is_debris_of_systems(name)) continue;
        std::error_code gone;
        if (fs::equivalent(entry.path(), except, gone)) continue;
        const auto student = owner_of(entry, name);
        if (!student) {
            entries.others.push_back(printable_name(name));
            continue;
        }
        students[composed(*student)].paths.push_back(entry.path());
    }
    for (auto& [name, entry] : students) {
        entry.student = name;
        std::ranges::sort(entry.paths);
        entries.students.push_back(std::move(entry));
    }
    std::ranges::sort(entries.others);
    return entries;
}

Upload read_upload(const Entry& entry, const sandbox::Sandbox& sandbox) {
    Upload upload;
    Reader reader(upload, sandbox);
    for (const auto& path : entry.paths) {
        if (fs::is_directory(path))
            reader.folder(path, "", 0);
        else
            reader.file(path, path.filename().string());
    }
    reader.finish();
    return upload;
}

bool is_archive(std::string_view name) {
    return without_archive_ending(name).size() < name.size();
}

}  // namespace grader::classes
