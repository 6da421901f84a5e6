#include "class/similar.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "build/stage.hpp"
#include "class/names.hpp"

namespace grader::classes {
namespace {

namespace fs = std::filesystem;

std::string without_margins(const std::string& line) {
    const auto begin = line.find_first_not_of(" \t\r");
    const auto end = line.find_last_not_of(" \t\r");
    return begin == line.npos ? "" : line.substr(begin, end - begin + 1);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

}  // namespace

std::string own_lines(const std::string& text, const std::string& skeleton) {
    std::set<std::string> given;
    for (const auto& line : lines_of(skeleton)) given.insert(without_margins(line));
    // Keep lines with only braces, although every skeleton has them, since they hold a student's
    // blocks together.
    for (const char* bracket : {"{", "}", "};"}) given.erase(bracket);
    std::string own;
    for (const auto& line : lines_of(text))
        if (!given.contains(without_margins(line))) own += line + '\n';
    return own;
}

int prepare_comparison(Gradebook& book, const LabFiles& lab, const fs::path& folder) {
    fs::remove_all(folder / "students");
    fs::create_directories(folder / "students");
    int students = 0;
    for (const auto& standing : book.standings()) {
        if (standing.lab != lab.slug || !standing.attempt) continue;
        const auto files = book.files_of(standing.attempt->submission);
        if (files.empty()) continue;
        const auto student_folder = folder / "students" / file_name_for(standing.student);
        fs::create_directories(student_folder);
        ++students;
        for (const auto& file : files) {
            const auto wanted = std::ranges::find(lab.files, file.path, &Wanted::name);
            if (wanted == lab.files.end() || !wanted->compiled) continue;
            // JPlag and compare50 choose the language by the extension, and do not know .cu.
            auto name = fs::path(file.path);
            if (name.extension() == ".cu") name.replace_extension(".cpp");
            build::write_file(student_folder / name, own_lines(file.content, wanted->skeleton));
        }
    }
    return students;
}

std::vector<fs::path> comparisons_in(const fs::path& out, const std::string& slug) {
    std::vector<fs::path> pages;
    for (const char* name : {"compare50/index.html", "jplag.zip", "jplag.jplag"})
        if (const auto page = fs::path("similar") / slug / name; fs::exists(out / page))
            pages.push_back(page);
    return pages;
}

}  // namespace grader::classes
