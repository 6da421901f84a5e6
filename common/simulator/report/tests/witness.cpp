// The text and the JSON of a witness, compared byte for byte with the files in tests/golden.
#include "simulator/report/findings/witness.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "simulator/report/json.hpp"
#include "simulator/report/tests/golden.hpp"
#include "simulator/report/tests/scenario.hpp"
#include "simulator/report/text.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

// Thread 37 stores before thread 5 has read.
Witness early_store() {
    return {.order = "witness:1:1.5@9:1.37@8",
            .variable = "Q",
            .index = 37,
            .met_at = "Q[37]",
            .steps = {{thread_at(10, Op::write, {1, 0, 0}, {37, 0, 0}), "1.5", "3"},
                      {.who = thread_at(10, Op::read, {1, 0, 0}, {5, 0, 0}),
                       .before = "3",
                       .after = "3",
                       .usual = "1.5"}},
            .array = "y",
            .element = 1,
            .place = "y[1]",
            .usual = "8",
            .here = "9.5"};
}

Witness lost_update() {
    const auto thread = [](unsigned x, Op op) { return thread_at(10, op, {1, 0, 0}, {x, 0, 0}); };
    Witness witness = early_store();
    witness.steps = {{thread(5, Op::read), "3", "3"},
                     {thread(37, Op::write), "3", "7"},
                     {thread(5, Op::write), "7", "4"}};
    witness.lost = 1;
    return witness;
}

Settled with(const Witness& witness) {
    Finding finding = missing_barrier();
    finding.witness = std::make_shared<Witness>(witness);
    return settled(finding);
}

}  // namespace

TEST_CASE("the text of a witness: a column for each thread") {
    CHECK(to_text({with(early_store()), with(lost_update())}) == golden_text("witness.txt"));
}

TEST_CASE("the JSON of a witness") {
    const auto json = to_json("h100", {{}, 0, 0}, {with(lost_update())});
    CHECK(json_text::write(json["findings"][0]["witness"], 1) + '\n' ==
          golden_text("witness.json"));
}

TEST_CASE("a finding says if no order changes a result or none could be tried") {
    Finding finding = missing_barrier();
    finding.no_witness = "none";
    CHECK(
        to_text({settled(finding)}).find("No order was found in which this changes a result.\n") !=
        std::string::npos);
    finding.no_witness = "the launch is too long";
    CHECK(to_text({settled(finding)}).find("changes a result: the launch is too long.\n") !=
          std::string::npos);
    finding.no_witness = "but one in which the launch ends with an error";
    CHECK(to_text({settled(finding)}).find("a result, but one in which the launch ends with an ") !=
          std::string::npos);
}

TEST_CASE("merging findings keeps a witness") {
    Finding first = missing_barrier(), second = first;
    first.no_witness = "none";
    second.witness = std::make_shared<Witness>(early_store());
    const auto found = settle({in_kernel(first), in_kernel(second)});
    REQUIRE(found.size() == 1);
    CHECK(found[0].recorded.finding.witness);
    CHECK(found[0].recorded.finding.no_witness.empty());
}

TEST_CASE("a witness without an outcome ends after the lost access") {
    Witness witness = lost_update();
    witness.here.clear();
    const std::string text = to_text({with(witness)});
    CHECK(text.find(" is lost.\n") != std::string::npos);
}

TEST_CASE("a witness says of an unset value that nothing has been stored, and not its name") {
    Witness witness = lost_update();
    const auto thread = [](unsigned x, Op op) { return thread_at(10, op, {1, 0, 0}, {x, 0, 0}); };
    witness.steps = {{thread(5, Op::atomic), unset_value, unset_value},
                     {thread(37, Op::write), unset_value, "7"}};
    witness.lost = 0;
    const std::string text = to_text({with(witness)});
    INFO(text);
    CHECK(text.find("line 10 changes Q[37], where nothing has been stored yet") != text.npos);
    CHECK(text.find("line 10 stores 7, the first value there") != text.npos);
    CHECK(text.find("The change of thread 5 of block 1 is lost.") != text.npos);
    CHECK(text.find(unset_value) == text.npos);
}

TEST_CASE("two copies begun by one thread have a column each") {
    const Party copier = thread_at(10, Op::write, {1, 0, 0}, {5, 0, 0});
    Witness witness = early_store();
    witness.steps = {
        {.who = copier, .before = "1", .after = "2", .by_copy = true},
        {.who = copier, .before = "2", .after = "0", .by_copy = true, .is_delayed = true}};
    const std::string text = to_text({with(witness)});
    INFO(text);
    CHECK(text.find("the copy begun by thread 5 of block 1   an earlier copy of that thread\n") !=
          text.npos);
    CHECK(text.find("    line 10 stores 0 over 2\n") != text.npos);
    witness.steps.pop_back();
    CHECK(to_text({with(witness)}).find("line 10 stores 2 over 1\n") != text.npos);
}
