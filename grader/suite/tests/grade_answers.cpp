// How wrong answers are judged and shown.
#include <doctest/doctest.h>

#include "suite/tests/graded_lab.hpp"

TEST_CASE("a wrong value is shown with the smallest failing shape, its context and a command") {
    const CaseResult& result = find(results["loses_last_rows"], "rung 1: integers");
    CHECK(result.status == CaseStatus::failed);
    CHECK(says(result, "41 rows and 3 columns, 1 of 41 elements, the first is y[40]"));
    CHECK(says(result, "y[39]"));
    CHECK(says(result, "(not written)"));
    CHECK(says(result, "repeat: ./grader/grade run 00 -- --function matvec --rows 41 --cols 3"));
    CHECK(find(results["loses_last_rows"], "rung 1: nothing is found").status ==
          CaseStatus::passed);
    CHECK(find(results["loses_last_rows"], "rung 1: no launches at all").message ==
          "not run, because not every correct case of rung 1 has passed");
}

TEST_CASE("nothing written is said in one line, and nothing is earned") {
    const LabResult& lab = results["does_nothing"];
    CHECK(says(find(lab, "rung 1: integers"), "y is never written: matvec, 1 row and 1 column"));
    CHECK(rung_one(lab) == 0);
}

TEST_CASE("a result that depends on the order of threads fails, and the orders are named") {
    const CaseResult& result = find(results["wrong_in_reverse"], "rung 1: integers");
    CHECK(result.status == CaseStatus::failed);
    CHECK(says(result, "in forward order the result is right, in reverse order it is not"));
    CHECK(says(result, "--order reverse"));
}

TEST_CASE("a large call is made in one order, the same one for the same sizes") {
    CHECK(find(results["right"], "rung 8: large calls").status == CaseStatus::passed);
}

TEST_CASE("a large call that fails in its order is shown beside the others") {
    CHECK(says(find(results["wrong_in_reverse"], "rung 9: a large shape"),
               "in forward order the result is right, in reverse order it is not"));
}

TEST_CASE("a changed input fails the case") {
    CHECK(says(find(results["changes_x"], "rung 1: integers"), "matvec changes x"));
}

TEST_CASE("a crash fails the case it happens in, with the call that repeats it") {
    const CaseResult& result = find(results["crashes_when_large"], "rung 1: integers");
    CHECK(says(result, "SIGSEGV"));
    CHECK(says(result, "--rows 41"));
    CHECK(find(results["crashes_when_large"], "rung 1: special values").status ==
          CaseStatus::passed);
}

TEST_CASE("an error beyond rounding fails, with the bound shown") {
    CHECK(says(find(results["imprecise"], "rung 1: reals"), "rounding allows"));
}

TEST_CASE("a copy that passes for a kernel's work fails") {
    CHECK(
        says(find(results["copies"], "rung 1: integers"), "some of y was not written by a kernel"));
}

TEST_CASE("a call may be made on another device, and those after it are not") {
    CHECK(find(results["right"], "rung 5: on another device").status == CaseStatus::passed);
    CHECK(find(results["right"], "rung 1: integers").status == CaseStatus::passed);
}

TEST_CASE("scratch memory may be filled by anything") {
    CHECK(find(results["fills_scratch"], "rung 4: sizes and scratch memory of its own").status ==
          CaseStatus::passed);
}

TEST_CASE("sizes beyond rows and columns stand in the message and in the command") {
    const CaseResult& result =
        find(results["loses_last_rows"], "rung 4: sizes and scratch memory of its own");
    CHECK(says(result, "matvec (sx = 8, sy = 4), 41 rows and 41 columns"));
    CHECK(says(result, "--rows 41 --sx 8 --sy 4 --seed"));
}

TEST_CASE("a detour over the host fails") {
    CHECK(says(find(results["detours"], "rung 1: integers"),
               "matvec copies between host and device memory"));
}
