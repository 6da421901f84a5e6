#include "class/similar.hpp"

#include <doctest/doctest.h>

using namespace grader::classes;

TEST_CASE(
    "what everybody was given is not compared, wherever it stands and however it is indented") {
    const std::string skeleton = "#include \"lab.hpp\"\nvoid gather() {\n    // TODO: sum\n}\n";
    CHECK(own_lines("#include \"lab.hpp\"\nvoid gather() {\n    // TODO: sum\n}\n", skeleton) ==
          "}\n");
    CHECK(own_lines("  #include \"lab.hpp\"\r\nint helper;\nvoid gather() {\n  sum();\n}",
                    skeleton) == "int helper;\n  sum();\n}\n");
}

TEST_CASE("a brace alone on its line stays, though every skeleton has it") {
    CHECK(own_lines("struct S {\n    int i;\n};\n{\n}\n", "{\n}\n};\n") ==
          "struct S {\n    int i;\n};\n{\n}\n");
}
