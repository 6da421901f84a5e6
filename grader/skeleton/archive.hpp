// An archive being written. Promises that the file appears under its name only once it is whole.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

struct archive;

namespace grader::skeleton {

/// What is wrong with an archive's name, in one line; empty: nothing.
std::string wrong_archive_name(const std::string& file);

class Archive {
  public:
    /// Throws SkeletonError for an ending that names no format.
    explicit Archive(std::filesystem::path file);
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;
    /// Removes what was written unless `finish` was called.
    ~Archive();

    /// Time and owner are fixed, so that equal content makes equal archives.
    void add(const std::string& name, std::string_view content, bool executable);
    void finish();

  private:
    void check(int status) const;

    std::filesystem::path file_;
    std::filesystem::path partial_;
    archive* archive_;
};

}  // namespace grader::skeleton
