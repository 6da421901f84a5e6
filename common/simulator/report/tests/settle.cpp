// Settling findings: one cause gives one finding, and the first to fix comes first.
#include "simulator/report/settle.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "simulator/report/advice/explanation.hpp"
#include "simulator/report/tests/scenario.hpp"
#include "simulator/report/tests/student_source.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

TEST_CASE("a race seen from either side, and with any operations, is one finding") {
    Finding there = missing_barrier();
    there.self.site.line = 12;
    Finding back = there;
    std::swap(back.self, *back.other);
    Finding writes = there;
    writes.self.op = Op::write;
    const auto found = settle({in_kernel(there), in_kernel(back), in_kernel(writes)});
    REQUIRE(found.size() == 1);
    CHECK(found[0].recorded.finding.count == 3);
    CHECK(found[0].self.line == 12);
    CHECK(found[0].recorded.finding.self.op == Op::read);
}

TEST_CASE("the same lines with another variable are another finding") {
    Finding other = missing_barrier();
    other.variable = "P";
    CHECK(settle({in_kernel(missing_barrier()), in_kernel(other)}).size() == 2);
}

TEST_CASE("a race that follows from another on the same element is that other") {
    Finding first = missing_barrier();
    Finding next = missing_barrier();
    next.other->site.line = 11;
    SUBCASE("between the same threads") {
        const auto found = settle({in_kernel(first), in_kernel(next)});
        REQUIRE(found.size() == 1);
        CHECK(found[0].other->line == 10);
        CHECK(found[0].recorded.finding.count == 2);
    }
    SUBCASE("but not between other threads") {
        next.other->thread.x = 38;
        CHECK(settle({in_kernel(first), in_kernel(next)}).size() == 2);
    }
    SUBCASE("nor on lines of its own") {
        next.self.site.line = 12;
        CHECK(settle({in_kernel(first), in_kernel(next)}).size() == 2);
    }
    SUBCASE("nor where the element is unknown") {
        first.index = next.index = std::nullopt;
        CHECK(settle({in_kernel(first), in_kernel(next)}).size() == 2);
    }
}

TEST_CASE("two threads of different blocks that update one array in place are one finding") {
    const auto meet = [](int read, int write, long index, Dim3 block, const char* array = "a") {
        return in_kernel({.kind = FindingKind::race,
                          .self = thread_at(read, Op::read, block, {0, 0, 0}),
                          .other = thread_at(write, Op::write, {1, 0, 0}, {0, 0, 0}),
                          .variable = array,
                          .index = index});
    };
    CHECK(settle({meet(7, 9, 1024, {0, 1, 0}), meet(8, 8, 16, {0, 1, 0})}).size() == 1);
    CHECK(settle({meet(7, 9, 1024, {0, 1, 0}), meet(8, 8, 16, {0, 1, 0}, "b")}).size() == 2);
    CHECK(settle({meet(7, 9, 1024, {0, 1, 0}), meet(8, 8, 16, {0, 2, 0})}).size() == 2);
    // Within one block, each of them may lack a barrier of its own.
    CHECK(settle({meet(7, 9, 1024, {1, 0, 0}), meet(8, 8, 16, {1, 0, 0})}).size() == 2);
}

TEST_CASE("an error outweighs a warning of the same cause") {
    Finding warning = missing_barrier();
    warning.severity = Severity::warning;
    warning.variant = Variant::same_value;
    Finding error = missing_barrier();
    error.count = 7;
    const auto found = settle({in_kernel(warning), in_kernel(error)});
    REQUIRE(found.size() == 1);
    CHECK(found[0].recorded.finding.severity == Severity::error);
    CHECK(found[0].recorded.finding.variant == Variant::none);
    CHECK(found[0].recorded.finding.count == 8);
}

TEST_CASE("a race and the update lost by it are one finding, reported as the lost update") {
    Finding reads = missing_barrier();
    Finding writes = reads;
    writes.self.op = Op::write;
    SUBCASE("on one line") {}
    SUBCASE("on two lines, one of which does the writing") {
        reads.self.site.line = 8;
    }
    SUBCASE("also where the two happen to write the same value") {
        writes.severity = Severity::warning;
        writes.variant = Variant::same_value;
    }
    const auto found = settle({in_kernel(reads), in_kernel(writes)});
    REQUIRE(found.size() == 1);
    CHECK(found[0].recorded.finding.variant == Variant::lost_update);
    CHECK(found[0].recorded.finding.severity == Severity::error);
}

TEST_CASE("a value read beside the thread's own element is not a lost update") {
    Finding reads = missing_barrier();
    Finding writes = reads;
    writes.self.op = Op::write;
    SUBCASE("other elements are written") {
        writes.index = 38;
    }
    SUBCASE("by other threads") {
        writes.self.thread.x = 6;
    }
    SUBCASE("atomically") {
        writes.other->op = Op::atomic;
    }
    for (const Settled& found : settle({in_kernel(reads), in_kernel(writes)}))
        CHECK(found.recorded.finding.variant == Variant::none);
}

TEST_CASE("a row of lines that count on lockstep is one finding") {
    Finding first = missing_barrier();
    first.variant = Variant::lockstep;
    Finding next = first;
    next.other->site.line = 11;
    next.index = 3;
    CHECK(settle({in_kernel(first), in_kernel(next)}).size() == 1);
    next.variant = Variant::none;
    CHECK(settle({in_kernel(first), in_kernel(next)}).size() == 2);
}

TEST_CASE("a result that depends on the order is reported unless another finding explains it") {
    const Finding dependent{.kind = FindingKind::order_dependence,
                            .severity = Severity::warning,
                            .self = thread_at(12, Op::write, {0, 0, 0}, {5, 0, 0})};
    CHECK(settle({in_kernel(dependent)}).size() == 1);
    const auto found = settle({in_kernel(dependent), in_kernel(missing_barrier())});
    REQUIRE(found.size() == 1);
    CHECK(found[0].recorded.finding.kind == FindingKind::race);
    Recorded elsewhere = in_kernel(missing_barrier());
    elsewhere.kernel = "another";
    CHECK(settle({in_kernel(dependent), elsewhere}).size() == 2);
}

TEST_CASE("errors come before warnings, what the program must not ask for before races") {
    Finding race = missing_barrier();
    Finding leak{
        .kind = FindingKind::leak, .severity = Severity::warning, .self = host_at(22, Op::none)};
    Finding copy{.kind = FindingKind::bad_copy, .self = host_at(23, Op::copy)};
    const auto found = settle({in_kernel(leak), in_kernel(race), in_kernel(copy)});
    REQUIRE(found.size() == 3);
    CHECK(found[0].recorded.finding.kind == FindingKind::bad_copy);
    CHECK(found[1].recorded.finding.kind == FindingKind::race);
    CHECK(found[2].recorded.finding.kind == FindingKind::leak);
}

TEST_CASE("emitting the same finding a million times keeps one, counted") {
    const CleanRecord clean;
    for (int i = 0; i < 1'000'000; ++i) emit(missing_barrier());
    const auto found = settled_findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].recorded.finding.count == 1'000'000);
    CHECK(has_errors());
}

TEST_CASE(
    "a refused launch is an error until the program asks how it went, and again the next time") {
    const CleanRecord clean;
    const Finding refusal{.kind = FindingKind::launch_error, .self = host_at(24, Op::launch)};
    emit(refusal);
    CHECK(has_errors());
    refusals_are_known();
    CHECK_FALSE(has_errors());
    CHECK(settled_findings().at(0).recorded.finding.severity == Severity::note);
    emit(refusal);
    CHECK(has_errors());
    CHECK(settled_findings().size() == 1);
}

TEST_CASE("a program cannot make the report grow without bound") {
    const CleanRecord clean;
    for (int line = 1; line < 5000; ++line) {
        Finding finding = missing_barrier();
        finding.self.site.line = line;
        finding.index = line;
        emit(finding);
    }
    CHECK(settled_findings().size() == 51);
    for (int i = 0; i < 100'000; ++i) {
        launch_begins({.name = "k", .grid = {1, 1, 1}, .block = {1, 1, 1}});
        launch_ends();
    }
    CHECK(recorded_launches().size() == 65536);
    CHECK(collect_json(0)["unlisted_kernels"] == 100'000);
}

TEST_CASE("many findings of one kind do not suppress others, and cost more than they hide") {
    const CleanRecord clean;
    Finding refusal{.kind = FindingKind::launch_error, .self = host_at(1, Op::launch)};
    for (int line = 1; line <= 200; ++line) {
        refusal.self.site.line = line;
        emit(refusal);
    }
    refusals_are_known();
    CHECK(has_errors());  // the ones beyond the quota
    const auto settled = settled_findings();
    CHECK(settled.size() == 51);
    const Finding& others = settled.front().recorded.finding;
    CHECK(others.kind == FindingKind::unsupported);
    CHECK(others.count == 150);
    emit(missing_barrier());
    CHECK(settled_findings().size() == 52);
}

TEST_CASE("a report lists a limited number of launches, and counts the others") {
    const CleanRecord clean;
    for (const char* name : {"first", "second", "third"}) {
        launch_begins({.name = name, .grid = {1, 1, 1}, .block = {1, 1, 1}});
        launch_ends();
    }
    const auto report = collect_json(2);
    REQUIRE(report["kernels"].size() == 2);
    CHECK(report["kernels"][1]["name"] == "second");
    CHECK(report["unlisted_kernels"] == 1);
    CHECK(collect_json()["kernels"].size() == 3);
    CHECK_FALSE(collect_json(3).contains("unlisted_kernels"));
}

TEST_CASE("an unlisted trial does not displace a listed launch") {
    const CleanRecord clean;
    for (int i = 0; i < 65536; ++i) {
        launch_begins({.name = "k", .grid = {1, 1, 1}, .block = {1, 1, 1}});
        launch_ends();
    }
    launch_begins({.name = "trial", .grid = {1, 1, 1}, .block = {1, 1, 1}});
    launch_ends();
    launch_was_a_trial();
    CHECK(recorded_launches().size() == 65536);
    CHECK(collect_json(0)["unlisted_kernels"] == 65536);
}

TEST_CASE("a finding belongs to the launch that is running") {
    const CleanRecord clean;
    launch_begins({.name = "scatter", .grid = {1, 1, 1}, .block = {64, 1, 1}});
    emit(missing_barrier());
    launch_ends();
    emit({.kind = FindingKind::leak, .severity = Severity::warning, .self = host_at(22, Op::none)});
    const auto found = settled_findings();
    REQUIRE(found.size() == 2);
    CHECK(found[0].recorded.kernel == "scatter");
    CHECK(found[1].recorded.kernel.empty());
}

TEST_CASE("where threads of a block store one element on a line, the array's other races say so") {
    Finding twice = missing_barrier();
    twice.self.op = Op::write;
    Finding read = missing_barrier();
    read.self.site.line = 14;
    read.index = 38;
    const auto all = settle({in_kernel(twice), in_kernel(read)});
    REQUIRE(all.size() == 2);
    CHECK(all[0].stored_twice_on == 0);
    CHECK(all[1].stored_twice_on == 10);
    CHECK(settle({in_kernel(read)})[0].stored_twice_on == 0);
}

namespace {

// Threads of a block store three elements each, on lines 3 to 5, and two of them meet.
Recorded neighbours_meet(const StudentSource& source, int line, int other_line, long thread,
                         long other_thread, long index) {
    const auto party = [&](int at, long number) {
        return thread_at(at, Op::write, {}, {static_cast<std::uint32_t>(number), 0, 0},
                         source.path());
    };
    return in_kernel({.kind = FindingKind::race,
                      .self = party(line, thread),
                      .other = party(other_line, other_thread),
                      .variable = "list",
                      .index = index,
                      .space = Space::global},
                     {1, 1, 1}, {64, 1, 1});
}

std::string three_stores(const std::string& first, const std::string& index = "") {
    return "__global__ void reduce(int* list) {\n  " + first + "\n  mine[" + index +
           "0] = 1;\n  mine[" + index + "1] = 2;\n  mine[" + index + "2] = 3;\n}\n";
}

}  // namespace

TEST_CASE("lines that store side by side from the thread's number on race for one cause") {
    const StudentSource source(three_stores("int* mine = &list[threadIdx.x];"));
    std::vector<Recorded> all{neighbours_meet(source, 5, 4, 3, 4, 5),
                              neighbours_meet(source, 4, 3, 3, 4, 4),
                              neighbours_meet(source, 5, 3, 3, 5, 5)};
    SUBCASE("all of them errors") {}
    SUBCASE("or some of the same value") {
        all[1].finding.severity = Severity::warning;
        all[1].finding.variant = Variant::same_value;
    }
    const auto found = settle(all);
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].overlap);
    CHECK(found[0].overlap->stores == 3);
    CHECK(found[0].overlap->apart == 1);
    CHECK(found[0].self.line == 4);
    CHECK(found[0].recorded.finding.count == 3);
    CHECK(found[0].recorded.finding.severity == Severity::error);
}

TEST_CASE("elements that begin too close together are reported with the distance") {
    const StudentSource source(three_stores("int* mine = &list[2 * threadIdx.x];"));
    const auto found = settle({neighbours_meet(source, 5, 3, 3, 4, 8)});
    REQUIRE(found[0].overlap);
    CHECK(found[0].overlap->apart == 2);
}

TEST_CASE("an index that is a sum is analysed, too") {
    const StudentSource source(three_stores("int* mine = list, at = threadIdx.x;", "at + "));
    CHECK(settle({neighbours_meet(source, 5, 4, 3, 4, 5)})[0].overlap);
}

TEST_CASE("stores that do not go by the thread's number overlap for another reason") {
    const StudentSource source(three_stores("int* mine = &list[threadIdx.x + 1];"));
    CHECK_FALSE(settle({neighbours_meet(source, 5, 4, 3, 4, 6)})[0].overlap);
    CHECK_FALSE(settle({neighbours_meet(source, 5, 4, 3, 7, 5)})[0].overlap);
}

TEST_CASE("a fetch from a texture that was refused is the unnoticed refusal") {
    Finding refusal{.kind = FindingKind::launch_error,
                    .severity = Severity::note,
                    .self = host_at(3, Op::none),
                    .variable = "cudaCreateTextureObject",
                    .cause = "cudaCreateTextureObject is refused: a field"};
    refusal.variant = Variant::refused_call;
    Finding fetch{.kind = FindingKind::unsupported,
                  .self = thread_at(12, Op::read, {0, 0, 0}, {0, 0, 0}),
                  .cause = "the texture object is none that cudaCreateTextureObject made"};
    fetch.variant = Variant::no_texture;
    const auto found = settle({in_kernel(fetch), in_kernel(refusal)});
    REQUIRE(found.size() == 1);
    CHECK(found[0].recorded.finding.severity == Severity::error);
    CHECK(found[0].recorded.finding.cause.find("a field. Nothing has noticed that") !=
          std::string::npos);
    CHECK(settle({in_kernel(fetch)}).size() == 1);
    CHECK(settle({in_kernel(refusal)})[0].recorded.finding.severity == Severity::note);
}

TEST_CASE("a negative index of a thread that has read what held no value comes second") {
    Finding outside{.kind = FindingKind::out_of_bounds,
                    .self = thread_at(12, Op::atomic, {0, 0, 0}, {3, 0, 0}, "no-such-file.cu"),
                    .variable = "hits",
                    .index = -1,
                    .elements = 4,
                    .element_size = 4,
                    .space = Space::global};
    Finding read{.kind = FindingKind::uninitialized_read,
                 .self = thread_at(9, Op::read, {0, 0, 0}, {3, 0, 0}, "no-such-file.cu"),
                 .variable = "points",
                 .space = Space::global};
    auto found = settle({in_kernel(outside), in_kernel(read)});
    REQUIRE(found.size() == 2);
    CHECK(found[0].recorded.finding.kind == FindingKind::uninitialized_read);
    CHECK(
        message(found[1]).ends_with("The last element is hits[3]. The index is negative, and what "
                                    "this thread has read on line 9 held no value: that comes "
                                    "first."));
    read.self.thread = {4, 0, 0};
    found = settle({in_kernel(outside), in_kernel(read)});
    CHECK(found[0].recorded.finding.kind == FindingKind::out_of_bounds);
    CHECK(message(found[0]).find("held no value") == std::string::npos);
}

TEST_CASE("a shift and a conversion that do not fit are told apart on one line") {
    const auto warning = [](Variant variant, const char* cause) {
        Finding finding{.kind = FindingKind::crash,
                        .severity = Severity::warning,
                        .self = thread_at(7, Op::none, {0, 0, 0}, {0, 0, 0}),
                        .cause = cause};
        finding.variant = variant;
        return in_kernel(finding);
    };
    const Recorded shift = warning(Variant::wide_shift, "it shifts 32 bits by 32");
    const Recorded cast = warning(Variant::wide_conversion, "it converts nan to int");
    CHECK(settle({shift, cast, shift}).size() == 2);
}
