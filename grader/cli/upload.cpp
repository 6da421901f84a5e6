#include "cli/upload.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "build/stage.hpp"
#include "class/discover.hpp"
#include "class/files.hpp"
#include "class/wanted.hpp"
#include "cli/submissions.hpp"

namespace grader::cli {

namespace fs = std::filesystem;
using namespace classes;

ExitStatus grade_upload(const lab::Kit& kit, GradingOptions options, const fs::path& upload,
                        std::ostream& out) {
    if (!fs::exists(upload)) throw ClassError("there is no upload " + upload.string());
    const auto sandbox = choose_sandbox(options.no_sandbox);
    const auto read = read_upload({"upload", {upload}}, sandbox);
    const auto found = discover(read.files, wanted_files(kit), {});
    for (const auto& trouble : read.troubles) out << trouble << '\n';
    for (const auto& doubt : found.doubts)
        out << fmt::format("{} of {} could be any of {}: hand in one\n", doubt.name, doubt.lab,
                           fmt::join(doubt.candidates, ", "));
    const build::Stage stage(kit.build / "class");
    for (const auto& lab : kit.find_all(options.labs))
        fs::create_directory(stage.root() / lab.slug);
    for (const auto& one : found.taken) {
        fs::create_directories(stage.root() / one.lab);
        build::write_file(stage.root() / one.lab / one.name, one.content);
    }
    options.from = stage.root();
    return grade(kit, options, out);
}

}  // namespace grader::cli
