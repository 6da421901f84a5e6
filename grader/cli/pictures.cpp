#include "cli/pictures.hpp"

#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>

#include "build/stage.hpp"
#include "cli/run_lab.hpp"

namespace grader::cli {

namespace fs = std::filesystem;

std::vector<std::string> pictures_of(const lab::Kit& kit, const lab::Lab& lab,
                                     const std::string& from, bool no_sandbox) {
    if (lab.picture.empty()) return {};
    const build::Stage folder(kit.build / "pictures");
    RunOptions options;
    options.lab = lab.slug;
    options.from = from;
    options.backend = "sim";
    options.no_sandbox = no_sandbox;
    std::istringstream words(lab.picture + " --out " + (folder.root() / "picture.png").string());
    options.arguments.assign(std::istream_iterator<std::string>(words), {});
    std::ostringstream unread;
    try {
        if (run_lab(kit, options, unread, unread) != 0) return {};
    } catch (const std::runtime_error&) {
        return {};  // a page without a picture is better than none
    }
    std::set<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder.root()))
        if (entry.path().extension() == ".png") files.insert(entry.path());
    std::vector<std::string> pictures;
    for (const auto& file : files) pictures.push_back(build::read_file(file));
    return pictures;
}

}  // namespace grader::cli
