#include "report/base64.hpp"

#include <doctest/doctest.h>

using namespace grader::report;

TEST_CASE("base64 round-trips bytes, and malformed base64 is an error") {
    for (const std::string& bytes :
         {std::string(), std::string("a"), std::string("\0\xff\n", 3), std::string(1000, '\x80')})
        CHECK(from_base64(to_base64(bytes)) == bytes);
    CHECK(to_base64("any carnal") == "YW55IGNhcm5hbA==");
    for (const char* damaged : {"YW5", "YW5*", "=", "YW55="}) {
        CAPTURE(damaged);
        CHECK_FALSE(from_base64(damaged));
    }
}
