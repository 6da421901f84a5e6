#include "cli/submissions.hpp"

#include <fmt/format.h>

namespace grader::cli {

namespace fs = std::filesystem;

fs::path submissions_folder(const lab::Kit& kit, const std::string& from) {
    for (const auto& candidate : {fs::path(from), kit.source / from}) {
        if (fs::is_directory(candidate)) return fs::canonical(candidate);
    }
    throw lab::LabError(fmt::format("there is no folder '{}'", from));
}

sandbox::Sandbox choose_sandbox(bool without) {
    return without ? sandbox::Sandbox::of(sandbox::Kind::none) : sandbox::Sandbox::best();
}

}  // namespace grader::cli
