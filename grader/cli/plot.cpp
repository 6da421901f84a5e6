#include "cli/plot.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>

#include "build/script.hpp"
#include "build/stage.hpp"
#include "descriptor.hpp"
#include "runner/results.hpp"

namespace grader::cli {

namespace {

namespace fs = std::filesystem;

constexpr int descriptor_there = 4;

kit_io::Descriptor memory_with(const std::string& text) {
    kit_io::Descriptor memory(memfd_create("kit-plot", MFD_CLOEXEC));
    if (memory.get() < 0 ||
        pwrite(memory.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
        throw std::runtime_error("no memory for a plot");
    return memory;
}

std::string last_line(std::string words) {
    while (words.ends_with('\n')) words.pop_back();
    return words.substr(words.rfind('\n') + 1);
}

}  // namespace

std::string drawn(const lab::Kit& kit, const sandbox::Sandbox& sandbox, const std::string& script,
                  const std::string& given, const std::vector<std::string>& beside) {
    const auto memory = memory_with(given);
    const fs::path file = kit.common().parent_path() / script;
    sandbox::Command command;
    command.argv = {build::python, "-s", "-B", file, std::to_string(descriptor_there)};
    command.environment = {{"OPENBLAS_NUM_THREADS", "1"}};
    command.profile = sandbox::Profile::script;
    std::vector<sandbox::Mount> mounts{{file}};
    for (const auto& folder : beside) mounts.push_back({kit.common().parent_path() / folder});
    build::add_packages(command, mounts);
    auto limits = sandbox::script_limits();
    limits.output_kept = 4u << 20;
    limits.wall = std::chrono::minutes(1);  // the limit that counts is processor time
    auto child = sandbox.run(command, limits, mounts, {{memory.get(), descriptor_there}});
    const auto& ended = child.wait();
    if (!ended.ok() || ended.out_bytes > ended.out.size())
        throw std::runtime_error(ended.err.empty() ? sandbox::describe(ended)
                                                   : last_line(ended.err));
    return ended.out;
}

void write_plot(const lab::Kit& kit, const sandbox::Sandbox& sandbox, const fs::path& path,
                const runner::Plot& plot) {
    std::string svg;
    try {
        svg = drawn(kit, sandbox, "grader/cli/plot.py", runner::text_of(plot));
    } catch (const std::runtime_error& trouble) {
        throw std::runtime_error("cannot draw " + path.string() + ": " + trouble.what());
    }
    build::write_file(path, svg);
}

}  // namespace grader::cli
