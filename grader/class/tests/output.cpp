#include "class/output.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace output_tests {

using namespace grader::classes;

TEST_CASE("no cell can be a formula, break its line or move a terminal's cursor") {
    const std::vector<std::string> cells{"=1+1",      "+x",         "-1",      "@a", "a,b",
                                         "say \"x\"", "two\nlines", "\x1b[2J", ""};
    CHECK(csv_line(cells) == "'=1+1,'+x,'-1,'@a,\"a,b\",\"say \"\"x\"\"\",\"two lines\",?[2J,\n");
}

}  // namespace output_tests
