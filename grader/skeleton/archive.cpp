#include "skeleton/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "skeleton/derive.hpp"

namespace grader::skeleton {
namespace {

// 1 January 2000. Any fixed time would do, but zip cannot represent one before 1980.
constexpr time_t fixed_time = 946684800;

bool set_format(archive* archive, const std::filesystem::path& file) {
    const auto name = file.filename().string();
    return archive_write_set_format_filter_by_ext(archive, name.c_str()) == ARCHIVE_OK;
}

}  // namespace

std::string wrong_archive_name(const std::string& file) {
    const std::unique_ptr<archive, int (*)(archive*)> tried(archive_write_new(),
                                                            archive_write_free);
    if (set_format(tried.get(), file)) return {};
    return fmt::format("{}: the name must end in .tar, .tar.gz, .tar.xz or .zip",
                       std::filesystem::path(file).filename().string());
}

Archive::Archive(std::filesystem::path file)
    : file_(std::move(file)), partial_(file_), archive_(archive_write_new()) {
    partial_ += ".partial";
    if (!set_format(archive_, file_)) {
        archive_write_free(archive_);
        throw SkeletonError(wrong_archive_name(file_));
    }
    // otherwise gzip stores the current time
    archive_write_set_options(archive_, "gzip:!timestamp");
    if (archive_write_open_filename(archive_, partial_.c_str()) != ARCHIVE_OK) {
        const auto reason = std::string(archive_error_string(archive_));
        archive_write_free(archive_);
        throw SkeletonError(fmt::format("cannot write {}: {}", file_.string(), reason));
    }
}

Archive::~Archive() {
    if (!archive_) return;
    archive_write_free(archive_);
    std::error_code ignored;
    std::filesystem::remove(partial_, ignored);
}

void Archive::check(int status) const {
    if (status != ARCHIVE_OK) {
        throw SkeletonError(
            fmt::format("cannot write {}: {}", file_.string(), archive_error_string(archive_)));
    }
}

void Archive::add(const std::string& name, std::string_view content, bool executable) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), executable ? 0755 : 0644);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content.size()));
    archive_entry_set_mtime(entry.get(), fixed_time, 0);
    check(archive_write_header(archive_, entry.get()));
    if (archive_write_data(archive_, content.data(), content.size()) !=
        static_cast<la_ssize_t>(content.size())) {
        check(ARCHIVE_FATAL);
    }
}

void Archive::finish() {
    check(archive_write_close(archive_));
    archive_write_free(std::exchange(archive_, nullptr));
    std::filesystem::rename(partial_, file_);
}

}  // namespace grader::skeleton
