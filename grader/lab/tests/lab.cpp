// Valid and invalid lab declarations and names.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "lab/kit.hpp"
#include "lab/tests/temporary_kit.hpp"

namespace fs = std::filesystem;
using grader::lab::Kit;
using grader::lab::LabError;
using grader::lab::tests::TemporaryKit;

namespace {

struct DeclaredLabs : TemporaryKit {
    void declare(const std::string& slug, const std::string& toml) {
        put("labs/" + slug + "/lab.toml", toml);
        kit.slugs.push_back(slug);
    }
};

const std::string good = "title = 'Title'\neditable = ['a.cu', 'b.cu']\nhours = 2\n";

std::string reason(const Kit& kit, const std::string& name) {
    try {
        kit.find(name);
    } catch (const LabError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a lab is found by slug, by number, and by number without its zero") {
    DeclaredLabs temporary;
    temporary.declare("04-shared-reduction", good);
    for (const auto* name : {"04-shared-reduction", "04", "4"}) {
        const auto lab = temporary.kit.find(name);
        CHECK(lab.slug == "04-shared-reduction");
        CHECK(lab.title == "Title");
        CHECK(lab.editable == std::vector<std::string>{"a.cu", "b.cu"});
        CHECK(lab.hours == 2);
        CHECK(lab.number() == "04");
    }
}

TEST_CASE("a lab names by option the labs whose submissions its program calls, too") {
    DeclaredLabs temporary;
    temporary.declare("08-b", good + "also = { compare = '07-a' }\n");
    CHECK(temporary.kit.find("08").also == std::map<std::string, std::string>{{"compare", "07-a"}});
}

TEST_CASE(
    "a lab declares what the parts of its rungs are worth, and limits as numbers or formulas") {
    DeclaredLabs temporary;
    temporary.declare("01-a", good +
                                  "[points]\n'rung 1' = { correct = 20, fast = 1.5 }\n"
                                  "[limits]\ngather = '0.8 + m'\nscatter = 2.1\n");
    const auto lab = temporary.kit.find("01");
    using grader::score::Part;
    CHECK(lab.points ==
          grader::score::RungPoints{{"rung 1", {{Part::correct, 20}, {Part::fast, 1.5}}}});
    CHECK(lab.limits ==
          std::map<std::string, std::string>{{"gather", "0.8 + m"}, {"scatter", "2.1"}});
}

TEST_CASE("an unknown lab is refused with the names of the known ones") {
    DeclaredLabs temporary;
    temporary.declare("01-a", good);
    temporary.declare("02-b", good);
    CHECK(reason(temporary.kit, "03") == "unknown lab '03'; the labs are 01-a, 02-b");
    CHECK(reason(temporary.kit, "") == "unknown lab ''; the labs are 01-a, 02-b");
    CHECK(reason(temporary.kit, "0") == "unknown lab '0'; the labs are 01-a, 02-b");
}

TEST_CASE("several names give each lab once, in the order of the table") {
    DeclaredLabs temporary;
    temporary.declare("01-a", good);
    temporary.declare("02-b", good);
    temporary.declare("04-c", good);
    const std::vector<std::string> names{"4", "01", "04-c"};
    const auto labs = temporary.kit.find_all(names);
    REQUIRE(labs.size() == 2);
    CHECK(labs[0].slug == "01-a");
    CHECK(labs[1].slug == "04-c");
    const std::vector<std::string> all{"02", "all"};
    CHECK(temporary.kit.find_all(all).size() == 3);
}

TEST_CASE("a faulty declaration is refused with its file, its line and what is wrong") {
    const std::vector<std::pair<std::string, std::string>> faults{
        {"editable = ['a.cu']", "lab.toml: 'title' is missing"},
        {"title = 'T'", "lab.toml: 'editable' is missing or empty"},
        {"title = 'T'\neditable = []", "lab.toml: 'editable' is missing or empty"},
        {"title = ''", "lab.toml:1: 'title' must be a text that is not empty"},
        {"title = 'T'\neditable = 'a.cu'", "lab.toml:2: 'editable' must be a list of texts"},
        {"title = 'T'\neditable = ['../a.cu']", "lab.toml:2: '../a.cu' is not a plain file name"},
        {"title = 'T'\neditable = ['.cu']", "lab.toml:2: '.cu' is not a plain file name"},
        {"title = 'T'\nalso = '02-b'", "lab.toml:2: 'also' must be a table of texts"},
        {"title = 'T'\nalso = { compare = 2 }", "lab.toml:2: 'compare' must be a text that"},
        {"titel = 'T'", "lab.toml:1: unknown key 'titel'"},
        {"title = 'T'\nhours = -1", "lab.toml:2: 'hours' must be a positive number"},
        {"title = 'T'\n\ntitle =", "lab.toml:3: "},
        {"points = 100", "lab.toml:1: 'points' must be a table such as { correct = 20, safe = 5 }"},
        {"[points]\n'rung 1' = 5", "lab.toml:2: 'rung 1' must be a table such as"},
        {"[points]\n'rung 1' = { quick = 5 }", "lab.toml:2: no part is called 'quick'"},
        {"[points]\n'rung 1' = { safe = 0 }", "lab.toml:2: 'safe' must be a positive number"},
        {"limits = 3", "lab.toml:1: 'limits' must be a table of formulas"},
        {"[limits]\ngather = -1", "lab.toml:2: 'gather' must be a positive number"},
        {"[limits]\ngather = []", "lab.toml:2: 'gather' must be a text that is not empty"},
    };
    for (const auto& [toml, expected] : faults) {
        DeclaredLabs temporary;
        temporary.declare("01-a", toml);
        CAPTURE(toml);
        CHECK(reason(temporary.kit, "01").find(expected) != std::string::npos);
    }
}

TEST_CASE("a lab in the table without its folder is refused with the missing file") {
    DeclaredLabs temporary;
    temporary.kit.slugs = {"01-a"};
    CHECK(reason(temporary.kit, "01").find("01-a/lab.toml") != std::string::npos);
}

TEST_CASE("the kit this was built from has its labs in order") {
    const auto kit = grader::lab::this_kit();
    CHECK(fs::exists(kit.source / "meson.build"));
    CHECK(std::ranges::is_sorted(kit.slugs));
    CHECK_FALSE(kit.slugs.empty());
}
