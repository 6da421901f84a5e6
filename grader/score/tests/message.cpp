#include "score/message.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace grader::score;

namespace {

std::vector<std::string> kinds_of(const Message& message) {
    std::vector<std::string> names;
    for (const Line& line : message.lines) names.emplace_back(name_of(line.kind));
    return names;
}

}  // namespace

TEST_CASE("all lines but complaints are indented") {
    using enum LineKind;
    const Message message = Lines{{complaint, "y is wrong"},
                                  {complaint, "z is wrong"},
                                  {row, "> y[1] 3 4"},
                                  {cause, "matvec.cu:7: i is not checked"},
                                  {command, "repeat: ./grader/grade 02"}};
    CHECK(message.text() ==
          "y is wrong\nz is wrong\n  > y[1] 3 4\n  matvec.cu:7: i is not checked\n"
          "  repeat: ./grader/grade 02");
    CHECK(message.first() == "y is wrong");
}

TEST_CASE("a text is a complaint, with causes and rows below it") {
    using enum LineKind;
    const Message message = "y is wrong\n  i is not checked\n    i  got\nx is changed";
    CHECK(message.lines == Lines{{complaint, "y is wrong"},
                                 {cause, "i is not checked"},
                                 {row, "  i  got"},
                                 {complaint, "x is changed"}});
    CHECK(Message("").empty());
    CHECK(Message("").text().empty());
}

TEST_CASE("an explanation begins with a newline") {
    using enum LineKind;
    CHECK(causes_in("").empty());
    CHECK(causes_in("\n  a\n    b") == Lines{{cause, "a"}, {row, "  b"}});
}

TEST_CASE("a message comes back from its text and its kinds") {
    using enum LineKind;
    const Message whole = Message("y is wrong\n  a\n    b") +
                          Lines{{finding, "race at a.cu:7: x"}, {command, "repeat: y"}};
    CHECK(message_of(whole.text(), kinds_of(whole)) == whole);
    for (const char* text : {"", "a", "  a", "a\n", "\n", "a\n\n  b", "a\n      b\n c"}) {
        CAPTURE(text);
        CHECK(Message(text).text() == text);
        CHECK(message_of(text, kinds_of(Message(text))) == Message(text));
    }
}

TEST_CASE("kinds that do not fit the text are left out") {
    using enum LineKind;
    CHECK(message_of("a\n  b", {"held"}) == Message("a\n  b"));
    CHECK(message_of("a\n  b", {"unwritten", "from a later version"}).lines ==
          Lines{{unwritten, "a"}, {cause, "b"}});
}

TEST_CASE("what a message is, its first line says") {
    using enum LineKind;
    CHECK(Message(Lines{{held, "counts 10 %"}}).is(held));
    CHECK_FALSE(Message("y is wrong").is(held));
    CHECK_FALSE(Message().is(complaint));
}
