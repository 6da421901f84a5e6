#include "cli/watch.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <ostream>
#include <thread>

#include "cli/submissions.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

/// Remembers when each handed-in file was last written. Some editors write another file and rename
/// it, so a file may be missing for a moment.
class Saves {
  public:
    Saves(std::vector<lab::Lab> labs, fs::path folder)
        : labs_(std::move(labs)), folder_(std::move(folder)) {
        for (const auto& lab : labs_) changed(lab);
    }

    /// The labs with a file that was written since the last call.
    std::vector<lab::Lab> next() {
        std::vector<lab::Lab> saved;
        for (const auto& lab : labs_)
            if (changed(lab)) saved.push_back(lab);
        return saved;
    }

  private:
    bool changed(const lab::Lab& lab) {
        bool any = false;
        for (const auto& name : lab.handed_in()) {
            std::error_code error;
            const auto time = fs::last_write_time(folder_ / lab.slug / name, error);
            if (error) continue;
            auto& known = times_[lab.slug + "/" + name];
            any = any || known != time;
            known = time;
        }
        return any;
    }

    std::vector<lab::Lab> labs_;
    fs::path folder_;
    std::map<std::string, fs::file_time_type> times_;
};

std::string clock_time() {
    return fmt::format("{:%H:%M:%S}", fmt::localtime(std::time(nullptr)));
}

}  // namespace

ExitStatus watch(const lab::Kit& kit, GradingOptions options, std::ostream& out,
                 const std::function<bool()>& goes_on) {
    if (options.labs.empty()) options.labs = {"all"};
    const auto labs = kit.find_all(options.labs);
    const auto folder = submissions_folder(kit, options.from);
    Saves saves(labs, folder);
    out << fmt::format("watching {} in {}: save a file to grade it, Ctrl-C ends\n",
                       labs.size() == 1 ? labs.front().slug : fmt::format("{} labs", labs.size()),
                       folder.lexically_proximate(fs::current_path()).string())
        << std::flush;
    ExitStatus status = full_marks;
    while (goes_on()) {
        for (const auto& lab : saves.next()) {
            out << fmt::format("\n{}  {} was saved, grading it ...\n", clock_time(), lab.slug)
                << std::flush;
            options.labs = {lab.slug};
            options.brief = true;
            try {
                status = grade(kit, options, out);
            } catch (const std::exception& trouble) {
                out << trouble.what() << '\n';
                status = could_not_grade;
            }
            out << std::flush;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return status;
}

}  // namespace grader::cli
