#include "simulator/hooks/plain_output.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

using namespace cusim::hooks;

TEST_CASE("formats of numbers and texts are plain") {
    for (const char* format :
         {"", "y[%d] = %g\n", "%5.2f%%", "%-10s|%c", "%08lx %zu %lld", "%+.3e"}) {
        CAPTURE(format);
        CHECK(is_plain_format(format));
    }
}

TEST_CASE("formats that store or allocate are not plain") {
    for (const char* format : {"%n", "%d%hhn", "%5n", "%*d", "%.*f", "%1$d", "%100000d", "%.5000f",
                               "%ls", "%lc", "%S", "%'d", "%m", "%", "%5", "%."}) {
        CAPTURE(format);
        CHECK_FALSE(is_plain_format(format));
    }
}

TEST_CASE("a stream other than stdout has no buffer that is known") {
    std::FILE made = {};
    CHECK_FALSE(has_buffer_of_its_own(&made));
    CHECK_FALSE(has_buffer_of_its_own(stderr));
}

TEST_CASE("stdout has a buffer of its own unless its pointers lead elsewhere") {
    std::fputs(" ", stdout);
    std::fflush(stdout);
    CHECK(has_buffer_of_its_own(stdout));
    char* const next = stdout->_IO_write_ptr;
    stdout->_IO_write_ptr = stdout->_IO_buf_end + 1;
    const bool beyond = has_buffer_of_its_own(stdout);
    stdout->_IO_write_ptr = next;
    CHECK_FALSE(beyond);
}
