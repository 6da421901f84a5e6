// The main function of the unit tests.
#include "unit_tests.hpp"

int main(int argc, char** argv) {
    return run_unit_tests(argc, argv);
}
