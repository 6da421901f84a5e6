// doctest's own code, for the program that grades: linked with the suites, not part of grader_core,
// since the unit tests bring theirs.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
