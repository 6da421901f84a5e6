// What derivation keeps, replaces and refuses.
#include "skeleton/derive.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

using grader::skeleton::derive;
using grader::skeleton::SkeletonError;
using grader::skeleton::without_answers;

namespace {

std::string refusal(const std::string& text) {
    try {
        derive(text, "a.cu");
    } catch (const SkeletonError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a region becomes one TODO with its task, its size and its indentation") {
    CHECK(derive("int f() {\n"
                 "    // BEGIN SOLUTION: return the answer\n"
                 "    // Forty-two, of course.\n"
                 "\n"
                 "    int answer = 42;\n"
                 "    return answer; // here\n"
                 "    // END SOLUTION\n"
                 "}\n",
                 "a.cu") ==
          "int f() {\n"
          "    // TODO: return the answer (about 2 lines)\n"
          "}\n");
}

TEST_CASE("a directive is a line of code, although it begins as a comment of Python's") {
    CHECK(derive("// BEGIN SOLUTION: do it\n#pragma unroll\nx();\n// END SOLUTION\n", "a.cu") ==
          "// TODO: do it (about 2 lines)\n");
}

TEST_CASE("a task that is wrapped over several lines is read as a whole") {
    const std::string full =
        "    // BEGIN SOLUTION: sum this thread's products: columns tx + "
        "blockDim.x * (part, part + parts,\n";
    CHECK(derive(full + "    // ...)\n    // Not the task.\n    x();\n    // END SOLUTION\n",
                 "a.cu") ==
          "    // TODO: sum this thread's products: columns tx + blockDim.x * (part, part + parts, "
          "...) (about 1 line)\n");
    CHECK(derive(full + "    x();\n    // ...)\n    // END SOLUTION\n", "a.cu").find("...") ==
          std::string::npos);
}

TEST_CASE("a region of one line says line, not lines") {
    CHECK(derive("// BEGIN SOLUTION: do it\nx();\n// END SOLUTION\n", "a.cu") ==
          "// TODO: do it (about 1 line)\n");
}

TEST_CASE("what stands outside the regions is kept byte for byte") {
    CHECK(derive("\ta \r\n\n// BEGIN SOLUTION: do it\nx();\n// END SOLUTION\n \xC3\xA9 no end",
                 "a.cu") == "\ta \r\n\n// TODO: do it (about 1 line)\n \xC3\xA9 no end");
}

TEST_CASE("several regions are replaced each for itself") {
    CHECK(derive("// BEGIN SOLUTION: a\nx();\n// END SOLUTION\nkeep\n"
                 "// BEGIN SOLUTION: b\ny();\nz();\n// END SOLUTION",
                 "a.cu") == "// TODO: a (about 1 line)\nkeep\n// TODO: b (about 2 lines)\n");
}

TEST_CASE("a faulty region is refused with its line") {
    const std::string region = "// BEGIN SOLUTION: a\nx();\n// END SOLUTION\n";
    CHECK(refusal("\n// BEGIN SOLUTION: a\nx();\n// BEGIN SOLUTION: b\ny();\n// END SOLUTION\n") ==
          "a.cu:4: BEGIN SOLUTION inside the one of line 2");
    CHECK(refusal(region + "// BEGIN SOLUTION: a\nx();\n") ==
          "a.cu:4: BEGIN SOLUTION is never closed");
    CHECK(refusal(region + "// END SOLUTION\n") == "a.cu:4: END SOLUTION without BEGIN SOLUTION");
    CHECK(refusal("// BEGIN SOLUTION: a\n // only words\n\n// END SOLUTION\n") ==
          "a.cu:1: the solution is empty");
    CHECK(refusal("int f();\n") == "a.cu:1: no BEGIN SOLUTION: the skeleton would be the solution");
}

TEST_CASE("a marker in another form is refused, since it would leak the solution") {
    for (const std::string marker :
         {"//BEGIN SOLUTION: a", "// BEGIN SOLUTION",
          "// BEGIN SOLUTION:", "/* BEGIN SOLUTION: a */", "x(); // BEGIN SOLUTION: a",
          "// END SOLUTION.", "x(); // END SOLUTION", "// BEGIN SOLUTION:  "}) {
        CAPTURE(marker);
        CHECK(
            refusal("ok\n" + marker + "\nx();\n// END SOLUTION\n").starts_with("a.cu:2: a marker"));
    }
}

TEST_CASE("nothing between the markers survives, whatever the lines are") {
    const std::string pieces[] = {"// BEGIN SOLUTION: t\n",
                                  "// END SOLUTION\n",
                                  "secret();\n",
                                  "\n",
                                  "// secret\n",
                                  "open();\n"};
    std::mt19937 random(1);
    int derived = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string text;
        std::string outside;
        bool inside = false;
        for (int i = 0; i < 8; ++i) {
            const auto piece = random() % 6;
            inside = piece == 0 || (inside && piece != 1);
            if ((piece == 2 || piece == 4) && !inside) continue;  // secrets only inside
            text += pieces[piece];
            if (!inside && piece != 1) outside += pieces[piece];
        }
        try {
            const auto skeleton = derive(text, "a.cu");
            ++derived;
            CHECK(skeleton.find("secret") == std::string::npos);
            CHECK(skeleton.size() >= outside.size());
        } catch (const SkeletonError&) {
        }
    }
    CHECK(derived > 100);
}

TEST_CASE("a region is the lines between its markers") {
    const auto found = grader::skeleton::regions(
        "a\n// BEGIN SOLUTION: b\nb\nc\n// END SOLUTION\n"
        "  // BEGIN SOLUTION: d\n  d\n  // END SOLUTION",
        "a.cu");
    REQUIRE(found.size() == 2);
    CHECK(found[0].first == 3);
    CHECK(found[0].last == 4);
    CHECK(found[1].first == 7);
    CHECK(found[1].last == 7);
}

TEST_CASE("a file of answers keeps its questions and the text above them") {
    CHECK(without_answers("# why? a = 3\n\n[t]\na = 3  # three\nload_b = \"x\"\n  # c = 1\nd=4") ==
          "# why? a = 3\n\n[t]\na = \"\"\nload_b = \"\"\n  # c = 1\nd=4");
    CHECK(without_answers("") == "");
}
