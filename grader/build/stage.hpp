// A temporary folder, and reading and writing of whole files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace grader::build {

/// A new empty folder, which is removed with this object, unless it has been moved elsewhere.
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

/// These functions throw BuildError, which names the file.
std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace grader::build
