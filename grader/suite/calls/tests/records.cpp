#include "suite/calls/records.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "suite/calls/answer.hpp"
#include "tests/damaged_text.hpp"

using namespace grader::suite;

namespace {

const std::string whole =
    R"({"version":1,"device":"h100","kernels":[{"name":"k","grid":[4,1,1],"block":[256,1,1],)"
    R"("shared_bytes":0,"counters":{"barriers":12,"warps":32},"lines":[],)"
    R"("arrays":[{"name":"A","bytes":4096,"op":"load","space":"global","requests":32,)"
    R"("sectors":128,"active_lanes":1024}],"worst_lines":[{"file":"a.cu","line":9,"op":"load",)"
    R"("space":"global","array":"A","requests":2,"sectors":64,"least":8,)"
    R"("picture":["  A[0] 0......."]}]}],)"
    R"("findings":[{"kind":"race","severity":"error","file":"a.cu","line":21,"block":[0,0,0],)"
    R"("thread":[5,0,0],"message":"why","count":3,"other":{"file":"a.cu","line":22,)"
    R"("block":null,"thread":null,"op":"write"},"witness":{"order":"witness:1:0.5@7:0.9@4",)"
    R"("met_at":{"array":"Q","index":1},"lost":"7","text":["then"],"steps":[{"file":"a.cu",)"
    R"("line":21,"block":[0,0,0],"thread":[9,0,0],"op":"write","before":"3","after":"7","usual":"4"}],)"
    R"("outcome":{"array":"y","index":null,"usual":"8","here":"4"}}}]})";

std::string with(const std::string& from, const std::string& to) {
    std::string changed = whole;
    REQUIRE(changed.find(from) != std::string::npos);
    return changed.replace(changed.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("launches and findings are read as the simulator writes them") {
    const Records records = parse_records(whole);
    REQUIRE(records.kernels.size() == 1);
    CHECK(records.kernels[0].grid == grader::score::Dim3{4, 1, 1});
    CHECK(records.kernels[0].counters.at("barriers") == 12);
    const grader::score::ArrayTraffic expected{"A", 4096, "load", 32, 128};
    CHECK(records.kernels[0].arrays == std::vector{expected});
    const grader::score::WorstLine worst{"a.cu", 9,  "global", "load",
                                         "A",    64, 8,        {"  A[0] 0......."}};
    CHECK(records.kernels[0].worst_lines == std::vector{worst});
    REQUIRE(records.findings.size() == 1);
    CHECK(records.findings[0].thread == grader::score::Dim3{5, 0, 0});
    CHECK_FALSE(records.findings[0].host);
    REQUIRE(records.findings[0].other);
    CHECK(records.findings[0].other->host);
    CHECK(records.findings[0].other->op == "write");
}

TEST_CASE("what would repair a hunt that is open is held back, and the facts are told") {
    const std::string text =
        with(R"("message":"why")", R"("message":"why. Do so.","remedy":"Do so.")");
    CHECK(parse_records(text).findings.at(0).message == "why. Do so.");
    const auto told = parse_records(text, Remedies::held_back).findings.at(0);
    CHECK(told.message.starts_with("why. This is the hunt"));
    CHECK(told.message.find("Do so") == told.message.npos);
    CHECK(told.witness);
    CHECK(parse_records(whole, Remedies::held_back).findings.at(0).message == "why");
}

TEST_CASE("launches that are not listed are counted, and no case takes the listed ones for all") {
    const std::string text = with("\"findings\":[", "\"unlisted_kernels\":744,\"findings\":[");
    CHECK(parse_records(whole).unlisted_kernels == 0);
    CHECK(parse_records(text).unlisted_kernels == 744);

    runner::Request request;
    request.function = "gather";
    CHECK(make_answer(request, {}, {}, whole, "forward").launches().size() == 1);
    const Answer answer = make_answer(request, {}, {}, text, "forward");
    CHECK(answer.first_launches().size() == 1);
    CHECK(answer.launch_count() == 745);
    try {
        answer.launches();
        FAIL("launches() let one of 745 pass for all");
    } catch (const CaseFailed& failure) {
        CHECK(failure.message == "gather makes 745 launches, and only the first 1 are looked at");
    }
}

TEST_CASE("a witness is read as the simulator writes it") {
    const auto witness = parse_records(whole).findings.at(0).witness;
    REQUIRE(witness);
    CHECK(witness->order == "witness:1:0.5@7:0.9@4");
    CHECK(witness->met_at == "Q[1]");
    REQUIRE(witness->steps.size() == 1);
    CHECK(witness->steps[0].who.thread == grader::score::Dim3{9, 0, 0});
    CHECK(witness->steps[0].before == "3");
    CHECK(witness->steps[0].after == "7");
    CHECK(witness->steps[0].usual == "4");
    CHECK(witness->lost == "7");
    CHECK(witness->outcome == "y");
    CHECK(witness->usual == "8");
    CHECK(witness->here == "4");
    CHECK(witness->text == std::vector<std::string>{"then"});
}

TEST_CASE("records are refused for each kind of damage") {
    for (const std::string& bad : {
             std::string(),
             std::string("null"),
             whole.substr(0, whole.size() / 2),
             with("\"version\":1", "\"version\":2"),
             with("\"steps\":[", "\"steps\":{},\"more\":["),
             with("\"text\":[", "\"text\":[7,"),
             with("\"before\":\"3\",", ""),
             with("\"usual\":\"8\",", ""),
             with("[4,1,1]", "[4,1]"),
             with("[4,1,1]", "[0,1,1]"),
             with("[4,1,1]", "[-4,1,1]"),
             with("[4,1,1]", "[4294967296,1,1]"),
             with("[4,1,1]", "[2147483648,1,1]"),
             with("[4,1,1]", "[4,65536,1]"),
             with("[256,1,1]", "[256,1,1025]"),
             with("\"barriers\":12", "\"barriers\":-1"),
             with("\"barriers\":12", "\"barriers\":\"none\""),
             with("\"arrays\":[", "\"arrays\":{},\"more\":["),
             with("\"sectors\":128", "\"sectors\":-1"),
             with("\"op\":\"load\"", "\"op\":0"),
             with("\"least\":8", "\"least\":\"8\""),
             with("\"picture\":[", "\"picture\":[7,"),
             with("\"space\":\"global\",\"array\"", "\"space\":\"shared\",\"array\""),
             with("\"severity\":\"error\"", "\"severity\":\"fine\""),
             with("\"line\":21", "\"line\":99999999999"),
             with("\"message\":\"why\"", "\"message\":[]"),
             with("\"findings\":[", "\"findings\":{},\"more\":["),
             with("\"findings\":[", "\"unlisted_kernels\":-1,\"findings\":["),
             with("\"findings\":[", "\"unlisted_kernels\":18446744073709551615,\"findings\":["),
             with("\"why\"", "\"\xff\""),
         }) {
        CAPTURE(bad);
        CHECK_THROWS_AS(parse_records(bad), RecordsError);
    }
    CHECK_THROWS_AS(parse_records(std::string(100'000, '[')), RecordsError);
    const auto from = whole.find("{\"name\":\"k\"");
    const auto kernel = whole.substr(from, whole.find(",\"findings\"") - 1 - from);
    std::string many = kernel;
    for (int i = 1; i < 257; ++i) many += ',' + kernel;
    CHECK_NOTHROW(parse_records(with(kernel, many.substr(kernel.size() + 1))));
    CHECK_THROWS_AS(parse_records(with(kernel, many)), RecordsError);
}

TEST_CASE("random damage to records is refused or read, never anything else") {
    std::mt19937 random(4);
    constexpr Damage most{.edits = 3, .erased = 30, .repeated = 60};
    int read = 0, refused = 0;
    for (int round = 0; round < 20'000; ++round) {
        const std::string text = damaged(whole, most, random);
        try {
            parse_records(text);
            ++read;
        } catch (const RecordsError&) {
            ++refused;
        }
    }
    CHECK(read > 0);
    CHECK(refused > 0);
}
