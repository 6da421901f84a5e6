#include "cli/sanitize.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>

#include "build/cache.hpp"
#include "build/steps.hpp"
#include "report/json.hpp"
#include "sanitizer/check.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

/// The results stored beside a program: a line that identifies the runs and the tool, then the
/// report.
class Kept {
  public:
    Kept(const fs::path& program, const fs::path& tool, const lab::Lab& lab)
        : file_(program.parent_path() / "sanitizer.json"),
          made_from_(fmt::format("{} {}\n", build::stamp({tool}), fmt::join(lab.sanitize, "; "))) {}

    std::optional<score::SanitizerReport> find() const {
        if (!fs::exists(file_)) return std::nullopt;
        const auto text = build::read_file(file_);
        if (!text.starts_with(made_from_)) return std::nullopt;
        try {
            return report::sanitizer_from_line(text.substr(made_from_.size()));
        } catch (const report::ReportError&) {
            return std::nullopt;  // a full disk, for example
        }
    }

    /// Not stored if a run was cut short, since it may complete another time.
    void keep(const score::SanitizerReport& report) const {
        if (report.troubles.empty()) build::write_file(file_, made_from_ + report::to_line(report));
    }

  private:
    fs::path file_;
    std::string made_from_;
};

}  // namespace

score::SanitizerReport sanitize(const lab::Lab& lab, const fs::path& program,
                                const sandbox::Sandbox& sandbox) {
    const auto tool = sanitizer::find_tool();
    if (!tool || lab.sanitize.empty()) return {};
    const Kept kept(program, *tool, lab);
    if (auto known = kept.find()) return *known;
    auto report = sanitizer::check(
        *tool, {.program = program, .runs = lab.sanitize, .sources = lab.editable}, sandbox);
    kept.keep(report);
    return report;
}

}  // namespace grader::cli
