#include "cli/submissions.hpp"

#include <fmt/format.h>

namespace grader::cli {

namespace fs = std::filesystem;

fs::path submissions_folder(const lab::Kit& kit, const std::string& from) {
    for (const auto& candidate : {fs::path(from), kit.source / from}) {
        if (!fs::is_directory(candidate)) continue;
        // A folder "labs" in the build folder contains parts of the labs' programs.
        const auto folder = fs::canonical(candidate);
        if (folder.parent_path() != kit.build) return folder;
    }
    throw lab::LabError(fmt::format("there is no folder '{}'", from));
}

sandbox::Sandbox choose_sandbox(bool without) {
    return without ? sandbox::Sandbox::of(sandbox::Kind::none) : sandbox::Sandbox::best();
}

}  // namespace grader::cli
