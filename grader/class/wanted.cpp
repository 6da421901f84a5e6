#include "class/wanted.hpp"

#include <algorithm>

#include "lab/lab.hpp"
#include "skeleton/skeletons.hpp"

namespace grader::classes {

std::vector<LabFiles> wanted_files(const lab::Kit& kit) {
    std::vector<LabFiles> labs;
    for (const auto& slug : kit.slugs) {
        const auto lab = lab::load(kit.labs() / slug);
        LabFiles files{slug, {}};
        for (auto& skeleton : skeleton::pristine(kit, lab)) {
            const auto name = skeleton.path.filename().string();
            const bool compiled = std::ranges::count(lab.editable, name) > 0;
            files.files.push_back({name, std::move(skeleton.text), compiled});
        }
        labs.push_back(std::move(files));
    }
    return labs;
}

}  // namespace grader::classes
