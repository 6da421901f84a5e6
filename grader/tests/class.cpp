// Grades a class: what an instructor may rely on who is interrupted, answers questions, and must
// defend a mark.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "grade_command.hpp"
#include "json_text.hpp"

using namespace course;

namespace {

const std::string lab = "02-simple-gather";

void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

/// Six students, one of each kind.
struct Class {
    Scratch scratch;
    fs::path folder = scratch.path() / "downloads";
    std::string solution = content(kit.solutions() / lab / "matvec.cu");

    Class() {
        write(folder / "ada/02-simple-gather/matvec.cu", solution);
        write(folder / "bob/MatVec (1).cu", solution);
        write(folder / "cy/matvec.cu", "no C++");
        write(folder / "dan/matvec.cu", solution + "// one\n");
        write(folder / "dan/matvec-1.cu", solution + "// two\n");
        write(folder / "eve/notes.txt", "sorry");
        write(folder / "fay.zip", "no archive");
    }
    fs::path out(const std::string& name) const { return scratch.path() / name; }
    std::vector<std::string> arguments(const std::string& name) const {
        return {"class", folder.string(), "--out", out(name).string(), "--labs", "02", "--seed",
                "7",     "--backend",     "sim",   "--jobs",           "2"};
    }
    Said grade(const std::string& name, const std::vector<std::string>& more = {}) const {
        auto all = arguments(name);
        all.insert(all.end(), more.begin(), more.end());
        return run(grade_program(), all);
    }
    std::string mark(const std::string& name, const std::string& student) const {
        const auto marks = json_text::parse(content(out(name) / "marks.json"));
        for (const auto& one : marks.at("marks"))
            if (one.at("student") == student)
                return one.at("outcome").get<std::string>() +
                       (one.at("score").is_null() ? "" : " " + one.at("score").dump());
        return "none";
    }
    std::string marks(const std::string& name) const { return content(out(name) / "marks.csv"); }
};

/// Starts grading, and kills the grader after `time`, without a chance to clean up.
void grade_and_kill(const Class& classes, const std::string& name, std::chrono::milliseconds time) {
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
    const Class classes;
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
    const Class classes;
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
    const Class classes;
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
    const Class classes;
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
    const Class classes;
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
    const Class classes;
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
    const Class classes;
    const auto archive = (classes.folder / "gil.zip").string();
    CHECK(run(grade_program(), {"pack", "02", "--from", "solutions", "--out", archive}).status ==
          0);
    classes.grade("out", {"--only", "gil"});
    CHECK(classes.mark("out", "gil") == "graded 100.0");
}

TEST_CASE("what a student packs is named after the lab, unless another name is given") {
    const Class classes;
    const std::string packing = "cd '" + classes.folder.string() + "' && '" +
                                grade_program().string() + "' pack --from solutions ";
    CHECK(run("sh", {"-c", packing + "02"}).status == 0);
    CHECK(fs::exists(classes.folder / "02-simple-gather.zip"));
    CHECK(run("sh", {"-c", packing + "02 04"}).status == 0);
    CHECK(fs::exists(classes.folder / "labs.zip"));
}

TEST_CASE("marks are reported, decided by hand and filled into a learning system's table") {
    const Class classes;
    write(classes.out("out") / "course.toml",
          "[late]\npenalty = 10\n[labs]\n02 = { due = 2026-12-01T12:00:00Z }\n"
          "[students.ada]\nid = '11'\n");
    classes.grade("out", {"--at", "2026-12-02T13:00:00Z"});
    const auto out = classes.out("out").string();
    const auto command = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin() + 1, out);
        return run(grade_program(), arguments);
    };
    CHECK(command({"decide", "cy", "02", "50", "--reason", "the compiler was wrong"}).status == 0);
    CHECK(command({"report"}).status == 0);
    CHECK(content(classes.out("out") / "totals.csv") ==
          "student,02-simple-gather,total\nada,76.80,76.80\nbob,76.80,76.80\ncy,50.00,50.00\n"
          "dan,,0.00\neve,,0.00\nfay,0.00,0.00\n");
    CHECK(content(classes.out("out") / "report.html").find("<svg") != std::string::npos);
    const auto history = command({"report", "--student", "cy"});
    CHECK(history.out.find("decided: the compiler was wrong") != history.out.npos);
    const auto table = classes.out("canvas.csv");
    write(table, "Student,ID,Lab 2 (1)\nPoints Possible,,50\nLovelace,11,\n\"Who, Ever\",12,\n");
    const auto filled = command({"export", "--canvas", table.string(), "--to", table.string()});
    CHECK(filled.status == 1);  // some students are missing in one of the two
    CHECK(filled.out.find("in the table, and not in the class: Who, Ever") != filled.out.npos);
    CHECK(content(table) ==
          "Student,ID,Lab 2 (1)\nPoints Possible,,50\nLovelace,11,38.4\n\"Who, Ever\",12,\n");
}

TEST_CASE(
    "a page for each student is made from the gradebook, and made again only where it changed") {
    const Class classes;
    write(classes.out("out") / "course.toml", "title = 'GPU <programming>'\n[labs]\n02 = {}\n");
    classes.grade("out");
    const auto report = [&] {
        return run(grade_program(), {"report", classes.out("out").string(), "--pages"});
    };
    const auto said = report();
    CHECK(said.out.find("4 pages for students: ") != said.out.npos);
    const auto file = classes.out("out") / "feedback/ada/02-simple-gather.html";
    const auto page = content(file);
    CHECK(page.find("<h1>Grading report: ada</h1>\n<p>GPU &lt;programming&gt;</p>") != page.npos);
    CHECK(page.find("first failure") == page.npos);
    const auto refused = content(classes.out("out") / "feedback/cy/02-simple-gather.html");
    CHECK(refused.find("not gradable") != refused.npos);
    const auto before = fs::last_write_time(file);
    report();
    CHECK(fs::last_write_time(file) == before);
    run(grade_program(),
        {"decide", classes.out("out").string(), "ada", "02", "50", "--reason", "plagiarism"});
    report();
    CHECK(content(file).find("Counts as 50.0 points, decided by hand.") != page.npos);
    CHECK(content(file).find("plagiarism") == page.npos);
}

TEST_CASE("a member of a group without an own upload is graded, and can be looked at") {
    const Class classes;
    write(classes.out("out") / "course.toml",
          "[labs]\n02 = {}\n[students.ada]\ngroup = '1'\n[students.gil]\ngroup = '1'\n");
    classes.grade("out", {"--only", "ada"});
    const auto out = classes.out("out").string();
    const auto history = run(grade_program(), {"report", out, "--student", "gil"});
    CHECK(history.status == 0);
    CHECK(history.out.find(", handed in by ada") != history.out.npos);
    CHECK(run(grade_program(), {"decide", out, "gil", "02", "50", "--reason", "ill"}).status == 0);
    CHECK(run(grade_program(), {"report", out})
              .out.find("in course.toml, and without a submission: gil") != std::string::npos);
    const auto unknown = run(grade_program(), {"report", out, "--student", "hal"});
    CHECK(unknown.status == 2);
    CHECK(unknown.out.find("marks.csv has the names") != std::string::npos);
    CHECK(run(grade_program(), {"report", out, "--student", "gi"}).out.find("there is 'gil'") !=
          std::string::npos);
}

TEST_CASE("the roster gives names, and those who have handed in nothing a row of their own") {
    const Class classes;
    fs::create_directories(classes.out("out"));
    write(classes.out("out") / "course.toml", "roster = 'participants.csv'\n[labs]\n02 = {}\n");
    write(classes.out("out") / "participants.csv",
          "First name,Last name,Email address\nADA,,a@x\nBob,,b@x\nGil,Bates,g@x\n");
    const auto said = classes.grade("out").out;
    CHECK(said.find("\nnot on the roster: cy; dan; eve; fay\n") != said.npos);
    const auto marks = classes.marks("out");
    CHECK(marks.find(",kit_version,name\n") != marks.npos);
    CHECK(marks.find("\nGil Bates,02-simple-gather,not_submitted,") != marks.npos);
    CHECK(marks.find(",ADA\n") != marks.npos);
    const auto report = run(grade_program(), {"report", classes.out("out").string(), "--pages"});
    CHECK(report.out.find("on the roster, and without a submission: Gil Bates") !=
          std::string::npos);
    CHECK(content(classes.out("out") / "totals.csv").find("\nGil Bates,Gil Bates,,0.00\n") !=
          std::string::npos);
    CHECK(content(classes.out("out") / "feedback/ada/02-simple-gather.html")
              .find("<h1>Grading report: ADA</h1>") != std::string::npos);
    write(classes.out("out") / "participants.csv", "Nom,Email\nA,b@x\n");
    const auto wrong = classes.grade("out");
    CHECK(wrong.status == 2);
    CHECK(wrong.out.find("course.toml:1: ") != std::string::npos);
}

TEST_CASE("the report names the labs that lower each total unseen") {
    const Class classes;
    classes.grade("out", {"--only", "ada"});
    const auto report = [&] {
        return run(grade_program(), {"report", classes.out("out").string()}).out;
    };
    CHECK(report().find("nobody has handed them in: 01-scalar-loop, 03-") != std::string::npos);
    CHECK(report().find("03-thread-organisation           0        -        -        -") !=
          std::string::npos);
    write(classes.out("out") / "course.toml", "[labs]\n02 = {}\n");
    CHECK(report().find("nobody has handed them in") == std::string::npos);
}

TEST_CASE("a name is found as marks.csv shows it") {
    const Class classes;
    write(classes.folder / "-gil/matvec.cu", classes.solution);
    classes.grade("out", {"--labs", "02"});
    CHECK(classes.marks("out").find("\n'-gil,") != std::string::npos);
    CHECK(run(grade_program(), {"replay", classes.out("out").string(), "'-gil", "02"}).status == 0);
}

TEST_CASE("what cannot be read takes no mark away, and refuses only the labs it can be of") {
    const Class classes;
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
    const Class classes;
    classes.grade("out");
    write(classes.folder / "ada/02-simple-gather/matvec.cu", "nothing that compiles");
    CHECK(classes.grade("out").out.find("ada 02-simple-gather: 96 -> no mark: refused") !=
          std::string::npos);
    CHECK(fs::exists(classes.out("out") / "changes.txt"));
    classes.grade("out");
    CHECK_FALSE(fs::exists(classes.out("out") / "changes.txt"));
}

TEST_CASE("an earlier version handed in again is told as a change, and replayed") {
    const Class classes;
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
    const Class classes;
    fs::create_directories(classes.folder / "gil");
    const auto said = classes.grade("out", {"--only", "gil"});
    INFO(said.out);
    CHECK(said.out.find("gil: the upload is empty") != said.out.npos);
    CHECK(said.out.find("eve: nothing is taken of the upload: see ") != said.out.npos);
    CHECK(classes.mark("out", "gil") == "not_submitted");
}

TEST_CASE("an answer for a file that is not there is told, and stays") {
    const Class classes;
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

TEST_CASE("what cannot be decided or exported is one line, and exit status 2") {
    const Class classes;
    const auto out = classes.out("none").string();
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"report", out},
          {"decide", out, "ada", "02", "101", "--reason", "x"},
          {"export", out, "--to", "x"},
          {"decide", out, "ada", "02", "nan", "--reason", "x"},
          {"decide", out, "ada", "02", "50", "--reason", " "},
          {"class", "nosuch", "--out", out},
          {"class", classes.folder.string(), "--out", out, "--labs", "99"},
          {"class", classes.folder.string(), "--out", out, "--only", "nobody"},
          {"class", classes.folder.string(), "--out", out, "--seed", "9007199254740993"},
          {"class", classes.folder.string(), "--out", out, "--sbatch", "--partition=short"},
          {"class", classes.folder.string(), "--out", classes.folder.string()},
          {"class", (classes.folder / "ada").string(), "--out", out, "--labs", "all", "--only",
           "x"},
          {"class", classes.folder.string(), "--out", "/proc/x/y"},
          {"class", classes.folder.string(), "--out", out, "--at", "tomorrow"}}) {
        const auto said = run(grade_program(), arguments);
        CHECK(said.status == 2);
        CHECK_FALSE(said.out.empty());
    }
    CHECK_FALSE(fs::exists(classes.out("none") / "gradebook.sqlite"));
}
