#include "cli/variant.hpp"

namespace grader::cli {

namespace fs = std::filesystem;

void write_variant(const lab::Lab& lab, const fs::path& submission, const mutants::Mutant& change,
                   const fs::path& folder) {
    fs::create_directories(folder / lab.slug);
    for (const auto& name : lab.handed_in())
        if (fs::exists(submission / name))
            fs::copy_file(submission / name, folder / lab.slug / name,
                          fs::copy_options::overwrite_existing);
    build::write_file(folder / lab.slug / change.file, change.text);
}

Variant::Variant(const lab::Kit& kit, const lab::Lab& lab, const fs::path& submission,
                 const mutants::Mutant& change, const sandbox::Sandbox& sandbox)
    : stage_(kit.build / "mutants"), slug_(lab.slug) {
    write_variant(lab, submission, change, stage_.root());
    built_ = build::build_submission(kit, lab, folder(), build::Backend::sim, sandbox);
}

Variant::~Variant() {
    if (built_.gradable()) build::forget(built_);
}

fs::path Variant::folder() const {
    return stage_.root() / slug_;
}

}  // namespace grader::cli
