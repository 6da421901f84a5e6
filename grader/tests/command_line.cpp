// The command line as scripts depend on it: exit statuses, and one clear line for each mistake.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "grade_command.hpp"

using namespace course;

namespace {

const grader::lab::Kit kit = grader::lab::this_kit();

/// `grade` with the arguments must exit 2 and say exactly one line, with `words` in it.
void check_refused(const std::vector<std::string>& arguments, const std::string& words) {
    const auto said = run(grade_program(), arguments);
    CAPTURE(words);
    INFO(said.out);
    CHECK(said.status == 2);
    CHECK(said.out.find(words) != std::string::npos);
    CHECK(std::ranges::count(said.out, '\n') <= 2);
}

struct Submission {
    Scratch scratch;
    std::string slug = kit.slugs.front();
    fs::path file = scratch.path() / slug / kit.find(slug).editable.front();

    explicit Submission(const std::string& text) {
        fs::create_directory(scratch.path() / slug);
        std::ofstream(file, std::ios::binary) << text;
    }
    Graded grade() const { return course::grade(slug, scratch.path()); }
};

void check_not_gradable(const Submission& submission, const std::string& words) {
    const auto graded = submission.grade();
    CAPTURE(words);
    INFO(graded.terminal);
    CHECK(graded.status == 2);
    CHECK(graded.lab.at("status") == "not_gradable");
    CHECK(graded.lab.at("max_score") == 100);
    const auto reason = graded.lab.at("reason").get<std::string>();
    CHECK(reason.find('\n') == std::string::npos);
    const auto all = reason + "\n" + graded.lab.at("details").get<std::string>();
    CHECK(all.find(words) != std::string::npos);
    CHECK(graded.terminal.find("not gradable") != std::string::npos);
}

}  // namespace

TEST_CASE("a usage mistake is one line and exit status 2") {
    check_refused({"99"}, "unknown lab '99'; the labs are ");
    check_refused({"01", "--from", "/nonexistent"}, "there is no folder '/nonexistent'");
    check_refused({"01", "--backend", "fast"}, "fast");
    check_refused({"01", "--order", "sideways"}, "'sideways' is no order");
    check_refused({"01", "--order", "random:"}, "'random:' is no order");
    check_refused({"01", "--seed", "-x"}, "seed");
    check_refused({"01", "--nonsense"}, "nonsense");
    check_refused({"hint"}, "LAB");
    check_refused({"hint", "99"}, "unknown lab '99'");
    check_refused({"release", "--out", "/tmp/x.rar"}, "must end in");
}

TEST_CASE("help is no failure") {
    CHECK(run(grade_program(), {"--help"}).status == 0);
    CHECK(run(grade_program(), {}).status == 0);
    CHECK(run(grade_program(), {"hint", "--help"}).status == 0);
}

TEST_CASE("the help names every command but the one the program calls itself by") {
    const auto help = run(grade_program(), {"--help"}).out;
    for (const auto* name : {"demo", "list", "hint", "reset", "run", "release", "skeletons"}) {
        CHECK_MESSAGE(help.find(name) != std::string::npos, name);
    }
    CHECK(help.find("grade-one") == std::string::npos);
}

TEST_CASE("a submission that cannot be graded has its reason, and exit status 2") {
    check_not_gradable(Submission(""), "empty");
    check_not_gradable(Submission("int f() { return undeclared_name; }\n"), "undeclared_name");
    check_not_gradable(Submission(std::string("int f();\0\n", 10)), "NUL");
    check_not_gradable(Submission("// \xff\nint f();\n"), "UTF-8");
    check_not_gradable(Submission("int main() {}\n"), "main");
    check_not_gradable(Submission("void f() { asm(\"nop\"); }\n"), "inline assembly");
    check_not_gradable(Submission("#line 7 \"main.cpp\"\nint f();\n"), "#line");
    check_not_gradable(Submission("__attribute__((no_sanitize(\"thread\"))) void f() {}\n"),
                       "__attribute__");
    check_not_gradable(Submission("extern \"C\" void __tsan_read4(void*) {}\n"), "__tsan_read4");
    check_not_gradable(Submission("namespace runner { int f() { return 0; } }\n"), "runner");
    Submission missing("");
    fs::remove(missing.file);
    check_not_gradable(missing, "missing");
}

TEST_CASE("the same seed gives the same marks, byte for byte") {
    const auto once = grade(kit.slugs.back(), kit.labs());
    const auto twice = grade(kit.slugs.back(), kit.labs());
    CHECK(once.lab == twice.lab);
    CHECK(once.terminal == twice.terminal);
}

TEST_CASE("the reports are written where they are asked for") {
    const Scratch scratch;
    const auto path = [&](const char* name) { return (scratch.path() / name).string(); };
    const auto said = run(grade_program(),
                          {kit.slugs.front(), "--from", "solutions", "--backend", "sim", "--json",
                           path("a.json"), "--junit", path("a.xml"), "--html", path("a.html")});
    INFO(said.out);
    CHECK(said.status == 0);
    for (const auto* name : {"a.json", "a.xml", "a.html"}) {
        CHECK(fs::file_size(path(name)) > 200);
    }
    CHECK(run(grade_program(), {kit.slugs.front(), "--json", "/nonexistent/a.json"}).status == 2);
}
