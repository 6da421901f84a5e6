// Grades a class: what an instructor may rely on who is interrupted, answers questions, and must
// defend a mark.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <regex>
#include <thread>

#include "small_class.hpp"

using namespace course;

namespace {

/// Starts grading, and kills the grader after `time`, without a chance to clean up.
void grade_and_kill(const SmallClass& classes, const std::string& name,
                    std::chrono::milliseconds time) {
    auto arguments = classes.arguments(name);
    const auto program = grade_program().string();
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (auto& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout)) _exit(126);
        execv(argv[0], argv.data());
        _exit(127);
    }
    std::this_thread::sleep_for(time);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
}

}  // namespace

TEST_CASE("every student has one of the outcomes, and questions are asked and answered") {
    const SmallClass classes;
    CHECK(classes.grade("out").status == 1);  // a question is open
    CHECK(classes.mark("out", "ada") == "graded 96.0");
    CHECK(classes.mark("out", "bob") == "graded 96.0");
    CHECK(classes.mark("out", "cy") == "refused");
    CHECK(classes.mark("out", "dan") == "doubtful");
    CHECK(classes.mark("out", "eve") == "not_submitted");
    CHECK(classes.mark("out", "fay") == "refused");
    const auto questions = classes.out("out") / "doubtful.toml";
    auto text = content(questions);
    const std::string offered = "# take = 'matvec-1.cu'";
    REQUIRE(text.find(offered) != text.npos);
    write(questions, text.replace(text.find(offered), 2, ""));
    const auto again = classes.grade("out");
    CHECK(again.status == 0);
    CHECK(again.out.find("4 handed in, 1 to grade") != again.out.npos);
    CHECK(classes.mark("out", "dan") == "graded 96.0");
    CHECK(content(classes.out("out") / "taken.csv").find("matvec-1.cu,as answered") != text.npos);
}

TEST_CASE("no log of a class has its seed, with which later attempts are graded") {
    const SmallClass classes;
    auto wrong = classes.solution;
    const auto loop = wrong.find("for (int j = 0");
    REQUIRE(loop != wrong.npos);
    write(classes.folder / "cy/matvec.cu", wrong.replace(loop, 14, "for (int j = 1"));
    classes.grade("out");
    int logs = 0;
    for (const auto& entry : fs::recursive_directory_iterator(classes.out("out") / "logs")) {
        if (!entry.is_regular_file()) continue;
        const auto log = content(entry.path());
        INFO(log);
        CHECK_FALSE(std::regex_search(log, std::regex(R"(seed\W+7\b)")));
        ++logs;
    }
    CHECK(logs > 2);
}

TEST_CASE("two runs make the same files, byte for byte") {
    const SmallClass classes;
    classes.grade("first");
    classes.grade("second");
    for (const char* name : {"marks.csv", "marks.json", "taken.csv", "doubtful.toml",
                             "logs/ada/02-simple-gather.txt", "logs/cy/02-simple-gather.txt"}) {
        CAPTURE(name);
        CHECK_FALSE(content(classes.out("first") / name).empty());
        CHECK(content(classes.out("first") / name) == content(classes.out("second") / name));
    }
}

TEST_CASE("a grader killed anywhere goes on where it was, and ends with the same marks") {
    const SmallClass classes;
    classes.grade("undisturbed");
    using std::chrono::milliseconds;
    for (const auto time : {milliseconds(30), milliseconds(200), milliseconds(700),
                            milliseconds(1200), milliseconds(1800)})
        grade_and_kill(classes, "killed", time);
    CHECK(classes.grade("killed").status == 1);
    CHECK(classes.marks("killed") == classes.marks("undisturbed"));
    CHECK(classes.grade("killed").out.find(" 0 to grade") != std::string::npos);
}

TEST_CASE("a mark is derived again, and a regraded one says what changed and why") {
    const SmallClass classes;
    classes.grade("out");
    const auto out = classes.out("out").string();
    const auto replayed = run(grade_program(), {"replay", out, "ada", "02"});
    INFO(replayed.out);
    CHECK(replayed.status == 0);
    CHECK(replayed.out.find("the same in every word") != replayed.out.npos);
    CHECK(run(grade_program(), {"replay", out, "eve", "02"}).status == 2);
    CHECK(classes.grade("out", {"--regrade"}).out.find("3 handed in, 3 to grade") !=
          std::string::npos);
    CHECK_FALSE(fs::exists(classes.out("out") / "changes.txt"));
    write(classes.folder / "cy/matvec.cu", classes.solution);
    const auto changed = classes.grade("out");
    CHECK(changed.out.find("cy 02-simple-gather: no mark: refused -> 96: another submission") !=
          changed.out.npos);
}

TEST_CASE("a class keeps its seed, and only one grader is at work in it") {
    const SmallClass classes;
    classes.grade("out", {"--only", "eve"});
    auto arguments = classes.arguments("out");
    *(std::find(arguments.begin(), arguments.end(), "7")) = "8";
    CHECK(run(grade_program(), arguments).status == 2);
    CHECK(classes.grade("out", {"--only", "nobody"}).status == 2);
    CHECK(run("flock", {(classes.out("out") / "lock").string(), grade_program().string(), "class",
                        classes.folder.string(), "--out", classes.out("out").string()})
              .out.find("another grader is at work") != std::string::npos);
}

TEST_CASE("what a student packs is taken as it is") {
    const SmallClass classes;
    const auto archive = (classes.folder / "gil.zip").string();
    CHECK(run(grade_program(), {"pack", "02", "--from", "solutions", "--out", archive}).status ==
          0);
    classes.grade("out", {"--only", "gil"});
    CHECK(classes.mark("out", "gil") == "graded 100.0");
}

TEST_CASE("what a student packs is named after the lab, unless another name is given") {
    const SmallClass classes;
    const std::string packing = "cd '" + classes.folder.string() + "' && '" +
                                grade_program().string() + "' pack --from solutions ";
    CHECK(run("sh", {"-c", packing + "02"}).status == 0);
    CHECK(fs::exists(classes.folder / "02-simple-gather.zip"));
    CHECK(run("sh", {"-c", packing + "02 04"}).status == 0);
    CHECK(fs::exists(classes.folder / "labs.zip"));
}

TEST_CASE("what cannot be read takes no mark away, and refuses only the labs it can be of") {
    const SmallClass classes;
    classes.grade("out", {"--labs", "04"});
    fs::create_symlink("/etc/passwd", classes.folder / "ada/notes");
    write(classes.folder / "bob/lab 4.rar", "no archive that is read");
    write(classes.folder / "gil.zip", "no archive");
    const auto said = classes.grade("out", {"--labs", "04"}).out;
    CHECK(said.find("files that cannot be read, of 4 students: see ") != std::string::npos);
    const auto marks = classes.marks("out");
    CHECK(marks.find("ada,02-simple-gather,graded,96") != std::string::npos);
    CHECK(marks.find("ada,04-shared-reduction,not_submitted") != std::string::npos);
    CHECK(marks.find("bob,04-shared-reduction,refused") != std::string::npos);
    CHECK(marks.find("gil,02-simple-gather,refused") != std::string::npos);
    CHECK(marks.find("gil,04-shared-reduction,refused") != std::string::npos);
}

TEST_CASE("what changed is not that of an earlier run, and refusals are told") {
    const SmallClass classes;
    classes.grade("out");
    write(classes.folder / "ada/02-simple-gather/matvec.cu", "nothing that compiles");
    CHECK(classes.grade("out").out.find("ada 02-simple-gather: 96 -> no mark: refused") !=
          std::string::npos);
    CHECK(fs::exists(classes.out("out") / "changes.txt"));
    classes.grade("out");
    CHECK_FALSE(fs::exists(classes.out("out") / "changes.txt"));
}

TEST_CASE("an earlier version handed in again is told as a change, and replayed") {
    const SmallClass classes;
    classes.grade("out", {"--only", "ada"});
    const auto handed_in = content(classes.folder / "ada/02-simple-gather/matvec.cu");
    write(classes.folder / "ada/02-simple-gather/matvec.cu", "nothing that compiles");
    classes.grade("out", {"--only", "ada"});
    write(classes.folder / "ada/02-simple-gather/matvec.cu", handed_in);
    CHECK(classes.grade("out", {"--only", "ada"})
              .out.find("ada 02-simple-gather: no mark: refused -> 96: another submission") !=
          std::string::npos);
    const auto replayed =
        run(grade_program(), {"replay", classes.out("out").string(), "ada", "02"});
    CHECK(replayed.out.find("02-simple-gather: 96\n") != replayed.out.npos);
}

TEST_CASE("an empty upload is said to be empty, since the table of files has no row for it") {
    const SmallClass classes;
    fs::create_directories(classes.folder / "gil");
    const auto said = classes.grade("out", {"--only", "gil"});
    INFO(said.out);
    CHECK(said.out.find("gil: the upload is empty") != said.out.npos);
    CHECK(said.out.find("eve: nothing is taken of the upload: see ") != said.out.npos);
    CHECK(classes.mark("out", "gil") == "not_submitted");
}

TEST_CASE("an answer for a file that is not there is told, and stays") {
    const SmallClass classes;
    classes.grade("out");
    const auto questions = classes.out("out") / "doubtful.toml";
    write(questions,
          "[[file]]\nstudent = 'dan'\nlab = '02-simple-gather'\nfile = 'matvec.cu'\n"
          "take = 'matvec-9.cu'\n");
    const auto again = classes.grade("out");
    CHECK(again.status == 1);
    CHECK(again.out.find("doubtful.toml:1: dan has handed in no file 'matvec-9.cu'") !=
          std::string::npos);
    CHECK(content(questions).find("\ntake = 'matvec-9.cu'") != std::string::npos);
}
