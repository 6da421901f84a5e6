#include "class/digest.hpp"

#include <fmt/format.h>
#include <nettle/sha2.h>

#include <algorithm>
#include <array>
#include <set>

#include "build/stage.hpp"

namespace grader::classes {
namespace {

namespace fs = std::filesystem;

bool decides_marks(const fs::path& file) {
    static const std::set<std::string> endings{".cpp", ".hpp", ".cu",  ".cuh",  ".h",     ".py",
                                               ".sh",  ".in",  ".mtx", ".toml", ".build", ""};
    return endings.contains(file.extension().string());
}

bool is_skipped(const fs::path& folder) {
    static const std::set<std::string> names{"tests", "validation", "submissions", "skeletons",
                                             "__pycache__"};
    const auto name = folder.filename().string();
    return names.contains(name) || name.starts_with('.');
}

void add_folder(const lab::Kit& kit, const fs::path& folder, std::vector<File>& files) {
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.is_directory() && entry.path() != kit.build && !is_skipped(entry.path()))
            add_folder(kit, entry.path(), files);
        else if (entry.is_regular_file() && decides_marks(entry.path()))
            files.push_back({entry.path().lexically_relative(kit.source).string(),
                             build::read_file(entry.path())});
    }
}

/// Excludes the files that students edit, which are not part of the kit.
void add_lab(const lab::Kit& kit, const lab::Lab& lab, std::vector<File>& files) {
    std::vector<File> own;
    add_folder(kit, lab.folder, own);
    for (auto& file : own) {
        const auto name = fs::path(file.path).filename().string();
        if (!std::ranges::count(lab.handed_in(), name)) files.push_back(std::move(file));
    }
}

}  // namespace

std::string digest(std::string_view bytes) {
    sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> sum;
    sha256_digest(&context, sum.size(), sum.data());
    std::string text;
    for (const auto byte : sum) text += fmt::format("{:02x}", byte);
    return text;
}

std::string digest(const std::vector<File>& files) {
    std::string all;
    for (const auto& file : files)
        all += fmt::format("{} {}\n{}{}", file.path.size(), file.content.size(), file.path,
                           file.content);
    return digest(all);
}

std::string kit_version(const lab::Kit& kit) {
    std::vector<File> files;
    for (const char* folder : {"common", "grader", "hidden"})
        if (fs::exists(kit.source / folder)) add_folder(kit, kit.source / folder, files);
    for (const auto& slug : kit.slugs) add_lab(kit, lab::load(kit.labs() / slug), files);
    files.push_back({"meson.build", build::read_file(kit.source / "meson.build")});
    std::ranges::sort(files, {}, &File::path);
    return digest(files).substr(0, 16);
}

}  // namespace grader::classes
