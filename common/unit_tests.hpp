// What the main function of unit tests does, for programs that have one of their own.
#pragma once

/// doctest's command line. Its exit status, or 1 where no test case was picked.
int run_unit_tests(int argc, char** argv);
