#include "cli/upload.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "build/stage.hpp"
#include "class/discover.hpp"
#include "class/files.hpp"
#include "class/wanted.hpp"
#include "cli/submissions.hpp"

namespace grader::cli {

namespace fs = std::filesystem;
using namespace classes;

namespace {

/// Why nothing is taken for each lab that is in doubt, or that may lie in what cannot be read.
std::map<std::string, std::string> not_taken(const Upload& upload, const Discovered& found,
                                             const std::vector<LabFiles>& labs) {
    std::map<std::string, std::string> reasons;
    const bool nothing = found.taken.empty() && found.doubts.empty();
    for (const auto& lab : labs) {
        if (std::ranges::count(found.taken, lab.slug, &Taken::lab)) continue;
        std::vector<std::string> words;
        for (const auto& doubt : found.doubts)
            if (doubt.lab == lab.slug)
                words.push_back(fmt::format("{} could be any of {}: hand in one", doubt.name,
                                            fmt::join(doubt.candidates, ", ")));
        for (const auto& trouble : troubles_of(lab, labs, upload.troubles, nothing))
            words.push_back(trouble.words());
        if (!words.empty()) reasons[lab.slug] = fmt::format("{}", fmt::join(words, "; "));
    }
    return reasons;
}

}  // namespace

ExitStatus grade_upload(const lab::Kit& kit, GradingOptions options, const fs::path& upload,
                        std::ostream& out) {
    if (!fs::exists(upload)) throw ClassError("there is no upload " + upload.string());
    const auto sandbox = choose_sandbox(options.no_sandbox);
    const auto read = read_upload({"upload", {upload}}, sandbox);
    const auto labs = wanted_files(kit);
    const auto found = discover(read.files, labs, {});
    for (const auto& trouble : read.troubles) out << trouble.words() << '\n';
    options.not_taken = not_taken(read, found, labs);
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
