// A submission with one small change, built and graded like any other.
#pragma once

#include <filesystem>

#include "build/build.hpp"
#include "build/stage.hpp"
#include "mutants/mutants.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::cli {

/// Copies the lab's files from `submission` to `folder`/NN-slug/, with the change.
void write_variant(const lab::Lab& lab, const std::filesystem::path& submission,
                   const mutants::Mutant& change, const std::filesystem::path& folder);

/// Exists as long as its files and its program do.
class Variant {
  public:
    Variant(const lab::Kit& kit, const lab::Lab& lab, const std::filesystem::path& submission,
            const mutants::Mutant& change, const sandbox::Sandbox& sandbox);
    Variant(const Variant&) = delete;
    Variant& operator=(const Variant&) = delete;
    ~Variant();

    /// Where its files are.
    std::filesystem::path folder() const;
    const build::Result& built() const { return built_; }

  private:
    build::Stage stage_;
    std::string slug_;
    build::Result built_;
};

}  // namespace grader::cli
