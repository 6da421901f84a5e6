#include "simulator/report/findings/element_name.hpp"

#include <doctest/doctest.h>

using cusim::detail::ShapeOf;
using namespace cusim::report;

namespace {

struct Weighed {
    float value, weight;
};

template <class T>
std::string name(long index, long element_size = 4) {
    Finding finding{.variable = "a"};
    finding.shape = &ShapeOf<T>::value;
    finding.elements = long(sizeof(T)) / element_size;
    finding.element_size = element_size;
    return element_name(finding, index);
}

}  // namespace

TEST_CASE("an element is named with as many indices as its array has dimensions") {
    CHECK(name<float[64]>(37) == "a[37]");
    CHECK(name<float[8][9]>(37) == "a[4][1]");
    CHECK(name<int[2][3][4]>(17) == "a[1][1][1]");
    CHECK(name<double[4][2]>(5, 8) == "a[2][1]");
    CHECK(name<char[2][2][2][2]>(9, 1) == "a[1][0][0][1]");
}

TEST_CASE("an element outside of an array of two dimensions is in a row that does not exist") {
    CHECK(name<float[8][9]>(72) == "a[8][0]");
    CHECK(name<float[8][9]>(-1) == "a[-1][8]");
}

TEST_CASE("a member of a struct is named by the struct") {
    CHECK(name<Weighed[4]>(5) == "a[2]");
    CHECK(name<Weighed>(1) == "a");
    CHECK(name<Weighed[2][2]>(7) == "a[1][1]");
}

TEST_CASE("an access that is wider than an element is named by the first one it touches") {
    CHECK(name<float[4][8]>(3, 16) == "a[1][4]");
    CHECK(name<float[32]>(3, 16) == "a[3]");
}

TEST_CASE("without a type, an element has the size of the access") {
    Finding finding{.variable = "a"};
    finding.element_size = 4;
    CHECK(element_name(finding, 7) == "a[7]");
}
