// Tests of the corpus's judge: a missing finding, an unexpected one and a wrong line are all
// complaints.
#include "simulator/tests/corpus/judge.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace corpus;
using nlohmann::json;

namespace {

json finding(const char* kind, int line, const char* severity = "error") {
    return {{"kind", kind}, {"severity", severity}, {"line", line}, {"message", "m"}};
}

json between(const char* kind, int line, int other) {
    json both = finding(kind, line);
    both["other"] = {{"line", other}};
    return both;
}

json race(int line, int other) {
    return between("race", line, other);
}

Promises expects(const std::vector<Promised>& must) {
    Promises promises;
    promises.must = must;
    return promises;
}

std::size_t complaints_of(const Promises& promises, const std::vector<json>& findings) {
    return complaints(promises, findings).size();
}

}  // namespace

TEST_CASE("every kind promised must be found on its line, and nothing else") {
    const Promises two =
        expects({{"race", "error", {2}, {}}, {"uninitialized_read", "error", {2}, {}}});
    CHECK(complaints_of(two, {finding("race", 2), finding("uninitialized_read", 2)}) == 0);
    CHECK(complaints(two, json::array({finding("race", 2)})) ==
          std::vector<std::string>{"not found: uninitialized_read error on line 2"});
    CHECK(complaints_of(two, {finding("race", 2), finding("uninitialized_read", 1)}) == 2);
    CHECK(complaints_of(two, {finding("race", 2), finding("uninitialized_read", 2),
                              finding("leak", 1, "warning")}) == 1);
}

TEST_CASE("if no other line is promised, any line will do") {
    const Promises promises = expects({{"race", "error", {1}, {}}});
    CHECK(complaints_of(promises, {race(9, 1)}) == 0);
    CHECK(complaints_of(promises, {race(1, 9)}) == 0);
}

TEST_CASE("a kind of one party names no second line") {
    const Promises promises = expects({{"out_of_bounds", "error", {1}, {}}});
    CHECK(complaints_of(promises, {between("out_of_bounds", 1, 1)}) == 0);
    CHECK(complaints_of(promises, {between("out_of_bounds", 1, 9)}) == 2);
}

TEST_CASE("a finding that is promised alone names no second line") {
    const Promises promises = expects({{"deadlock", "error", {1}, {}, true}});
    CHECK(complaints_of(promises, {finding("deadlock", 1)}) == 0);
    CHECK(complaints_of(promises, {between("deadlock", 1, 0)}) == 0);
    CHECK(complaints_of(promises, {between("deadlock", 1, 1)}) == 0);
    CHECK(complaints_of(promises, {between("deadlock", 1, 9)}) == 2);
}

TEST_CASE("both lines promised are named, in either direction and by any number") {
    const Promises promises = expects({{"race", "error", {2}, {3}}});
    CHECK(complaints_of(promises, {race(2, 3), race(3, 2)}) == 0);
    CHECK(complaints(promises, json::array()) ==
          std::vector<std::string>{"not found: race error on line 2 with 3"});
    CHECK(complaints(promises, json::array({race(2, 3), race(2, 2)})) ==
          std::vector<std::string>{"not expected: race error 2 2: m"});
    CHECK(complaints_of(promises, {race(2, 2)}) == 2);
    CHECK(complaints_of(promises, {finding("race", 2)}) == 2);
}

TEST_CASE("either of two lines will do where the order of threads decides") {
    const Promises promises = expects({{"race", "error", {2, 3}, {4}}});
    CHECK(complaints_of(promises, {race(2, 4)}) == 0);
    CHECK(complaints_of(promises, {race(4, 3)}) == 0);
    CHECK(complaints_of(promises, {race(2, 3)}) == 2);
}

TEST_CASE("a finding of another severity is a complaint") {
    const Promises promises = expects({{"leak", "warning", {1}, {}}});
    CHECK(complaints_of(promises, {finding("leak", 1, "warning")}) == 0);
    CHECK(complaints_of(promises, {finding("leak", 1)}) == 2);
}

TEST_CASE("what may be found need not be, and nothing else may") {
    Promises promises = expects({{"race", "error", {2}, {3}}});
    promises.may = {{"unsupported", "note", {1}, {}}};
    CHECK(complaints_of(promises, {race(2, 3), finding("unsupported", 1, "note")}) == 0);
    CHECK(complaints_of(promises, {race(2, 3)}) == 0);
    CHECK(complaints_of(promises, {race(2, 3), finding("unsupported", 2, "note")}) == 1);
}

TEST_CASE("a clean program may have notes only") {
    CHECK(complaints_of({}, {finding("unsupported", 1, "note")}) == 0);
    CHECK(complaints_of({}, {finding("race", 1)}) == 1);
    CHECK(complaints_of({}, {finding("race", 1, "warning")}) == 1);
}
