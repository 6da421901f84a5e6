#include "report/text.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace grader::report;

TEST_CASE("text without control characters stays as it is") {
    for (const std::string text :
         {"", "plain\nlines\n", "\xC3\xA9 \xE2\x89\xA4 \xF0\x9F\x9A\x80"}) {
        CHECK(printable(text) == text);
    }
}

TEST_CASE("names with unprintable bytes stay different") {
    CHECK(printable_name("J\xf6rg") == "J%F6rg");
    CHECK(printable_name("Jörg\n\t\x7f") == "Jörg%0A%09%7F");
}

TEST_CASE("control characters and bytes that are not UTF-8 become question marks") {
    CHECK(printable("\x1b[2J") == "?[2J");
    CHECK(printable("a\rb\x7f\b") == "a?b??");
    CHECK(printable("a\tb") == "a b");
    CHECK(printable(std::string_view("a\0b", 3)) == "a?b");
    CHECK(printable("\xC2\x9B") == "??");            // the C1 form of "escape ["
    CHECK(printable("\xE2\x80\xAE") == "???");       // right-to-left override
    CHECK(printable("\xC0\xAF") == "??");            // overlong
    CHECK(printable("\xE0\x80\x80") == "???");       // overlong
    CHECK(printable("\xED\xA0\x80") == "???");       // surrogate
    CHECK(printable("\xF4\x90\x80\x80") == "????");  // beyond Unicode
    CHECK(printable("\xE2\x89") == "??");            // cut off
    CHECK(printable("\xFFz") == "?z");
}

TEST_CASE("printable text is its own printable form, whatever the bytes") {
    std::mt19937 random(1);
    for (int round = 0; round < 20000; ++round) {
        std::string text;
        for (int i = 0; i < 12; ++i) {
            text += static_cast<char>(random() % 3 ? 0x80 + random() % 0x80 : random() % 0x80);
        }
        const auto once = printable(text);
        CHECK(printable(once) == once);
        CHECK(once.find('\x1b') == std::string::npos);
    }
}

TEST_CASE("markup is escaped") {
    CHECK(escaped("<a href=\"x\">&\x01") == "&lt;a href=&quot;x&quot;&gt;&amp;?");
}

TEST_CASE("points are whole where they can be") {
    CHECK(points(20) == "20");
    CHECK(points(17.5) == "17.5");
    CHECK(points(0.04) == "0");
    CHECK(points(99.96) == "100");
}

TEST_CASE("points that are not all of them never look like all") {
    CHECK(points(1.996, 2) == "1.9");
    CHECK(points(99.96, 100) == "99.9");
    CHECK(points(2.4999, 2.5) == "2.4");
    CHECK(points(99.94, 100) == "99.9");
    CHECK(points(2, 2) == "2");
    CHECK(points(0, 0) == "0");
    CHECK(points(0.04, 1) == "0");
}

TEST_CASE("text is wrapped at blanks, and a longer word stays whole") {
    using Lines = std::vector<std::string>;
    CHECK(wrapped("one two three", 7) == Lines{"one two", "three"});
    CHECK(wrapped("a\xC3\xA9 b", 4) == Lines{"a\xC3\xA9 b"});
    CHECK(wrapped("a bcdefgh i", 3) == Lines{"a", "bcdefgh", "i"});
    CHECK(wrapped("a\n\nb", 3) == Lines{"a", "", "b"});
    CHECK(wrapped("", 3).empty());
}
