// Reads pages.toml: the pages, and what must run for them.
#include "cli/measurements.hpp"

#include <doctest/doctest.h>

#include "build/stage.hpp"

using namespace grader;
using namespace grader::cli;

namespace {

std::string trouble(const char* text) {
    try {
        measurements_in(text);
    } catch (const lab::LabError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a page of a lab names the runs of its program") {
    const auto all = measurements_in(
        "[[page]]\nname = 'a'\nbackend = 'cuda'\nlab = '05'\nruns = [['--x', '1'], ['--y']]\n"
        "[[page]]\nname = 'b'\nbackend = 'sim'\nmeasure = 'verdicts'\n");
    REQUIRE(all.size() == 2);
    CHECK(all[0].backend == build::Backend::cuda);
    CHECK(all[0].runs == std::vector<std::vector<std::string>>{{"--x", "1"}, {"--y"}});
    CHECK(all[1].what == Measures::verdicts);
}

TEST_CASE("a page can be measured by a script of the kit's") {
    const auto all = measurements_in(
        "[[page]]\nname = 'a'\nbackend = 'cuda'\nlab = '13'\nmeasure = 'script'\nscript = "
        "'b/c.sh'\n");
    REQUIRE(all.size() == 1);
    CHECK(all[0].what == Measures::script);
    CHECK(all[0].script == "b/c.sh");
    CHECK(trouble("[[page]]\nname = 'a'\nbackend = 'cuda'\nmeasure = 'script'\n") ==
          "pages.toml: a: a script makes the pages that are measured by a script, and no others");
}

TEST_CASE("a declaration that is not whole is named") {
    CHECK(trouble("[[page]]\nbackend = 'sim'\n") ==
          "pages.toml: a page without a name: it needs one");
    CHECK(trouble("[[page]]\nname = 'a'\n") == "pages.toml: a: backend is sim or cuda");
    CHECK(trouble("[[page]]\nname = 'a'\nbackend = 'sim'\nlab = '05'\n") ==
          "pages.toml: a: it needs a lab, and runs of its program");
    CHECK(trouble("[[page]]\nname = 'a'\nbackend = 'sim'\nmeasure = 'luck'\n") ==
          "pages.toml: a: nobody knows how to measure that");
    CHECK(trouble("[[page]]\nname = 'a'\nbackend = 'sim'\nlab = '05'\nruns = ['--x']\n") ==
          "pages.toml: a: runs are lists of words");
    CHECK(trouble("[[page\n").starts_with("pages.toml:1: "));
}
