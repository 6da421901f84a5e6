#include "authoring/new_lab.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>

#include "lab/lab.hpp"
#include "skeleton/derive.hpp"
#include "whole_file.hpp"

namespace grader::authoring {
namespace {

namespace fs = std::filesystem;

using Contents = std::map<std::string, std::string>;  // by name, relative to the kit's folder

std::string read(const fs::path& file) {
    auto content = kit_io::read_whole(file);
    if (!content) throw CourseError("cannot read " + file.string());
    return std::move(*content);
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size())
        text.replace(at, what.size(), by);
    return text;
}

/// "14-prefix-sum": number "14", name "prefix_sum", namespace "lab14", title "Prefix sum".
struct Names {
    explicit Names(const std::string& slug) : slug(slug), number(slug.substr(0, 2)) {
        name = replaced(slug.substr(3), "-", "_");
        title = replaced(slug.substr(3), "-", " ");
        title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    }
    std::string filled(std::string text) const {
        for (const auto& [what, by] :
             std::map<std::string, std::string>{{"@SLUG@", slug},
                                                {"@NUMBER@", number},
                                                {"@NAME@", name},
                                                {"@NAMESPACE@", "lab" + number},
                                                {"@TITLE@", title}})
            text = replaced(text, what, by);
        return text;
    }
    std::string slug, number, name, title;
};

void expect_new(const lab::Kit& kit, const std::string& slug) {
    static const std::regex form("[0-9]{2}-[a-z][a-z0-9]*(-[a-z0-9]+)*");
    if (!std::regex_match(slug, form))
        throw CourseError(fmt::format(
            "'{}' is not a name of a lab: two digits and words, as in 14-prefix-sum", slug));
    for (const auto& other : kit.slugs)
        if (other.substr(0, 2) == slug.substr(0, 2))
            throw CourseError(fmt::format("number {} is taken by {}", slug.substr(0, 2), other));
}

/// The target path of a template file.
std::string place_of(const std::string& file, const Names& names) {
    const auto own = replaced(file, "solution.cu", names.name + ".cu");
    const auto within = own.substr(own.find('/') + 1);
    if (own.starts_with("lab/")) return fmt::format("labs/{}/{}", names.slug, within);
    if (own.starts_with("solution/")) return fmt::format("solutions/{}/{}", names.slug, within);
    if (own == "suite.cpp") return fmt::format("grader/suites/{}.cpp", names.slug);
    if (own == "chapter.md") return fmt::format("docs/labs/{}.md", names.slug);
    return fmt::format("grader/submissions/{}/{}", names.slug, own);
}

Contents contents_of(const lab::Kit& kit, const Names& names) {
    const auto folder = kit.source / "grader/authoring/template";
    Contents contents;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        const auto file = entry.path().lexically_relative(folder).string();
        contents[place_of(file, names)] = names.filled(read(entry.path()));
    }
    const auto solution = fmt::format("solutions/{}/{}.cu", names.slug, names.name);
    contents[fmt::format("labs/{}/{}.cu", names.slug, names.name)] =
        skeleton::derive(contents.at(solution), solution);
    return contents;
}

/// The table of labs with one more row, ordered by number.
std::string with_row(const std::string& build, const lab::Kit& kit, const std::string& slug) {
    const auto row = [](const std::string& of) { return "  '" + of + "',\n"; };
    auto before = std::ranges::upper_bound(kit.slugs, slug);
    const auto neighbour = before == kit.slugs.begin() ? kit.slugs.front() : *std::prev(before);
    auto at = build.find(row(neighbour));
    if (at == build.npos) throw CourseError("meson.build has no row " + neighbour);
    if (before != kit.slugs.begin()) at += row(neighbour).size();
    return build.substr(0, at) + row(slug) + build.substr(at);
}

void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary);
    out << text;
    if (!out.flush()) throw CourseError("cannot write " + file.string());
}

}  // namespace

std::vector<std::string> new_lab(const lab::Kit& kit, const std::string& slug) {
    expect_new(kit, slug);
    auto contents = contents_of(kit, Names(slug));
    for (const auto& [name, text] : contents)
        if (fs::exists(kit.source / name)) throw CourseError(name + " is there already");
    contents["meson.build"] = with_row(read(kit.source / "meson.build"), kit, slug);
    std::vector<std::string> written;
    for (const auto& [name, text] : contents) {
        write(kit.source / name, text);
        written.push_back(name);
    }
    return written;
}

}  // namespace grader::authoring
