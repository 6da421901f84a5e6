#include "cli/returned_files.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>

#include "cli/plot.hpp"
#include "cli/png.hpp"
#include "runner/results.hpp"

namespace grader::cli {

namespace {

constexpr std::size_t most_bytes = 64 << 20;

std::string contents(int descriptor) {
    std::string text;
    char part[1 << 16];
    while (text.size() <= most_bytes) {
        const ssize_t got = pread(descriptor, part, sizeof part, static_cast<off_t>(text.size()));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return text;
        text.append(part, static_cast<std::size_t>(got));
    }
    throw std::runtime_error("the program left more than may be written");
}

}  // namespace

ReturnedFiles::ReturnedFiles(std::string out)
    : out_(std::move(out)), memory_(memfd_create("kit-results", MFD_CLOEXEC)) {
    if (memory_.get() < 0) throw std::runtime_error("no memory for the program's files");
}

std::optional<ReturnedFiles> ReturnedFiles::wanted(const std::vector<std::string>& arguments) {
    const std::string option = "--out";
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == option && i + 1 < arguments.size())
            return ReturnedFiles(arguments[i + 1]);
        if (arguments[i].starts_with(option + "="))
            return ReturnedFiles(arguments[i].substr(option.size() + 1));
    }
    return std::nullopt;
}

std::pair<std::string, std::string> ReturnedFiles::variable() const {
    return {runner::results_variable, std::to_string(descriptor_there)};
}

void ReturnedFiles::write(const lab::Kit& kit, const sandbox::Sandbox& sandbox, bool plots) const {
    const auto draw = [&](const std::filesystem::path& path, const runner::Plot& plot) {
        if (plots) write_plot(kit, sandbox, path, plot);
    };
    runner::write_results(runner::decode_results(contents(memory_.get())), out_, {write_png, draw});
}

}  // namespace grader::cli
