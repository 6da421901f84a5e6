// Writes an archive. The file gets its name only when it is complete.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

struct archive;

namespace grader::skeleton {

/// What is wrong with an archive's name, in one line; empty if nothing is.
std::string wrong_archive_name(const std::string& file);

class Archive {
  public:
    /// Throws SkeletonError if the extension names no supported format.
    explicit Archive(std::filesystem::path file);
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;
    /// Removes the file unless `finish` was called.
    ~Archive();

    /// Time and owner are constant, so that equal contents give equal archives.
    void add(const std::string& name, std::string_view content, bool executable);
    void finish();

  private:
    void check(int status) const;

    std::filesystem::path file_;
    std::filesystem::path partial_;
    archive* archive_;
};

}  // namespace grader::skeleton
