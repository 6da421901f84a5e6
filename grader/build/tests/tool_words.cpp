// Whose fault a failed tool is, by the words of real tools.
#include "build/tool_words.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace grader::build;

TEST_CASE("the first line with an error is shown, not the lines that lead to it") {
    CHECK(first_error("In file included from a.cu:1:\nb.hpp:2:1: error: 'x' was not declared\n") ==
          "b.hpp:2:1: error: 'x' was not declared");
    CHECK(first_error("something else\nand more") == "something else");
    CHECK(first_error("") == "");
}

TEST_CASE("a compiler that cannot write or start is the machine's trouble") {
    for (const std::string words :
         {"a.cu:9:1: fatal error: error writing to /tmp/cc1.s: No space left on device\n",
          "{standard input}: Fatal error: can't write 24 bytes to section .text of a.o: 'No space "
          "left on device'\n",
          "g++: fatal error: cannot execute 'cc1plus': execvp: No such file or directory\n",
          "nvcc fatal   : Unsupported gpu architecture 'sm_20'\n",
          "cc1plus: error while loading shared libraries: libisl.so.23: cannot open shared object "
          "file: No such file or directory\n"}) {
        CAPTURE(words);
        CHECK(tells_of_a_broken_compiler(words));
    }
}

TEST_CASE("an error in the text is the submission's, whatever words stand in the text") {
    for (const std::string words :
         {"a.cu:5:14: error: 'undeclared' was not declared in this scope\n",
          "a.cu:1:10: fatal error: nothing.h: No such file or directory\n",
          "a.cu:3:2: error: #error nvcc fatal: No space left on device\n",
          "a.cu:7:5: error: expected ';'\n    7 |     f(\"No space left on device\")\n",
          "a.cu:2:1: error: static assertion failed: Input/output error\n"}) {
        CAPTURE(words);
        CHECK_FALSE(tells_of_a_broken_compiler(words));
    }
}

TEST_CASE("a linker blames the object only for what it defines or uses") {
    CHECK(
        tells_of_a_bad_object("/usr/bin/ld: a.o: in function `f':\nundefined reference to `g'\n"));
    CHECK(tells_of_a_bad_object(
        "/usr/bin/ld: a.o: multiple definition of `f'; b.o: first defined\n"));
    CHECK_FALSE(
        tells_of_a_bad_object("/usr/bin/ld: cannot find -lfmt: No such file or directory\n"
                              "collect2: error: ld returned 1 exit status\n"));
    CHECK_FALSE(tells_of_a_bad_object("/usr/bin/ld: final link failed: No space left on device\n"));
}
