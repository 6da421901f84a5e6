#include "build/cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "build/stage.hpp"

namespace grader::build {
namespace {

namespace fs = std::filesystem;

std::string stamp_of(const fs::path& file) {
    return fmt::format("{} {} {}\n", file.string(), fs::file_size(file),
                       fs::last_write_time(file).time_since_epoch().count());
}

struct Entry {
    fs::path path;
    fs::file_time_type used;
    std::uintmax_t bytes;
};

std::uintmax_t bytes_of(const fs::path& folder) {
    std::uintmax_t sum = 0;
    std::error_code gone;
    for (fs::directory_iterator each(folder, gone), end; !gone && each != end;
         each.increment(gone)) {
        std::error_code no_file;
        const auto size = each->file_size(no_file);
        if (!no_file) sum += size;
    }
    return sum;
}

}  // namespace

void prune(const fs::path& folder, const Bounds& bounds) {
    std::error_code gone;  // another grader may remove it, too
    std::vector<Entry> entries;
    std::uintmax_t bytes = 0;
    for (fs::directory_iterator each(folder, gone), end; !gone && each != end;
         each.increment(gone)) {
        std::error_code vanished;
        const auto used = fs::last_write_time(each->path(), vanished);
        if (vanished) continue;  // another grader may store it anew right now
        entries.push_back({each->path(), used, bytes_of(each->path())});
        bytes += entries.back().bytes;
    }
    std::ranges::sort(entries, {}, &Entry::used);
    const auto now = fs::file_time_type::clock::now();
    for (const Entry& entry : entries) {
        const auto unused = now - entry.used;
        if (unused < bounds.safe || (unused < bounds.unused && bytes <= bounds.bytes)) return;
        fs::remove_all(entry.path, gone);
        bytes -= entry.bytes;
    }
}

std::string stamp(const std::vector<fs::path>& parts) {
    std::vector<std::string> lines;
    for (const fs::path& part : parts) {
        if (!fs::is_directory(part)) {
            lines.push_back(stamp_of(part));
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(part))
            if (entry.is_regular_file()) lines.push_back(stamp_of(entry.path()));
    }
    std::ranges::sort(lines);  // folders list their files in no order
    std::string text;
    for (const auto& line : lines) text += line;
    return text;
}

Cache::Cache(const fs::path& folder, std::string inputs)
    : folder_(folder),
      entry_(folder / fmt::format("{:016x}", std::hash<std::string>{}(inputs))),
      inputs_(std::move(inputs)) {}

std::optional<Result> Cache::find() const {
    try {
        if (read_file(entry_ / "inputs") != inputs_) return std::nullopt;
        Result result{entry_ / "program", "", read_file(entry_ / "words")};
        if (!fs::is_regular_file(result.program)) return std::nullopt;
        std::error_code not_ours;
        fs::last_write_time(entry_, fs::file_time_type::clock::now(), not_ours);  // it is in use
        return result;
    } catch (const BuildError&) {  // there is no such entry
        return std::nullopt;
    }
}

Result Cache::keep(Result result, const Sources& sources) const {
    Stage entry(folder_);
    for (const auto& [name, text] : sources) {
        const fs::path file = entry.root() / "source" / name;
        fs::create_directories(file.parent_path());
        write_file(file, text);
    }
    write_file(entry.root() / "inputs", inputs_);
    write_file(entry.root() / "words", result.details);
    fs::rename(result.program, entry.root() / "program");
    fs::permissions(entry.root() / "program", fs::perms(0755));
    result.program = entry_ / "program";
    fs::permissions(entry.root(), fs::perms(0755));
    std::error_code taken;
    for (int attempt = 0; attempt < 3; ++attempt) {
        fs::rename(entry.root(), entry_, taken);
        if (!taken) {
            prune(folder_, {});
            return result;
        }
        // Another grader has stored the same entry meanwhile, and may already run its program.
        if (auto theirs = find()) return *theirs;
        fs::remove_all(entry_, taken);
    }
    throw BuildError("cannot write " + entry_.string());
}

}  // namespace grader::build
