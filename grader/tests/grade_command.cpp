#include "grade_command.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "build/shell_word.hpp"
#include "json_text.hpp"
#include "report/json.hpp"

namespace course {
std::string content(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

const grader::lab::Lab& the_lab() {
    static const auto lab = kit.find(std::getenv("LAB") ? std::getenv("LAB") : "");
    return lab;
}

Scratch::Scratch() {
    auto name = (fs::temp_directory_path() / "course-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
}

Scratch::~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

Said run(const fs::path& program, const std::vector<std::string>& arguments,
         const std::string& environment) {
    const Scratch scratch;
    auto command = environment + " " + grader::build::shell_word(program.string());
    for (const auto& argument : arguments) command += " " + grader::build::shell_word(argument);
    const auto output = scratch.path() / "output";
    const int status = std::system(
        (command + " >" + grader::build::shell_word(output.string()) + " 2>&1").c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(output)};
}

fs::path grade_program() {
    return kit.build / "grader" / "grade-bin";
}

grader::score::LabResult Graded::result() const {
    return grader::report::from_line(lab.dump());
}

Graded grade(const std::string& slug, const fs::path& folder,
             const std::vector<std::string>& options) {
    const Scratch scratch;
    const auto json = scratch.path() / "marks.json";
    std::vector<std::string> arguments{slug,  "--from", folder.string(), "--backend",
                                       "sim", "--json", json.string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    if (std::ranges::find(options, "--seed") == options.end())
        arguments.insert(arguments.end(), {"--seed", "20240607"});
    const Scratch hints;  // none was asked for
    const auto said = run(grade_program(), arguments,
                          "KIT_HINTS=" + grader::build::shell_word(hints.path().string()));
    INFO(said.out);
    REQUIRE(fs::exists(json));
    const auto marks = json_text::parse(content(json));
    REQUIRE(marks.at("labs").size() == 1);
    return {said.status, marks.at("labs").at(0), said.out};
}

Graded grade_files(const std::string& slug, const fs::path& files,
                   const std::vector<std::string>& options) {
    const Scratch scratch;
    fs::copy(files, scratch.path() / slug);
    return grade(slug, scratch.path(), options);
}

}  // namespace course
