// Converts values to JSON and back. Text that is not valid UTF-8 is converted, since JSON requires
// it.
#include "report/json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "report/launch_json.hpp"
#include "report/text.hpp"

namespace grader::score {

using Json = nlohmann::ordered_json;

// nlohmann's library finds the functions below by argument-dependent lookup.

/// Both functions for a record whose members all have the names that they have in JSON. The library
/// offers this for JSON that sorts its keys only.
#define GRADER_RECORD(Record, ...)                                                 \
    void to_json(Json& nlohmann_json_j, const Record& nlohmann_json_t) {           \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__))   \
    }                                                                              \
    void from_json(const Json& nlohmann_json_j, Record& nlohmann_json_t) {         \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM, __VA_ARGS__)) \
    }

GRADER_RECORD(Work, name, what, microseconds, limit, bound)
GRADER_RECORD(Gate, name, what, count, bound, is_least)
GRADER_RECORD(TimedRun, name, what, microseconds, rival, rival_microseconds, least)
GRADER_RECORD(WrongElements, array, row, column, expected, got, right)
GRADER_RECORD(SanitizerFinding, tool, kind, file, line, message, count)

#undef GRADER_RECORD

/// Place and thread: block and thread are null for the host.
template <class Party>
void add_party(Json& json, const Party& party) {
    json["file"] = party.file;
    json["line"] = party.line;
    json["block"] = party.host ? Json() : Json(party.block);
    json["thread"] = party.host ? Json() : Json(party.thread);
}

template <class Party>
void get_party(const Json& json, Party& party) {
    json.at("file").get_to(party.file);
    json.at("line").get_to(party.line);
    party.host = json.at("block").is_null();
    if (party.host) return;
    json.at("block").get_to(party.block);
    json.at("thread").get_to(party.thread);
}

/// `named`: the function that finds a value by its name. `what`: "a severity".
template <class Named>
auto get_named(const Json& json, const char* key, Named named, const char* what) {
    const auto name = json.at(key).get<std::string>();
    const auto value = named(name);
    if (!value) throw report::ReportError(fmt::format("'{}' is not {}", name, what));
    return *value;
}

void to_json(Json& json, const OtherParty& other) {
    add_party(json, other);
    json["op"] = other.op;
}

void from_json(const Json& json, OtherParty& other) {
    get_party(json, other);
    json.at("op").get_to(other.op);
}

void to_json(Json& json, const Witness& witness) {
    json = {{"order", witness.order}, {"met_at", witness.met_at}, {"steps", Json::array()}};
    for (const auto& step : witness.steps) {
        Json one = step.who;
        one["before"] = step.before;
        one["after"] = step.after;
        if (!step.usual.empty()) one["usual"] = step.usual;
        json["steps"].push_back(one);
    }
    if (!witness.lost.empty()) json["lost"] = witness.lost;
    if (!witness.text.empty()) json["text"] = witness.text;
    if (!witness.command.empty()) json["command"] = witness.command;
    if (!witness.outcome.empty())
        json.update(
            {{"outcome", witness.outcome}, {"usual", witness.usual}, {"here", witness.here}});
}

void from_json(const Json& json, Witness& witness) {
    json.at("order").get_to(witness.order);
    json.at("met_at").get_to(witness.met_at);
    for (const auto& step : json.at("steps"))
        witness.steps.push_back(
            {step.get<OtherParty>(), step.at("before"), step.at("after"), step.value("usual", "")});
    witness.lost = json.value("lost", "");
    witness.outcome = json.value("outcome", "");
    witness.usual = json.value("usual", "");
    witness.here = json.value("here", "");
    if (json.contains("text")) json["text"].get_to(witness.text);
    witness.command = json.value("command", "");
}

void to_json(Json& json, const Finding& finding) {
    json = {{"kind", finding.kind}, {"severity", name_of(finding.severity)}};
    add_party(json, finding);
    json["message"] = finding.message;
    json["count"] = finding.count;
    if (finding.other) json["other"] = *finding.other;
    if (finding.witness) json["witness"] = *finding.witness;
    if (!finding.cause.empty()) json["cause"] = finding.cause;
    if (finding.hidden) json["hidden"] = true;
}

void from_json(const Json& json, Finding& finding) {
    get_party(json, finding);
    json.at("kind").get_to(finding.kind);
    finding.severity = get_named(json, "severity", severity_named, "a severity");
    json.at("message").get_to(finding.message);
    json.at("count").get_to(finding.count);
    if (json.contains("other")) finding.other = json.at("other").get<OtherParty>();
    if (json.contains("witness")) finding.witness = json.at("witness").get<Witness>();
    finding.cause = json.value("cause", "");
    finding.hidden = json.value("hidden", false);
}

void to_json(Json& json, const Kernel& kernel) {
    json = {{"name", kernel.name},
            {"grid", kernel.grid},
            {"block", kernel.block},
            {"counters", kernel.counters}};
    if (kernel.hidden) json["hidden"] = true;
    report::add_details(json, kernel);
}

void from_json(const Json& json, Kernel& kernel) {
    json.at("name").get_to(kernel.name);
    json.at("grid").get_to(kernel.grid);
    json.at("block").get_to(kernel.block);
    json.at("counters").get_to(kernel.counters);
    kernel.hidden = json.value("hidden", false);
    report::get_details(json, kernel);
}

/// Whole points are integers: 20, not 20.0.
Json number(double value) {
    if (std::abs(value) > 1e9 || value != std::floor(value)) return Json(value);
    return Json(static_cast<std::int64_t>(value));
}

void to_json(Json& json, const CaseResult& result) {
    json = {{"name", result.name},
            {"status", report::name_of(result.status)},
            {"score", number(result.score)},
            {"max_score", number(result.max_score)},
            {"message", result.message.text()}};
    for (const Line& line : result.message.lines) json["lines"].push_back(name_of(line.kind));
    if (result.hidden) json["hidden"] = true;
    if (result.wrong) json["wrong"] = *result.wrong;
    if (result.elapsed.seconds > 0) json["seconds"] = result.elapsed.seconds;
}

void from_json(const Json& json, CaseResult& result) {
    json.at("name").get_to(result.name);
    result.hidden = json.value("hidden", false);
    const auto status = json.at("status").get<std::string>();
    for (const auto known : {CaseStatus::passed, CaseStatus::failed, CaseStatus::not_run}) {
        if (status == report::name_of(known)) result.status = known;
    }
    if (status != report::name_of(result.status)) {
        throw report::ReportError(fmt::format("'{}' is not a status of a case", status));
    }
    json.at("score").get_to(result.score);
    json.at("max_score").get_to(result.max_score);
    result.message = message_of(json.at("message").get<std::string>(),
                                json.value("lines", std::vector<std::string>()));
    if (json.contains("wrong")) result.wrong = json.at("wrong").get<WrongElements>();
    result.elapsed.seconds = json.value("seconds", 0.0);
}

void to_json(Json& json, const PartResult& part) {
    json = {{"name", part.name()},
            {"score", number(part.score)},
            {"max_score", number(part.max_score)},
            {"cases", part.cases}};
}

void from_json(const Json& json, PartResult& part) {
    part.part = get_named(json, "name", part_named, "a part");
    json.at("score").get_to(part.score);
    json.at("max_score").get_to(part.max_score);
    json.at("cases").get_to(part.cases);
}

void to_json(Json& json, const SanitizerReport& report) {
    json = {{"findings", report.findings}, {"troubles", report.troubles}};
}

void from_json(const Json& json, SanitizerReport& report) {
    report.ran = true;
    json.at("findings").get_to(report.findings);
    json.at("troubles").get_to(report.troubles);
}

void to_json(Json& json, const LabResult& lab) {
    const bool graded = lab.status == LabStatus::graded;
    json = {{"lab", lab.lab},
            {"status", graded ? "graded" : "not_gradable"},
            {"score", graded ? number(lab.score) : Json()},
            {"max_score", number(lab.max_score)},
            {"parts", lab.parts},
            {"findings", lab.findings},
            {"kernels", lab.kernels}};
    if (!graded) json.update({{"reason", lab.reason}, {"details", lab.details}});
    if (!lab.work.empty()) json["work"] = lab.work;
    if (!lab.gates.empty()) json["gates"] = lab.gates;
    if (!lab.times.empty()) json["times"] = lab.times;
    if (!lab.to_predict.empty()) json["to_predict"] = lab.to_predict;
    if (lab.sanitizer.ran) json["sanitizer"] = lab.sanitizer;
    if (!lab.log.empty()) json["log"] = lab.log;
}

void from_json(const Json& json, LabResult& lab) {
    json.at("lab").get_to(lab.lab);
    const auto status = json.at("status").get<std::string>();
    if (status != "graded" && status != "not_gradable") {
        throw report::ReportError(fmt::format("'{}' is not a status of a lab", status));
    }
    lab.status = status == "graded" ? LabStatus::graded : LabStatus::not_gradable;
    if (lab.status == LabStatus::graded) json.at("score").get_to(lab.score);
    json.at("max_score").get_to(lab.max_score);
    json.at("parts").get_to(lab.parts);
    json.at("findings").get_to(lab.findings);
    json.at("kernels").get_to(lab.kernels);
    lab.work = json.value("work", lab.work);
    lab.gates = json.value("gates", lab.gates);
    lab.times = json.value("times", lab.times);
    lab.to_predict = json.value("to_predict", lab.to_predict);
    if (json.contains("sanitizer")) json.at("sanitizer").get_to(lab.sanitizer);
    lab.reason = json.value("reason", "");
    lab.details = json.value("details", "");
    lab.log = json.value("log", "");
}

}  // namespace grader::score

namespace grader::report {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr auto replace_invalid = OrderedJson::error_handler_t::replace;

}  // namespace

void Json::print(const score::RunResult& run, std::ostream& out) const {
    std::vector<score::LabResult> labs;
    for (const auto& lab : run.labs) {
        labs.push_back(score::without_times(lab));
        if (!lab.to_predict.empty()) labs.back().gates.clear();  // some are what is asked for
    }
    OrderedJson json = {{"version", 1},         {"backend", run.backend},
                        {"device", run.device}, {"sandbox", run.sandbox},
                        {"order", run.order},   {"seed", nullptr},
                        {"labs", labs}};
    if (run.seed) json["seed"] = *run.seed;
    if (!run.only_case.empty()) json["only_case"] = run.only_case;
    out << json.dump(2, ' ', false, replace_invalid) << '\n';
}

std::string to_line(const score::LabResult& lab) {
    return OrderedJson(lab).dump(-1, ' ', false, replace_invalid);
}

std::string to_line(const score::SanitizerReport& report) {
    return OrderedJson(report).dump(-1, ' ', false, replace_invalid);
}

score::LabResult from_line(std::string_view line) {
    try {
        return OrderedJson::parse(line).get<score::LabResult>();
    } catch (const nlohmann::json::exception& error) {
        throw ReportError(fmt::format("not the result of a lab: {}", error.what()));
    }
}

score::SanitizerReport sanitizer_from_line(std::string_view line) {
    try {
        return OrderedJson::parse(line).get<score::SanitizerReport>();
    } catch (const nlohmann::json::exception& error) {
        throw ReportError(fmt::format("not a report of compute-sanitizer: {}", error.what()));
    }
}

}  // namespace grader::report
