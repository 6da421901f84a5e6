// The text and the JSON of one report, compared byte for byte with the files in tests/golden.
#include "simulator/report/tests/golden.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "simulator/report/json.hpp"
#include "simulator/report/tests/scenario.hpp"
#include "simulator/report/text.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

void record_everything() {
    LaunchRecord& reduce = launch_begins(
        {.name = "reduce", .grid = {4, 1, 1}, .block = {256, 1, 1}, .shared_bytes = 1024});
    emit(missing_barrier());
    emit(missing_barrier());
    emit({.kind = FindingKind::out_of_bounds,
          .self = thread_at(12, Op::write, {3, 0, 0}, {0, 0, 0}),
          .variable = "y",
          .index = 3,
          .elements = 3,
          .element_size = 4,
          .cause = "it is right behind the 12 bytes of y",
          .space = Space::global});
    reduce.counters["barriers"] = 4;
    reduce.counters["warps"] = 32;
    launch_ends();
    emit({.kind = FindingKind::leak,
          .severity = Severity::warning,
          .self = host_at(22, Op::none),
          .variable = "x",
          .cause = "the 4096 bytes allocated here are still there when the program ends",
          .space = Space::global});
}

}  // namespace

TEST_CASE("the text report") {
    const CleanRecord clean;
    record_everything();
    CHECK(to_text(settled_findings()) == golden_text("report.txt"));
}

TEST_CASE("the JSON report") {
    const CleanRecord clean;
    record_everything();
    CHECK(json_text::write(collect_json(), 1) + '\n' == golden_text("report.json"));
}

TEST_CASE("nothing found is nothing said") {
    const CleanRecord clean;
    CHECK(to_text(settled_findings()).empty());
    CHECK(collect_json()["findings"] == nlohmann::json::array());
}

TEST_CASE("counts of lines and arrays appear where they were taken") {
    const CleanRecord clean;
    LaunchRecord& launch = launch_begins({.name = "k", .grid = {1, 1, 1}, .block = {32, 1, 1}});
    const Site site{.file = "k.cu", .line = 3};
    launch.count({{.site = site,
                   .variable = "A",
                   .variable_bytes = 128,
                   .costs = {.requests = 1, .sectors = 4, .active_lanes = 32, .bytes = 128}},
                  {.site = site,
                   .variable = "B",
                   .variable_bytes = 64,
                   .costs = {.requests = 2, .sectors = 5, .active_lanes = 33, .bytes = 132}},
                  {.site = site,
                   .operation = Operation::store,
                   .space = MemorySpace::shared,
                   .variable = "Q",
                   .costs = {.requests = 1,
                             .active_lanes = 32,
                             .bytes = 128,
                             .wavefronts = 2,
                             .bank_conflicts = 1}}},
                 {.all = 6, .by_atomics = 2});
    launch_ends();
    const nlohmann::json kernel = collect_json()["kernels"][0];
    CHECK(kernel["lines"] == R"([
        {"file":"k.cu","line":3,"op":"load","space":"global","requests":3,"sectors":9,
         "active_lanes":65},
        {"file":"k.cu","line":3,"op":"store","space":"shared","requests":1,"active_lanes":32,
         "wavefronts":2,"bank_conflicts":1}])"_json);
    CHECK(kernel["arrays"] == R"([
        {"name":"A","bytes":128,"op":"load","space":"global","requests":1,"sectors":4,
         "active_lanes":32},
        {"name":"B","bytes":64,"op":"load","space":"global","requests":2,"sectors":5,
         "active_lanes":33}])"_json);
    CHECK(kernel["counters"]["global_load_sectors"] == 9);
    CHECK(kernel["counters"]["global_store_requests"] == 0);
    CHECK(kernel["counters"]["shared_store_bank_conflicts"] == 1);
    CHECK(kernel["counters"]["bytes"] == 260);
    CHECK(kernel["counters"]["unique_sectors"] == 6);
    CHECK(kernel["counters"]["atomic_unique_sectors"] == 2);
}

TEST_CASE("the first launches are listed, the rest summed up") {
    const CleanRecord clean;
    for (int i = 0; i < 300; ++i) {
        launch_begins({.name = "k", .grid = {1, 1, 1}, .block = {32, 1, 1}})
            .count({{.site = {.file = "k.cu", .line = 3}, .costs = {.requests = 1}}}, {.all = 1});
        launch_ends();
    }
    const nlohmann::json kernels = collect_json()["kernels"];
    CHECK(kernels[255]["lines"].size() == 1);
    CHECK(kernels[256]["lines"].empty());
    CHECK(kernels[299]["counters"]["global_load_requests"] == 1);
}

TEST_CASE("a launch whose accesses were not counted has no counts of them") {
    const CleanRecord clean;
    launch_begins({.name = "k", .grid = {1, 1, 1}, .block = {32, 1, 1}}).counters["warps"] = 1;
    launch_ends();
    const nlohmann::json kernel = collect_json()["kernels"][0];
    CHECK(kernel["counters"] == R"({"warps":1})"_json);
    CHECK(kernel["lines"] == nlohmann::json::array());
}

TEST_CASE("beyond twenty, findings are listed by their headline") {
    const CleanRecord clean;
    for (int line = 1; line <= 30; ++line) {
        Finding finding = missing_barrier();
        finding.self.site = {.file = "unreadable.cu", .line = line};
        finding.index = line;
        emit(finding);
    }
    const std::string text = to_text(settled_findings());
    CHECK(text.find("unreadable.cu:30: error: race: Q[30]\nsimulator: 30 errors\n") !=
          std::string::npos);
}
