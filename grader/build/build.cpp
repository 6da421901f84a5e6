#include "build/build.hpp"

#include "build/cache.hpp"
#include "build/script.hpp"
#include "build/steps.hpp"

namespace grader::build {
namespace {

namespace fs = std::filesystem;

std::string inputs(const Toolchain& tools, const lab::Lab& lab, const Sources& sources) {
    std::string text = stamp(tools.parts);
    text += stamp({lab.folder / "lab.toml"});
    for (const auto& argument : tools.compile) text += argument + '\n';
    for (const auto& [name, source] : local_files(lab)) text += name + '\0' + source + '\0';
    for (const auto& [name, source] : sources) text += name + '\0' + source + '\0';
    return text;
}

}  // namespace

Result build_submission(const lab::Kit& kit, const lab::Lab& lab, const fs::path& submission,
                        Backend backend, const sandbox::Sandbox& sandbox, For use) {
    if (lab.python) return build_script(kit, lab, submission, backend, sandbox);
    Toolchain tools = toolchain(kit, lab, backend);
    if (use == For::debugger) {
        tools.preprocess.push_back("-G");
        tools.compile.push_back("-G");
    }
    try {
        const Sources sources = take_sources(lab, submission);
        const Cache cache(kit.build / "cache", inputs(tools, lab, sources));
        if (auto known = cache.find()) return *known;
        const Stage stage(kit.build / "cache");
        Steps steps(tools, lab, sources, stage, sandbox);
        try {
            const fs::path program = steps.build();
            return cache.keep({program, "", steps.words()});
        } catch (const NotGradable& refusal) {
            return {"", refusal.what(), steps.words()};
        }
    } catch (const vet::FileError& error) {
        return {"", error.what(), ""};
    }
}

Result build_module(const lab::Kit& kit, const lab::Lab& lab, const ModuleText& module,
                    const sandbox::Sandbox& sandbox) {
    const Toolchain tools = module_toolchain(kit, module);
    lab::Lab alone = lab;  // a text in Python has no headers beside it
    alone.given.clear();
    const Sources sources{{module.name, module.text}};
    std::string made_from = inputs(tools, alone, sources);
    for (const Arguments& arguments : {tools.preprocess, tools.link})
        for (const auto& argument : arguments) made_from += argument + '\n';
    const Cache cache(kit.build / "cache", made_from);
    if (auto known = cache.find()) return *known;
    const Stage stage(kit.build / "cache");
    Steps steps(tools, alone, sources, stage, sandbox);
    try {
        const fs::path program = steps.build();
        return cache.keep({program, "", steps.words()});
    } catch (const NotGradable& refusal) {
        return {"", refusal.what(), steps.words()};
    }
}

void forget(const Result& result) {
    std::error_code gone;
    if (result.gradable()) fs::remove_all(result.program.parent_path(), gone);
}

}  // namespace grader::build
