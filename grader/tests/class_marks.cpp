// The marks of a class: reported, decided by hand, and exported.
#include <doctest/doctest.h>

#include "small_class.hpp"

using namespace course;

TEST_CASE("marks are reported, decided by hand and filled into a learning system's table") {
    const SmallClass classes;
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
    const SmallClass classes;
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
    const SmallClass classes;
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
    const SmallClass classes;
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
    const SmallClass classes;
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
    const SmallClass classes;
    write(classes.folder / "-gil/matvec.cu", classes.solution);
    classes.grade("out", {"--labs", "02"});
    CHECK(classes.marks("out").find("\n'-gil,") != std::string::npos);
    CHECK(run(grade_program(), {"replay", classes.out("out").string(), "'-gil", "02"}).status == 0);
}

TEST_CASE("what cannot be decided or exported is one line, and exit status 2") {
    const SmallClass classes;
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
