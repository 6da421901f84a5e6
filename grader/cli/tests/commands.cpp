// The small commands: hints come one at a time, and a reset loses nothing.
#include "cli/commands.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <sstream>
#include <string>

#include "cli/attempts.hpp"
#include "cli/hints.hpp"
#include "lab/hints.hpp"
#include "lab/tests/temporary_kit.hpp"

namespace fs = std::filesystem;
using namespace grader;
using namespace grader::cli;

namespace {

/// A kit with one lab, whose skeleton is in place.
struct OneLab : lab::tests::TemporaryKit {
    OneLab() {
        kit.slugs = {"01-a"};
        put("labs/01-a/lab.toml", "title = 'The first'\neditable = ['a.cu']\nhours = 1.5\n");
        put("labs/01-a/HINTS.md", "# Hints\n\n## One\n\nFirst.\n\n## Two\nSecond.\n");
        put("labs/01-a/a.cu", "// TODO: do it (about 1 line)\n");
        put("solutions/01-a/a.cu", "// BEGIN SOLUTION: do it\nx();\n// END SOLUTION\n");
    }
};

std::string said(const auto& command) {
    std::ostringstream out;
    CHECK(command(out) == grader::cli::full_marks);
    return out.str();
}

}  // namespace

TEST_CASE("steps are the headings of the second level with what follows them") {
    CHECK(lab::hint_steps("# T\nx\n## A\na\n### deeper\n\n## B") ==
          std::vector<std::string>{"## A\na\n### deeper", "## B"});
    CHECK(lab::hint_steps("").empty());
    CHECK(lab::hint_steps("no heading\n").empty());
}

TEST_CASE("each call gives the next hint, and the last stays") {
    OneLab t;
    const auto next = [&] {
        return said([&](auto& out) { return hint(t.kit, "01", false, out); });
    };
    CHECK(next() == "## One\n\nFirst.\n\n(1 of 2; the same command gives the next one)\n");
    CHECK(next() ==
          "## Two\nSecond.\n\n(2 of 2; this is the last one, `grade hint 01 --all` shows them "
          "all)\n");
    CHECK(next() ==
          "## Two\nSecond.\n\n(2 of 2; this is the last one, `grade hint 01 --all` shows them "
          "all)\n");
}

TEST_CASE("a count of hints that someone spoilt starts again") {
    OneLab t;
    t.put("build/hints/01-a", "-7 rubbish");
    CHECK(said([&](auto& out) { return hint(t.kit, "01", false, out); }).starts_with("## "));
}

TEST_CASE("all hints at once leave the count alone") {
    OneLab t;
    CHECK(said([&](auto& out) { return hint(t.kit, "01", true, out); }) ==
          "## One\n\nFirst.\n\n## Two\nSecond.\n\n");
    CHECK(said([&](auto& out) { return hint(t.kit, "01", false, out); }).starts_with("## One"));
}

TEST_CASE("a lab without hints says so") {
    OneLab t;
    t.put("labs/01-a/HINTS.md", "");
    std::ostringstream out;
    CHECK_THROWS_WITH_AS(hint(t.kit, "01", false, out), "01-a has no hints", lab::LabError);
}

TEST_CASE("the list names each lab, its hours, how far one is, its title, and what is next") {
    OneLab t;
    const auto listed = [&] { return said([&](auto& out) { return list(t.kit, out); }); };
    const std::string next = "next: labs/01-a/README.md, then ./grader/grade watch 01\n";
    CHECK(listed() == "> 01-a                    1.5 h                The first\n" + next);
    keep(t.kit, "01-a", {.score = 88, .max_score = 100, .cases = {}, .work = {}});
    CHECK(listed() == "> 01-a                    1.5 h  88, 1 try     The first\n" + next);
    keep(t.kit, "01-a", {.score = 100, .max_score = 100, .cases = {}, .work = {}});
    CHECK(listed() ==
          "+ 01-a                    1.5 h  100, 2 tries  The first\nall labs have all points\n");
}

TEST_CASE("next is the lab that was graded last, until it has its points, then one never graded") {
    OneLab t;
    t.kit.slugs = {"01-a", "02-b", "03-c"};
    for (const char* slug : {"02-b", "03-c"}) {
        t.put(fmt::format("labs/{}/lab.toml", slug), "title = 'T'\neditable = ['a.cu']\n");
        t.put(fmt::format("solutions/{}/a.cu", slug), "");
    }
    const auto graded = [&](const std::string& slug, double score, int hours_ago) {
        keep(t.kit, slug, {.score = score, .max_score = 100, .cases = {}, .work = {}});
        fs::last_write_time(t.kit.build / "attempts" / slug,
                            fs::file_time_type::clock::now() - std::chrono::hours(hours_ago));
    };
    const auto next = [&] {
        const auto all = said([&](auto& out) { return list(t.kit, out); });
        return all.substr(all.find("next: labs/") + 11, 4);
    };
    CHECK(next() == "01-a");
    graded("01-a", 98, 9);
    CHECK(next() == "01-a");
    graded("02-b", 60, 8);
    CHECK(next() == "02-b");
    graded("02-b", 100, 7);
    CHECK(next() == "03-c");
    graded("03-c", 100, 6);
    CHECK(next() == "01-a");
}

TEST_CASE("next names predict only where a question is open") {
    OneLab t;
    t.put("labs/01-a/lab.toml", "title = 'T'\neditable = ['a.cu']\nanswers = ['predict.toml']\n");
    const std::string asked = "# A question.\n\n[f]\nblocks = ";
    t.put("solutions/01-a/predict.toml", asked + "\"3\"\n");
    const auto has_predict = [&](const std::string& answer) {
        t.put("labs/01-a/predict.toml", asked + '"' + answer + "\"\n");
        return said([&](auto& out) { return list(t.kit, out); }).find("predict") !=
               std::string::npos;
    };
    CHECK(has_predict(""));
    CHECK_FALSE(has_predict("4"));
}

TEST_CASE("no hint is forced on somebody who has all points") {
    OneLab t;
    keep(t.kit, "01-a", {.score = 100, .max_score = 100, .cases = {}, .work = {}});
    CHECK(said([&](auto& out) { return hint(t.kit, "01", false, out); }) ==
          "01-a has all of its points; `grade hint 01 --all` shows the hints\n");
    CHECK(said([&](auto& out) { return hint(t.kit, "01", true, out); }).starts_with("## One"));
}

TEST_CASE("answers are shown with the last point, and to those who have the solutions") {
    OneLab t;
    t.put("labs/01-a/ANSWERS.md", "Because.\n");
    const auto told = [&] { return said([&](auto& out) { return answers(t.kit, "1", out); }); };
    CHECK(told() == "Because.\n");
    fs::remove_all(t.kit.solutions());
    std::ostringstream out;
    CHECK_THROWS_WITH_AS(answers(t.kit, "1", out),
                         "01-a has 0 of its points so far: answers come with the last one",
                         lab::LabError);
    keep(t.kit, "01-a", {.score = 100, .max_score = 100, .cases = {}, .work = {}});
    CHECK(told() == "Because.\n");
}

TEST_CASE("a reset keeps every earlier version under a name of its own") {
    OneLab t;
    const auto again = [&] { return said([&](auto& out) { return reset(t.kit, "1", out); }); };
    t.put("labs/01-a/a.cu", "my first try\n");
    CHECK(again() == "kept your file as labs/01-a/a.cu.1\nwrote labs/01-a/a.cu\n");
    t.put("labs/01-a/a.cu", "my second try\n");
    CHECK(again() == "kept your file as labs/01-a/a.cu.2\nwrote labs/01-a/a.cu\n");
    CHECK(again() == "01-a is untouched; there is nothing to reset\n");
    CHECK(t.get("labs/01-a/a.cu.1") == "my first try\n");
    CHECK(t.get("labs/01-a/a.cu.2") == "my second try\n");
    CHECK(t.get("labs/01-a/a.cu") == "// TODO: do it (about 1 line)\n");
}

TEST_CASE("a reset starts the hints over") {
    OneLab t;
    const auto next = [&] {
        return said([&](auto& out) { return hint(t.kit, "01", false, out); });
    };
    CHECK(next().starts_with("## One"));
    said([&](auto& out) { return reset(t.kit, "1", out); });
    CHECK(next().starts_with("## One"));
}

TEST_CASE("a reset brings a deleted file back") {
    OneLab t;
    fs::remove(t.kit.source / "labs/01-a/a.cu");
    CHECK(said([&](auto& out) { return reset(t.kit, "1", out); }) == "wrote labs/01-a/a.cu\n");
}

TEST_CASE("a drifted skeleton is named and costs the full exit status until it is written") {
    OneLab t;
    t.put("labs/01-a/a.cu", "drifted\n");
    std::ostringstream out;
    CHECK(skeletons(t.kit, false, out) == below_full_marks);
    CHECK(out.str() == "drifted from its solution: labs/01-a/a.cu\n");
    CHECK(said([&](auto& o) { return skeletons(t.kit, true, o); }) == "wrote labs/01-a/a.cu\n");
    CHECK(said([&](auto& o) { return skeletons(t.kit, false, o); }).empty());
}
