// Tests of the course: the lab named by LAB keeps every rule, its solution gets full marks in every
// thread order, and its skeleton compiles and gets none.
#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "authoring/rules.hpp"
#include "grade_command.hpp"
#include "skeleton/skeletons.hpp"

using namespace course;
namespace authoring = grader::authoring;
using namespace grader;

namespace {

void check(const authoring::Rule& rule) {
    for (const auto& fault : rule.faults) FAIL_CHECK(rule.promise, ": ", fault);
}

/// In the default orders; graded only once.
const Graded& graded_solution() {
    static const Graded graded = grade(the_lab().slug, kit.solutions());
    return graded;
}

}  // namespace

TEST_CASE("the lab's files keep the rules of the course") {
    for (const auto& rule : authoring::rules_of_files(kit, the_lab())) check(rule);
}

TEST_CASE("the solution gets full marks in every thread order, with the points of the task sheet") {
    CHECK(graded_solution().status == 0);
    for (const auto& rule : authoring::rules_of_marks(the_lab(), graded_solution().result()))
        check(rule);
    for (const auto* order : {"random:1", "random:2", "random:3"}) {
        CAPTURE(order);
        const auto graded = grade(the_lab().slug, kit.solutions(), {"--order", order});
        CHECK(graded.status == 0);
        CHECK(graded.lab.contains("work") == the_lab().board);
        for (const auto& rule : authoring::rules_of_marks(the_lab(), graded.result())) check(rule);
    }
}

TEST_CASE("the skeleton compiles, fails loudly and scores nothing") {
    const Scratch scratch;
    fs::create_directory(scratch.path() / the_lab().slug);
    for (const auto& skeleton : skeleton::pristine(kit, the_lab())) {
        std::ofstream(scratch.path() / the_lab().slug / skeleton.path.filename()) << skeleton.text;
    }
    const auto graded = grade(the_lab().slug, scratch.path());
    INFO(graded.terminal);
    CHECK(graded.status == 1);
    CHECK(graded.lab.at("score") == 0);
    check(authoring::rule_of_skeleton(graded.result()));
    const bool fails = graded.terminal.find("first failure") != std::string::npos;
    const bool asks = graded.terminal.find("still to do") != std::string::npos;
    CHECK((fails || asks));
    // Whoever sees this screen has still to look for the mistakes of the hunts.
    const bool is_held_back = graded.lab.dump().find("This is the hunt") != std::string::npos;
    CHECK(is_held_back == !the_lab().hunts.empty());
}
