// lay-submissions OUT: writes every lab's wrong and right submissions as files, to
// OUT/NN-slug/wrong-NAME/ and right-NAME/, for reading or compiling them; without those that
// compilers refuse. lay-submissions OUT MUTANTS: writes all submissions, with so many mutants of
// each lab: solution, wrong-NAME, right-NAME, idle-NAME, hostile-NAME, mutant-NUMBER-OPERATOR.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "build/stage.hpp"
#include "lab/kit.hpp"
#include "mutants/kept_submissions.hpp"
#include "mutants/mutants.hpp"

namespace fs = std::filesystem;

namespace {

using grader::lab::Kit;
using grader::lab::Lab;

constexpr std::uint64_t mutant_seed = 1;  // for the mutants that are drawn

/// compiled: without those that compilers refuse.
enum class Which { all, compiled };

/// Writes those in a list such as wrong.toml, if the lab has it.
void lay_listed(const Kit& kit, const Lab& lab, const fs::path& out, const char* name,
                const std::string& prefix, Which which = Which::all) {
    const fs::path list = kit.submissions() / lab.slug / name;
    if (!fs::exists(list)) return;
    for (const auto& kept : grader::mutants::kept_submissions(list, lab)) {
        if (which == Which::compiled && !kept.refused.empty()) continue;
        const fs::path target = out / lab.slug / (prefix + kept.name);
        fs::create_directories(target);
        lay(kept, list, lab, kit.solutions() / lab.slug, target);
    }
}

void lay_solution(const Kit& kit, const Lab& lab, const fs::path& target) {
    fs::create_directories(target);
    for (const auto& name : lab.handed_in())
        fs::copy_file(kit.solutions() / lab.slug / name, target / name,
                      fs::copy_options::overwrite_existing);
}

void lay_mutants(const Kit& kit, const Lab& lab, const fs::path& out, std::size_t count) {
    std::vector<grader::mutants::Mutant> all;
    for (const auto& file : lab.editable)
        for (auto& mutant : grader::mutants::mutants_of(
                 grader::build::read_file(kit.solutions() / lab.slug / file), file))
            all.push_back(std::move(mutant));
    int number = 0;
    for (const auto& mutant : grader::mutants::draw(std::move(all), count, mutant_seed)) {
        const fs::path target =
            out / lab.slug / ("mutant-" + std::to_string(++number) + "-" + mutant.operator_name);
        lay_solution(kit, lab, target);
        grader::build::write_file(target / mutant.file, mutant.text);
    }
}

void lay_all(const Kit& kit, const fs::path& out, std::size_t mutants) {
    const std::vector<std::string> all{"all"};
    for (const auto& lab : kit.find_all(all)) {
        lay_solution(kit, lab, out / lab.slug / "solution");
        lay_listed(kit, lab, out, "wrong.toml", "wrong-");
        lay_listed(kit, lab, out, "idle.toml", "idle-");
        lay_listed(kit, lab, out, "hostile.toml", "hostile-");
        lay_listed(kit, lab, out, "right.toml", "right-");
        if (!lab.python) lay_mutants(kit, lab, out, mutants);
    }
}

std::size_t number_of(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size())
        throw std::runtime_error("MUTANTS is a number, not " + std::string(text));
    return number;
}

}  // namespace

int main(int argc, char** argv) {
    if ((argc != 2 && argc != 3) || *argv[1] == '-') {
        std::fputs("usage: lay-submissions OUT [MUTANTS]\n", stderr);
        return 2;
    }
    try {
        const auto kit = grader::lab::this_kit();
        const std::vector<std::string> all{"all"};
        if (argc == 3)
            lay_all(kit, argv[1], number_of(argv[2]));
        else
            for (const auto& lab : kit.find_all(all)) {
                lay_listed(kit, lab, argv[1], "wrong.toml", "wrong-", Which::compiled);
                lay_listed(kit, lab, argv[1], "right.toml", "right-", Which::compiled);
            }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "lay-submissions: %s\n", error.what());
        return 2;
    }
}
