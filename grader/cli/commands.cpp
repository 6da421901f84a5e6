// `grade list`, `grade skeletons` and `grade release`.
#include "cli/commands.hpp"

#include <fmt/format.h>

#include <ostream>

#include "cli/seed.hpp"
#include "skeleton/release.hpp"
#include "skeleton/skeletons.hpp"

namespace grader::cli {

ExitStatus list(const lab::Kit& kit, std::ostream& out) {
    for (const auto& slug : kit.slugs) {
        const auto lab = lab::load(kit.labs() / slug);
        const auto hours = lab.hours > 0 ? fmt::format("{:g} h", lab.hours) : "";
        out << fmt::format("{:<24}{:<8}{}\n", slug, hours, lab.title);
    }
    return full_marks;
}

ExitStatus skeletons(const lab::Kit& kit, bool write, std::ostream& out) {
    bool clean = true;
    for (const auto& slug : kit.slugs) {
        const auto lab = lab::load(kit.labs() / slug);
        for (const auto& path : write ? skeleton::write(kit, lab) : skeleton::drifted(kit, lab)) {
            out << (write ? "wrote " : "drifted from its solution: ") << path << '\n';
            clean = false;
        }
    }
    return clean || write ? full_marks : below_full_marks;
}

ExitStatus release(const lab::Kit& kit, const std::vector<std::string>& labs,
                   const std::filesystem::path& file, std::ostream& out) {
    const auto chosen = kit.find_all(labs);
    const auto released = skeleton::release(kit, chosen, file);
    out << fmt::format("{}: {} files, {} labs, no solutions and no hidden cases\n", file.string(),
                       released.files, chosen.size());
    for (const auto& name : released.left_out)
        out << fmt::format("left out: {}, which lab.toml does not declare\n", name);
    return full_marks;
}

ExitStatus bundle(const lab::Kit& kit, const std::vector<std::string>& labs,
                  std::optional<std::uint64_t> seed, const std::filesystem::path& file,
                  std::ostream& out) {
    const auto chosen = kit.find_all(labs);
    const auto used = seed.value_or(drawn_seed());
    skeleton::bundle_for_gradescope(kit, chosen, used, file);
    out << fmt::format("{}: an autograder for {} labs, seed {}\n", file.string(), chosen.size(),
                       used);
    return full_marks;
}

}  // namespace grader::cli
