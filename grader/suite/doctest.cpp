// doctest's own code, for the program that grades. Alone in its file: a unit test that brings its
// own takes this object out of the library only if it needs it, which it never does.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
