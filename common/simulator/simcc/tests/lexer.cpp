// The lexer's guarantees: every token, its kind, its file and its line.
#include "simulator/simcc/tokens/lexer.hpp"

#include <doctest/doctest.h>

using namespace cusim::simcc;

namespace {

std::vector<std::string> spellings(std::string_view text) {
    std::vector<std::string> result;
    for (const Token& token : lex(text, "a.cu").tokens) result.emplace_back(token.text);
    return result;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("a launch's opener is one token and its closer three") {
    CHECK(spellings("k<<<1,2>>>(x)") ==
          Words{"k", "<<<", "1", ",", "2", ">", ">", ">", "(", "x", ")"});
    CHECK(spellings("k<< <1") == Words{"k", "<<<", "1"});
    CHECK(spellings("a<< b<1") == Words{"a", "<<", "b", "<", "1"});
}

TEST_CASE("operator<< with a template list is not a launch") {
    CHECK(spellings("operator<< <int>") == Words{"operator", "<<", "<", "int", ">"});
    CHECK(spellings("operator<<<T>") == Words{"operator", "<<", "<", "T", ">"});
}

TEST_CASE("comments are not tokens, but their lines count") {
    const Tokens result = lex("a // k<<<1,1>>>()\n/* x\n y */ b", "a.cu");
    REQUIRE(result.tokens.size() == 2);
    CHECK(result.tokens[1].line == 3);
}

TEST_CASE("literals are one token whatever they contain") {
    CHECK(spellings(R"~("<<<\"" '\'' L"x" u8"y"_s 'a')~") ==
          Words{R"("<<<\"")", R"('\'')", "L\"x\"", "u8\"y\"_s", "'a'"});
    CHECK(spellings("R\"x(a)\" <<< \")x\" b") == Words{"R\"x(a)\" <<< \")x\"", "b"});
    CHECK(spellings("1'000'000 0x1p-3f 1.5e+3 .5f 3..x") ==
          Words{"1'000'000", "0x1p-3f", "1.5e+3", ".5f", "3..x"});
}

TEST_CASE("a raw string's newlines count") {
    const Tokens result = lex("R\"(\n\n)\" a", "a.cu");
    REQUIRE(result.tokens.size() == 2);
    CHECK(result.tokens[1].line == 3);
}

TEST_CASE("digraphs are the brackets they stand for") {
    CHECK(spellings("<% x %>") == Words{"{", "x", "}"});
}

TEST_CASE("line markers give the file and line of the following text") {
    const Tokens result = lex("# 7 \"b.h\" 1 3\nx\n# 2 \"a.cu\" 2\ny\n\nz", "a.cu");
    REQUIRE(result.tokens.size() == 3);
    CHECK(result.file_of(result.tokens[0]).name == "b.h");
    CHECK(result.file_of(result.tokens[0]).system);
    CHECK(result.tokens[0].line == 7);
    CHECK(result.file_of(result.tokens[1]).name == "a.cu");
    CHECK_FALSE(result.file_of(result.tokens[1]).system);
    CHECK(result.tokens[1].line == 2);
    CHECK(result.tokens[2].line == 4);
    CHECK(result.directives.empty());
}

TEST_CASE("other directives are kept, with #line, whole and in place") {
    const Tokens result = lex("#pragma unroll\n#line 9 \"x\"\n#define A \\\n b\nc", "a.cu");
    REQUIRE(result.directives.size() == 3);
    CHECK(result.directives[0].text == "#pragma unroll");
    CHECK(result.directives[0].line == 1);
    CHECK(result.directives[1].text == "#line 9 \"x\"");
    CHECK(result.directives[2].text == "#define A \\\n b");
    REQUIRE(result.tokens.size() == 1);
    CHECK(result.tokens[0].line == 11);
}

TEST_CASE("a '#' inside a line is a token") {
    CHECK(spellings("a # b ## c") == Words{"a", "#", "b", "##", "c"});
}

TEST_CASE("an unterminated literal or comment ends with its line or with the text") {
    CHECK(spellings("\"abc\nd") == Words{"\"abc", "d"});
    CHECK(spellings("'a") == Words{"'a"});
    CHECK(spellings("a /* b") == Words{"a"});
    CHECK(spellings("R\"x(abc") == Words{"R\"x(abc"});
    CHECK(spellings("\"a\\") == Words{"\"a\\"});
    CHECK(spellings("").empty());
    CHECK(spellings("# 99999999999 \"x\"").empty());
    CHECK(spellings(std::string_view("a\0b", 3)).size() == 3);
}
