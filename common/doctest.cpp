// doctest's own code: for the unit tests, and for the grader, whose suites are doctest's cases.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
