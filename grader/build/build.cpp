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
    text += stamp(tools.objects);
    text += tools.makes == Makes::object ? "object\n" : "";
    for (const Arguments& arguments : {tools.preprocess, tools.compile, tools.link})
        for (const auto& argument : arguments) text += argument + '\n';
    for (const auto& [name, source] : local_files(lab)) text += name + '\0' + source + '\0';
    for (const auto& [name, source] : sources) text += name + '\0' + source + '\0';
    return text;
}

Result build(const lab::Kit& kit, const Toolchain& tools, const lab::Lab& lab,
             const Sources& sources, const sandbox::Sandbox& sandbox) {
    const Cache cache(kit.build / "cache", inputs(tools, lab, sources));
    if (auto known = cache.find()) return *known;
    const Stage stage(kit.build / "cache");
    Steps steps(tools, lab, sources, stage, sandbox);
    try {
        const fs::path program = steps.build();
        return cache.keep({program, "", steps.words()}, sources);
    } catch (const NotGradable& refusal) {
        return {"", refusal.what(), steps.words()};
    }
}

Result build_handed_in(const lab::Kit& kit, Toolchain tools, const lab::Lab& lab,
                       const fs::path& submission, const sandbox::Sandbox& sandbox,
                       Purpose purpose) {
    if (purpose == Purpose::debugger) {
        tools.preprocess.push_back("-G");
        tools.compile.push_back("-G");
    }
    try {
        return build(kit, tools, lab, take_sources(lab, submission), sandbox);
    } catch (const vet::FileError& error) {
        return {"", error.what(), ""};
    }
}

}  // namespace

Result build_submission(const lab::Kit& kit, const lab::Lab& lab, const fs::path& submission,
                        Backend backend, const sandbox::Sandbox& sandbox, Purpose purpose,
                        const std::vector<fs::path>& objects) {
    if (lab.python) return build_script(kit, lab, submission, backend, sandbox);
    Toolchain tools = toolchain(kit, lab, backend);
    tools.objects = objects;
    return build_handed_in(kit, std::move(tools), lab, submission, sandbox, purpose);
}

Result build_object(const lab::Kit& kit, const lab::Lab& lab, const fs::path& submission,
                    Backend backend, const sandbox::Sandbox& sandbox, Purpose purpose) {
    Toolchain tools = toolchain(kit, lab, backend);
    tools.makes = Makes::object;
    return build_handed_in(kit, std::move(tools), lab, submission, sandbox, purpose);
}

Result build_module(const lab::Kit& kit, const lab::Lab& lab, const ModuleText& module,
                    const sandbox::Sandbox& sandbox) {
    lab::Lab alone = lab;  // a Python script has no headers beside it
    alone.given.clear();
    return build(kit, module_toolchain(kit, module), alone, {{module.name, module.text}}, sandbox);
}

void forget(const Result& result) {
    std::error_code gone;
    if (result.gradable()) fs::remove_all(result.program.parent_path(), gone);
}

}  // namespace grader::build
