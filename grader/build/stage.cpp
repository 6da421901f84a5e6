#include "build/stage.hpp"

#include <chrono>
#include <cstdlib>
#include <fstream>

#include "build/result.hpp"
#include "whole_file.hpp"

namespace grader::build {

namespace fs = std::filesystem;

namespace {

// Nobody else's folders may be taken for these, as in /tmp.
const std::string prefix = "grader-stage-";

/// Removes the folders of processes that were killed. None is in use for as long as a day.
void remove_abandoned(const fs::path& parent) {
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(24);
    std::error_code gone;  // another process may remove the same
    for (fs::directory_iterator each(parent, gone), end; !gone && each != end;
         each.increment(gone)) {
        std::error_code ignored;
        if (each->path().filename().string().starts_with(prefix) &&
            each->last_write_time(ignored) < long_ago && !ignored)
            fs::remove_all(each->path(), ignored);
    }
}

}  // namespace

Stage::Stage(const fs::path& parent) {
    fs::create_directories(parent);
    remove_abandoned(parent);
    std::string path = (parent / (prefix + "XXXXXX")).string();
    if (!mkdtemp(path.data())) throw BuildError("cannot make a folder in " + parent.string());
    root_ = path;
    // The sandbox's user must be able to reach what is shown to it, but not to list this folder.
    fs::permissions(root_, fs::perms(0711));
}

Stage::~Stage() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
}

std::string read_file(const fs::path& path) {
    auto text = kit_io::read_whole(path);
    if (!text) throw BuildError("cannot read " + path.string());
    return std::move(*text);
}

void write_file(const fs::path& path, std::string_view text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) throw BuildError("cannot write " + path.string());
}

}  // namespace grader::build
