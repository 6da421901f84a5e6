// The command line as scripts use it: exit statuses, and one clear line for each mistake.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "grade_command.hpp"

using namespace course;

namespace {

/// `grade` with the arguments must exit with 2 and print exactly one line that contains `words`.
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
    CHECK(graded.lab.at("score").is_null());
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
    check_refused({"01", "--order", "sideways"}, "'sideways' is not an order");
    check_refused({"01", "--order", "random:"}, "'random:' is not an order");
    check_refused({"01", "--seed", "-x"}, "--seed: '-x' is not a whole number");
    check_refused({"01", "--seed", "-1"}, "--seed: '-1' is not a whole number");
    check_refused({"01", "--order", "random:x"}, "--order: 'random:x' is not an order");
    check_refused({"01", "--nonsense"}, "nonsense");
    check_refused({"01", "--case", "rung 9"},
                  "--case: no case of 01-scalar-loop has 'rung 9' in its name; they begin with "
                  "rung 1, rung 2,");
    check_refused({"01", "--case", "rung", "1"}, "--case \"rung 1\"");
    check_refused({"hint"}, "LAB");
    check_refused({"hint", "99"}, "unknown lab '99'");
    check_refused({"release", "--out", "/tmp/x.rar"}, "must end in");
}

TEST_CASE("arguments are refused before anything is built for them") {
    const auto read = [](const std::vector<std::string>& arguments) {
        return run(grade_program(), arguments, "KIT_ONLY_READ=1");
    };
    for (const auto& refused : std::vector<std::vector<std::string>>{
             {"99"}, {"run", "99"}, {"watc"}, {"01", "--nonsense"}, {"mutants", "99"}})
        CHECK_MESSAGE(read(refused).status == 2, refused.back());
    for (const auto& fine : std::vector<std::vector<std::string>>{
             {"all"}, {"01", "--from", "solutions"}, {"run", "01", "--rows", "10"}, {"demo"}}) {
        const auto said = read(fine);
        CHECK_MESSAGE(said.status == 0, fine.front());
        CHECK_MESSAGE(said.out == "", fine.front());
    }
}

TEST_CASE("a mistyped lab or command is answered with the one that is meant") {
    check_refused({"04-shared-reducton"}, "did you mean 04-shared-reduction?");
    check_refused({"wach"}, "unknown command 'wach'; did you mean watch?");
    check_refused({"relase", "--out", "x.zip"}, "unknown command 'relase'; did you mean release?");
    check_refused({"lsit", "--help"}, "unknown command 'lsit'; did you mean list?");
    check_refused({"04", "--sed", "3"}, "not understood: --sed; did you mean --seed?");
    check_refused({"hint", "04", "--al"}, "not understood: --al; did you mean --all?");
    check_refused({"lst"}, "unknown command 'lst'; did you mean list?");
    check_refused({"hint", "05-colaescing"}, "did you mean 05-coalescing?");
}

TEST_CASE("arguments of a lab's program need no --") {
    const auto plain = run(grade_program(), {"run", "01", "--rows", "10", "--from", "solutions"});
    CHECK(plain.status == 0);
    CHECK(plain.out.find("n = 10 rows") != std::string::npos);
    const auto parted =
        run(grade_program(), {"run", "01", "--from=solutions", "--", "--rows", "10"});
    CHECK(parted.out.find("n = 10 rows") != std::string::npos);
    const auto own = run(grade_program(), {"run", "01", "--audit", "--order=reverse", "--rows",
                                           "10", "--from", "solutions"});
    CHECK(own.status == 0);
    CHECK(own.out.find("n = 10 rows") != std::string::npos);
}

TEST_CASE("what a lab's program does not know is listed in the order in which it was given") {
    check_refused({"run", "10", "--from", "solutions", "--backend", "sim", "--rows", "10"},
                  "10-tiled-matmul: its program does not know: --rows 10; --help lists");
    check_refused({"list", "--more", "now"}, "not understood: --more now");
}

TEST_CASE("a part of a case's name may be written without capitals") {
    const auto said = run(grade_program(), {"01", "--from", "solutions", "--case", "RUNG 1"});
    CHECK(said.status == 0);
}

TEST_CASE("output that nobody can take is an error") {
    for (const char* command :
         {"list", "--help", "run --help", "run 02 --from solutions --rows 9"}) {
        CAPTURE(command);
        const auto said =
            run("/bin/sh", {"-c", grade_program().string() + " " + command + " > /dev/full"});
        CHECK(said.status == 2);
        CHECK(said.out.find("cannot write to standard output: No space left on device") !=
              std::string::npos);
    }
}

TEST_CASE("a report that cannot be written is noticed before anything is graded") {
    const Scratch scratch;
    const auto folder = scratch.path().string();
    check_refused({"all", "--json", "/nonexistent/a.json"}, "there is no folder /nonexistent");
    check_refused({"all", "--junit", folder}, "it is a folder");
    check_refused({"all", "--html", "/proc/version/a.html"}, "there is no folder /proc/version");
}

TEST_CASE("a mistake in the arguments of a lab's program is one line and exit status 2") {
    const std::string lab = "04";
    const auto with = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(),
                         {"run", lab, "--from", "solutions", "--backend", "sim", "--"});
        return arguments;
    };
    check_refused(with({"--rows", "abc"}), "--rows: 'abc' is not a whole number from 1 to ");
    check_refused(with({"--cols", "0"}), "--cols: '0' is not a whole number");
    check_refused(with({"--seed", "-1"}), "--seed: '-1' is not a whole number");
    check_refused(with({"--order", "random:x"}), "--order: 'random:x' is not an order");
    check_refused(with({"--order", "witness:junk"}), "--order: 'witness:junk' is not an order");
    check_refused(with({"--rows", "100000", "--cols", "100000"}), "at most 2^28");
    check_refused(with({"--rows", "16384", "--cols", "16384"}), "may be used");
}

TEST_CASE("lab 07's program refuses what its functions cannot work with") {
    const std::vector<std::string> run_it{"run",       "07",  "--from", "solutions",
                                          "--backend", "sim", "--"};
    const auto with = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), run_it.begin(), run_it.end());
        return arguments;
    };
    check_refused(with({"--sx", "-2"}), "--sx: '-2' is not a whole number");
    check_refused(with({"--sx", "9999999999"}), "--sx: '9999999999' is not a whole number");
    check_refused(with({"--rows", "0"}), "--rows: '0' is not a whole number");
    check_refused(with({"--rows", "4294967297"}), "--rows: '4294967297' is not a whole number");
    check_refused(with({"--rows", "100000"}), "at most 2^28");
    check_refused(with({"--rows", "16384"}), "may be used");
    check_refused(with({"--cols", "5"}), "--cols");
    // The solution itself refuses these, after the program's heading has been printed.
    const auto refuses = [&](std::vector<std::string> arguments, const std::string& words) {
        const auto said = run(grade_program(), with(std::move(arguments)));
        INFO(said.out);
        CHECK(said.status == 2);
        CHECK(said.out.find("07-atomics: " + words) != std::string::npos);
    };
    refuses({"--sx", "1"}, "sx must be a power of two from 2 on, not 1");
    refuses({"--sx", "0"}, "sx must be a power of two from 2 on, not 0");
    refuses({"--sx", "24"}, "sx must be a power of two from 2 on, not 24");
    refuses({"--sy", "3"}, "sy must be a power of two, not 3");
    refuses({"--sx", "64", "--sy", "32"}, "sx * sy must be at most 1024");
    refuses({"--sx", "65536", "--sy", "65536"}, "sx * sy must be at most 1024");
}

TEST_CASE("lab 08's program refuses a grid that does not fit, and sizes it cannot work with") {
    const auto refuses = [&](std::vector<std::string> arguments, const std::string& words) {
        std::vector<std::string> all{"run", "08", "--from", "solutions", "--backend", "sim", "--"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const auto said = run(grade_program(), all);
        INFO(said.out);
        CHECK(said.status == 2);
        CHECK(said.out.find(words) != std::string::npos);
    };
    refuses({"--rows", "100", "--blocks", "1057"}, "cudaErrorCooperativeLaunchTooLarge");
    refuses({"--blocks", "-1"}, "--blocks: '-1' is not a whole number");
    refuses({"--blocks", "4294967296"}, "--blocks: '4294967296' is not a whole number");
    refuses({"--sx", "1"}, "08-grid-groups: sx must be a power of two from 2 on, not 1");
    refuses({"--sx", "64", "--sy", "32"}, "08-grid-groups: sx * sy must be at most 1024");
    refuses({"--rows", "100000"}, "at most 2^28");
    refuses({"--rows", "16384"}, "may be used");
    refuses({"--compare", "--rows", "8"}, "--compare begins at n = 32");
}

TEST_CASE("lab 08's program compares the ways to split a row, and saves table and plot") {
    const Scratch scratch;
    const auto folder = (scratch.path() / "out").string();
    const auto said = run(grade_program(), {"run", "08", "--from", "solutions", "--backend", "sim",
                                            "--", "--compare", "--rows", "32", "--out", folder});
    INFO(said.out);
    CHECK(said.status == 0);
    CHECK(said.out.find("wrong") == std::string::npos);
    for (const auto* way : {"repeated launches", "shared + atomics", "atomics only", "grid_groups",
                            "last_block", "1/32/288", "1/1024/1280"})
        CHECK_MESSAGE(said.out.find(way) != std::string::npos, way);
    CHECK(content(folder + "/compare.csv").find("32 × 8,32,grid_groups,0.00,0.00,0.00,1,0,320\n") !=
          std::string::npos);
    CHECK(fs::file_size(folder + "/compare.svg") > 500);
}

TEST_CASE("without a lab 07 that can be built, lab 08's program compares what there is") {
    const Scratch scratch;
    fs::copy(kit.solutions() / "08-grid-groups", scratch.path() / "08-grid-groups");
    const auto compared = [&] {
        return run(grade_program(), {"run", "08", "--from", scratch.path().string(), "--backend",
                                     "sim", "--", "--compare", "--rows", "32"});
    };
    const auto missing = compared();
    INFO(missing.out);
    CHECK(missing.status == 0);
    CHECK(missing.out.starts_with("07-atomics: no folder 07-atomics to grade; --compare goes "));
    CHECK(missing.out.find("repeated launches") == std::string::npos);
    CHECK(missing.out.find("last_block") != std::string::npos);
    fs::create_directory(scratch.path() / "07-atomics");
    std::ofstream(scratch.path() / "07-atomics/atomics.cu") << "unfinished\n";
    const auto broken = compared();
    INFO(broken.out);
    CHECK(broken.status == 0);
    CHECK(broken.out.starts_with("07-atomics: does not compile: atomics.cu:1: error: "));
    CHECK(broken.out.find("; --compare goes without it\n") != std::string::npos);
}

TEST_CASE("unfinished functions of lab 07 are reported before lab 08's program uses them") {
    const Scratch scratch;
    fs::copy(kit.solutions() / "08-grid-groups", scratch.path() / "08-grid-groups");
    fs::create_directory(scratch.path() / "07-atomics");
    fs::copy(kit.labs() / "07-atomics/atomics.cu", scratch.path() / "07-atomics/atomics.cu");
    const auto folder = scratch.path() / "out";
    const auto said =
        run(grade_program(), {"run", "08", "--from", scratch.path().string(), "--backend", "sim",
                              "--", "--compare", "--rows", "32", "--out", folder.string()});
    INFO(said.out);
    CHECK(said.status == 1);
    CHECK(said.out.find("labs/07-atomics/atomics.cu still has TODOs") != std::string::npos);
    CHECK(said.out.find("08-grid-groups: nothing is saved, since not all is right") !=
          std::string::npos);
    CHECK_FALSE(fs::exists(folder));
}

TEST_CASE("a manual run shows the student's line of a finding") {
    const auto said =
        run(grade_program(), {"run", "04", "--from", "labs", "--backend", "sim", "--", "--function",
                              "textbook", "--rows", "3", "--cols", "256"});
    CAPTURE(said.out);
    CHECK(said.out.find("race") != std::string::npos);
    CHECK(said.out.find("| ") != std::string::npos);
    CHECK(said.out.find("Q[j + stride]") != std::string::npos);
}

TEST_CASE("the modules of lab 12's kernels are linked without a warning") {
    const auto said = run(grade_program(), {"run", "12", "--from", "solutions", "--backend", "sim",
                                            "--", "--compare", "--from", "16", "--to", "16"});
    INFO(said.out);
    CHECK(said.status == 0);
    CHECK(said.out.find("Warning") == std::string::npos);
}

TEST_CASE("lab 04's program compares its rungs with the gather as the rows become fewer") {
    const auto said = run(grade_program(), {"run", "04", "--from", "solutions", "--backend", "sim",
                                            "--", "--compare", "--rows", "64", "--cols", "64"});
    CAPTURE(said.out);
    CHECK(said.status == 0);
    CHECK(said.out.find("gather") < said.out.find("reduce_shared"));
    for (const auto* row : {"      64 ", "      16 ", "       4 ", "       1 "})
        CHECK_MESSAGE(said.out.find(row) != std::string::npos, row);
    CHECK(said.out.find("wrong") == std::string::npos);
    CHECK(said.out.find("4096 (1.52%)") != std::string::npos);   // a block of 64 threads a row
    CHECK(said.out.find("256 (0.0947%)") != std::string::npos);  // one block of the gather
}

TEST_CASE("lab 05's sweep counts on the simulator, and its files come back") {
    const Scratch scratch;
    const fs::path folder = scratch.path() / "made" / "for it";
    const auto said =
        run(grade_program(), {"run", "05", "--from", "solutions", "--backend", "sim", "--",
                              "--sweep", "--power", "4", "--out", folder.string()});
    CAPTURE(said.out);
    CHECK(said.status == 0);
    for (const auto* words :
         {"16 rows and 16 columns", "Transpose THEN B & M", "split, not shared"})
        CHECK_MESSAGE(said.out.find(words) != std::string::npos, words);
    CHECK(said.out.find("WRONG") == std::string::npos);
    CHECK(content(folder / "sweep.md").find("By BLOCK_WIDTH") != std::string::npos);
    CHECK(content(folder / "sweep.csv").find("\nnaive,0,256,16,16,") != std::string::npos);
}

TEST_CASE("the bench measures a page into a table, from which the page is written again") {
    const Scratch scratch;
    const auto folder = scratch.path() / "out";
    const auto bench = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"bench", "--out", folder.string(), "--backend", "sim"});
        return run(grade_program(), more);
    };
    const auto said = bench({"--only", "ladder-10-counts"});
    CAPTURE(said.out);
    CHECK(said.status == 0);
    CHECK(said.out.starts_with("[1/1] ladder-10-counts: measured in "));
    CHECK(content(folder / "ladder-10-counts.csv").find("\n128,strips,16384,") !=
          std::string::npos);
    const auto page = content(folder / "ladder-10-counts.md");
    CHECK(page.find("| strips | 16,384 |") != std::string::npos);
    CHECK(content(folder / "measured.csv").find("\nladder-10-counts,") != std::string::npos);
    fs::remove(folder / "ladder-10-counts.md");
    CHECK(bench({"--only", "ladder-10-counts", "--again"}).status == 0);
    CHECK(content(folder / "ladder-10-counts.md") == page);
    const auto unknown = bench({"--only", "ladder-11"});
    CHECK(unknown.status == 2);
    CHECK(unknown.out ==
          "grade: there is no page 'ladder-11' of this backend; did you mean 'ladder-10'?\n");
}

TEST_CASE("a page that needs Numba or HIP-CPU is left where there is none, and the bench says so") {
    const Scratch scratch;
    const auto said = run(grade_program(),
                          {"bench", "--out", scratch.path().string(), "--backend", "sim", "--only",
                           "simulator-numba", "simulator-hip-cpu"},
                          "KIT_PYTHON=/bin/false KIT_HIP_CPU=/nowhere");
    CHECK(said.status == 0);
    CHECK(said.out ==
          "[1/2] simulator-numba: /bin/false has no Numba; KIT_PYTHON may name another: "
          "not measured yet\n[2/2] simulator-hip-cpu: KIT_HIP_CPU names no clone of "
          "https://github.com/ROCm/HIP-CPU: not measured yet\n");
    CHECK(fs::is_empty(scratch.path()));
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
    CHECK(help.find("grade-rung") == std::string::npos);
}

TEST_CASE("a submission that cannot be graded has its reason, and exit status 2") {
    check_not_gradable(Submission(""), "empty");
    check_not_gradable(Submission("int f() { return undeclared_name; }\n"), "undeclared_name");
    check_not_gradable(Submission(std::string("int f();\0\n", 10)), "NUL");
    check_not_gradable(Submission(std::string("\xff\xfei\0n\0t\0", 8)), "UTF-16");
    check_not_gradable(Submission("int main() {}\n"), "main");
    check_not_gradable(Submission("void f() { asm(\"nop\"); }\n"), "inline assembly");
    check_not_gradable(Submission("#line 7 \"main.cpp\"\nint f();\n"), "#line");
    check_not_gradable(Submission("__attribute__((no_sanitize(\"thread\"))) void f() {}\n"),
                       "__attribute__");
    check_not_gradable(Submission("extern \"C\" void __tsan_read4(void*) {}\n"), "__tsan_read4");
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
}
