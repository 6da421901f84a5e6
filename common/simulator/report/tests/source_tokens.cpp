#include "simulator/report/source/source_tokens.hpp"

#include <doctest/doctest.h>

using cusim::report::SourceTokens;

namespace {

std::string text_of(const std::string& source) {
    const SourceTokens tokens{source};
    std::string text;
    for (std::size_t k = 0; k < tokens.size(); ++k) text += std::string(tokens[k].text);
    return text;
}

}  // namespace

TEST_CASE("a macro that indexes an array stands for what its call means, on the call's line") {
    const std::string at = "#define AT(XX, YY) \\\n    a[(YY)*(*n)+(XX)]\n";
    const SourceTokens tokens{at + "\ny = AT(x - 1, f(2, y));\n"};
    CHECK(text_of(at + "y = AT(x - 1, f(2, y));") == "y=a[(f(2,y))*(*n)+(x-1)];");
    CHECK(tokens[2].is("a"));
    CHECK(tokens[2].line == 4);
    CHECK(tokens[tokens.size() - 1].line == 4);
}

TEST_CASE("a macro stays as it is written where its meaning is not certain, or no subscript") {
    const std::string at = "#define AT(i) a[i]\n";
    CHECK(text_of(at + "AT(1, 2); AT; AT(3") == "AT(1,2);AT;AT(3");
    CHECK(text_of(at + "#define AT(i) b[i]\nAT(1);") == "AT(1);");
    CHECK(text_of("#define CHECK(call) if (call) stop()\nCHECK(f());") == "CHECK(f());");
    CHECK(text_of("#define PUT(i) a##i[0]\nPUT(1);") == "PUT(1);");
    CHECK(text_of("#define SIZE (a[0])\nSIZE;") == "SIZE;");
}
