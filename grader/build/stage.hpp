// A folder made for one purpose and gone after it, and whole files in and out of it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace grader::build {

/// A new empty folder, removed with this object (unless moved away by then).
class Stage {
  public:
    explicit Stage(const std::filesystem::path& parent);
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    ~Stage();

    const std::filesystem::path& root() const { return root_; }

  private:
    std::filesystem::path root_;
};

/// These throw BuildError, naming the file.
std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace grader::build
