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

void write_plot(const lab::Kit& kit, const sandbox::Sandbox& sandbox, const fs::path& path,
                const runner::Plot& plot) {
    const auto memory = memory_with(runner::text_of(plot));
    const fs::path script = kit.common().parent_path() / "grader/cli/plot.py";
    sandbox::Command command;
    command.argv = {build::python, "-s", "-B", script, std::to_string(descriptor_there)};
    command.environment = {{"OPENBLAS_NUM_THREADS", "1"}};
    command.profile = sandbox::Profile::script;
    std::vector<sandbox::Mount> mounts{{script}};
    build::add_packages(command, mounts);
    auto limits = sandbox::script_limits();
    limits.output_kept = 4u << 20;
    auto child = sandbox.run(command, limits, mounts, {{memory.get(), descriptor_there}});
    const auto& ended = child.wait();
    if (!ended.ok() || ended.out_bytes > ended.out.size())
        throw std::runtime_error("cannot draw " + path.string() + ": " + last_line(ended.err));
    build::write_file(path, ended.out);
}

}  // namespace grader::cli
