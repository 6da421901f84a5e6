// Texts nobody would write, from pieces that a lexer may stumble over. Whatever they are, vetting
// ends, points into the file, and does not let through what the last line plainly says.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include "vet/source.hpp"

using namespace grader::vet;

namespace {

constexpr std::array<std::string_view, 40> pieces{
    "\n",          "\n",       "\n",      " ",        "\\\n",        "\\ \n",      "\r\n",
    "\"",          "'",        "R\"x(",   ")x\"",     "//",          "/*",         "*/",
    "#",           "##",       "%:",      "<:",       "#define A ",  "#include <", "#line ",
    "# 7 \"f\" 2", "#pragma ", "#if 0\n", "#endif\n", "[[",          "]]",         "gnu::",
    "asm",         "a",        "sm",      "__",       "_A",          "<<<",        ">>>",
    "(",           ")",        "1'0",     "\xc3\xa9", "\xef\xbb\xbf"};

std::string soup(std::mt19937& random) {
    std::string text;
    const int length = std::uniform_int_distribution<int>(1, 60)(random);
    std::uniform_int_distribution<std::size_t> pick(0, pieces.size() - 1);
    for (int i = 0; i < length; ++i) text += pieces[pick(random)];
    return text;
}

}  // namespace

TEST_CASE("no text makes the vet crash, hang or point outside the file") {
    std::mt19937 random(20);
    for (int i = 0; i < 20'000; ++i) {
        const std::string text = soup(random);
        const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
        for (const Problem& problem : vet_source(text, {})) {
            CHECK(problem.line >= 1);
            CHECK(problem.line <= lines);
        }
        vet_expanded(text, "f", text);
    }
}

TEST_CASE("accepted text leaves nothing open that could swallow the next line") {
    std::mt19937 random(21);
    int accepted = 0;
    for (int i = 0; i < 20'000; ++i) {
        const std::string text = soup(random);
        if (!vet_source(text, {}).empty()) continue;
        ++accepted;
        // The end of a comment left open is harmless where none is; the line that follows counts.
        CAPTURE(text);
        CHECK_FALSE(vet_source(text + "\n;*/\nasm(\"\");\n", {}).empty());
    }
    CHECK(accepted > 100);
}
