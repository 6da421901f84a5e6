// The command line of the grader. Turns arguments into a call of one command and what it throws
// into one line and an exit status; knows nothing else.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <string>

#include "cli/commands.hpp"

namespace {

using namespace grader;
using namespace grader::cli;

/// Options that outlive parsing, and the status of the command that ran.
struct Arguments {
    std::string lab;
    std::string out;
    bool all = false;
    bool write = false;
    bool check = false;
    int status = full_marks;
};

void add_commands(CLI::App& app, const lab::Kit& kit, Arguments& arguments) {
    auto& a = arguments;
    app.add_subcommand("list", "the labs")->callback([&] { a.status = list(kit, std::cout); });

    auto* hints = app.add_subcommand("hint", "the next hint of a lab");
    hints->add_option("LAB", a.lab, "the lab's number or name")->required();
    hints->add_flag("--all", a.all, "every hint at once");
    hints->callback([&] { a.status = hint(kit, a.lab, a.all, std::cout); });

    auto* resetting = app.add_subcommand("reset", "put a lab's skeleton back; your file is kept");
    resetting->add_option("LAB", a.lab, "the lab's number or name")->required();
    resetting->callback([&] { a.status = reset(kit, a.lab, std::cout); });

    auto* deriving = app.add_subcommand("skeletons", "derive the skeletons from the solutions");
    auto* check = deriving->add_flag("--check", a.check, "name those that have drifted (default)");
    deriving->add_flag("--write", a.write, "write those that have drifted")->excludes(check);
    deriving->callback([&] { a.status = skeletons(kit, a.write, std::cout); });

    auto* releasing = app.add_subcommand("release", "make the archive for students");
    releasing->add_option("--out", a.out, "the archive: .tar.gz, .tar.xz, .tar or .zip")
        ->required();
    releasing->callback([&] { a.status = release(kit, a.out, std::cout); });
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Grades the labs: right or wrong, safe or not, and how far from the limit.",
                 "grade"};
    app.require_subcommand(1);
    Arguments arguments;
    const auto kit = lab::this_kit();
    add_commands(app, kit, arguments);
    try {
        app.parse(argc, argv);
        return arguments.status;
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? full_marks : could_not_grade;
    } catch (const std::exception& error) {
        std::cerr << "grade: " << error.what() << '\n';
        return could_not_grade;
    }
}
