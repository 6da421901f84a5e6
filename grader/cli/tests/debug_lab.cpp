// The arguments of --gdb, and the message if gdb is missing. (grader/tests/gdb.sh runs gdb itself.)
#include "cli/debug_lab.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

using namespace grader::cli;

TEST_CASE("a thread is named by its block and its index, in one to three dimensions") {
    CHECK(wrong_thread("2:7").empty());
    CHECK(wrong_thread("1,0:3,2").empty());
    CHECK(wrong_thread("0,0,1:31,3,3").empty());
}

TEST_CASE("what names no thread is refused in one line that shows the forms") {
    for (const char* word :
         {"", "7", "2:", ":7", "2:7:1", "a:b", "1,2,3,4:0", "-1:0", "1;ls:0", "2:7\n"})
        CHECK(wrong_thread(word) ==
              "'" + std::string(word) + "' is not a BLOCK:THREAD, such as 2:7 or 1,0:3,2");
}

TEST_CASE("without gdb, the way to install it is shown") {
    const std::string path = std::getenv("PATH");
    setenv("PATH", "/nowhere", 1);
    CHECK_THROWS_WITH_AS(find_gdb(), "--gdb needs gdb, which is not installed: apt-get install gdb",
                         std::runtime_error);
    setenv("PATH", path.c_str(), 1);
}
