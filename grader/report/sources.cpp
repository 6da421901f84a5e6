#include "report/sources.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>

#include "report/text.hpp"
#include "source/todos.hpp"

namespace grader::report {
namespace {

constexpr std::size_t longest_source = 1 << 20;  // bytes; no lab's solution is larger

std::string read_start(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::string text(longest_source, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

std::string joined(const std::vector<std::string>& lines) {
    return fmt::format("{}", fmt::join(lines, "\n"));
}

}  // namespace

void Sources::add(const lab::Lab& lab, const std::filesystem::path& folder) {
    for (const auto& file : lab.editable) {
        if (is_regular_file(folder / file)) add(lab.slug, file, read_start(folder / file));
    }
}

void Sources::add(const std::string& slug, const std::string& file, std::string_view text) {
    lines_[{slug, file}] = report::lines(text);
}

void Sources::add_handed_out(const std::string& slug, const std::string& file,
                             std::string_view text) {
    handed_out_[{slug, file}] = report::lines(text);
}

std::vector<std::string> Sources::lines(const std::string& slug, const std::string& file) const {
    const auto found = lines_.find({slug, file});
    return found == lines_.end() ? std::vector<std::string>{} : found->second;
}

std::vector<std::string> Sources::open_tasks(const std::string& slug) const {
    constexpr std::string_view mark = "TODO: ";
    std::vector<std::string> tasks;
    for (const auto& [key, lines] : lines_) {
        if (key.first != slug) continue;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::size_t at = lines[i].find(mark);
            const bool comment = lines[i].find("//") < at || lines[i].find('#') < at;
            if (at == std::string::npos || !comment) continue;
            tasks.push_back(fmt::format("{}:{}: {}", key.second, i + 1,
                                        printable(lines[i].substr(at + mark.size()))));
        }
    }
    return tasks;
}

std::map<std::string, bool> Sources::unfinished_functions(const std::string& slug) const {
    std::map<std::string, bool> functions;
    for (const auto& [key, lines] : lines_)
        if (key.first == slug) functions.merge(source::unfinished_functions(joined(lines)));
    return functions;
}

bool Sources::is_untouched(const std::string& slug, const std::string& function) const {
    return std::ranges::any_of(handed_out_, [&](const auto& file) {
        return file.first.first == slug &&
               source::is_untouched(function, joined(file.second),
                                    joined(lines(slug, file.first.second)));
    });
}

std::string Sources::line(const std::string& slug, const std::string& file, int number) const {
    const auto name = std::filesystem::path(file).filename().string();
    const auto found = lines_.find({slug, name});
    if (found == lines_.end() || number < 1) return "";
    if (static_cast<std::size_t>(number) > found->second.size()) return "";
    auto line = printable(found->second[static_cast<std::size_t>(number) - 1]);
    line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
    return line;
}

}  // namespace grader::report
