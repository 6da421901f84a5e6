#include "class/letters.hpp"

#include <doctest/doctest.h>

using namespace grader::classes;

TEST_CASE("composed and decomposed letters give the same name") {
    CHECK(composed("Zoe\u0308") == "Zo\u00eb");
    CHECK(composed("Zo\u00eb") == "Zo\u00eb");
    CHECK(composed("Ada_1") == "Ada_1");
    CHECK(composed("") == "");
}

TEST_CASE("capitals of every script are folded") {
    CHECK(folded("\u00c9VA Stra\u00dfe") == folded("e\u0301va STRASSE"));
    CHECK(folded("\u0410\u0434\u0430") == "\u0430\u0434\u0430");
}

TEST_CASE("bytes that are not UTF-8 stay unchanged") {
    CHECK(composed("Zo\xeb e\xcc\x88") == "Zo\xeb e\xcc\x88");
    CHECK(folded("ZO\xeb") == "zo\xeb");
}
