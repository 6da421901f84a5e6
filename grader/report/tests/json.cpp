// Sends a result from the process that runs a suite to the one that reports.
#include "report/json.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "example.hpp"

using namespace grader::report;

TEST_CASE("a result survives encoding and decoding") {
    for (auto lab : {full_lab(), broken_lab(), failing_lab(), drawn_lab()}) {
        if (lab.findings.size() == 2) lab.findings.pop_back();  // its message is not valid UTF-8
        const auto line = to_line(lab);
        CHECK(line.find('\n') == std::string::npos);
        CHECK(from_line(line) == lab);
    }
}

TEST_CASE("a case's time survives encoding and decoding, and is ignored in comparisons") {
    const auto lab = from_line(to_line(failing_lab()));
    CHECK(lab.parts[0].cases[1].elapsed.seconds == 0.25);
    CHECK(grader::score::without_times(lab) == lab);
}

TEST_CASE("a finding of compute-sanitizer is converted to a line for the validation") {
    auto report = failing_lab().sanitizer;
    report.findings.resize(1);
    CHECK(to_line(report) ==
          R"({"findings":[{"tool":"racecheck","kind":"race","file":"reduction.cu","line":3,)"
          R"("message":"Error: Race reported between","count":1}],)"
          R"("troubles":["synccheck: --rows 3: stopped: ran past its time limit"]})");
    report.ran = true;
    CHECK(sanitizer_from_line(to_line(report)) == report);
    CHECK(to_line(grader::score::SanitizerReport{}) == R"({"findings":[],"troubles":[]})");
    CHECK_THROWS_AS(sanitizer_from_line("{}"), ReportError);
}

TEST_CASE("text that is no UTF-8 arrives as UTF-8") {
    const auto lab = from_line(to_line(failing_lab()));
    CHECK(lab.findings.at(1).message.ends_with("</script>\xEF\xBF\xBD"));
}

TEST_CASE("what is not a result is refused") {
    const auto good = to_line(full_lab());
    const auto with = [&](const std::string& from, const std::string& to) {
        auto text = good;
        return text.replace(text.find(from), from.size(), to);
    };
    for (const auto& bad :
         {std::string(), std::string("null"), std::string("[]"), std::string("{}"),
          good.substr(0, good.size() / 2), good + "x", with("\"graded\"", "\"great\""),
          with("\"passed\"", "\"perhaps\""), with("\"score\":100", "\"score\":\"100\""),
          with("\"parts\":[", "\"parts\":[1,"), with("\"findings\":[", "\"findings\":[{},")}) {
        CAPTURE(bad);
        CHECK_THROWS_AS(from_line(bad), ReportError);
    }
}

TEST_CASE("a line with random damage is read or refused, never worse") {
    const auto good = to_line(failing_lab());
    std::mt19937 random(1);
    int refused = 0;
    for (int round = 0; round < 5000; ++round) {
        auto line = good;
        for (int i = 0; i < 3; ++i) line[random() % line.size()] = static_cast<char>(random());
        try {
            to_line(from_line(line));
        } catch (const ReportError&) {
            ++refused;
        }
    }
    CHECK(refused > 1000);
}
