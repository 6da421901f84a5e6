// doctest's implementation: for the unit tests, and for the grader, whose suites are doctest cases.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
