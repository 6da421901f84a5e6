// lay-submissions OUT: writes every lab's wrong submissions out, as OUT/NN-slug/NAME/, for whoever
// wants to read or compile them as files.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "lab/kit.hpp"
#include "mutants/wrong_submissions.hpp"

namespace fs = std::filesystem;

namespace {

void lay_all(const grader::lab::Kit& kit, const fs::path& out) {
    const std::vector<std::string> all{"all"};
    for (const auto& lab : kit.find_all(all)) {
        const fs::path list = kit.source / "grader" / "submissions" / lab.slug / "wrong.toml";
        for (const auto& wrong : grader::mutants::wrong_submissions(list, lab)) {
            const fs::path target = out / lab.slug / wrong.name;
            fs::create_directories(target);
            lay(wrong, list, lab, kit.source / "solutions" / lab.slug, target);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: lay-submissions OUT\n", stderr);
        return 2;
    }
    try {
        lay_all(grader::lab::this_kit(), argv[1]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "lay-submissions: %s\n", error.what());
        return 2;
    }
}
