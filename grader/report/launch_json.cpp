#include "report/launch_json.hpp"

namespace grader::report {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson line_json(const score::LineTraffic& line) {
    return {{"file", line.file},
            {"line", line.line},
            {"space", line.space},
            {"op", line.op},
            {"requests", line.requests},
            {"cost", line.cost},
            {"active_lanes", line.active_lanes}};
}

score::LineTraffic line_of(const OrderedJson& json) {
    return {json.at("file"),     json.at("line"), json.at("space"),       json.at("op"),
            json.at("requests"), json.at("cost"), json.at("active_lanes")};
}

OrderedJson worst_json(const score::WorstLine& line) {
    OrderedJson json = {{"file", line.file},   {"line", line.line},      {"space", line.space},
                        {"op", line.op},       {"array", line.array},    {"cost", line.cost},
                        {"least", line.least}, {"picture", line.picture}};
    if (line.request)
        json["worst_request"] = {{"bytes", line.request->bytes},
                                 {"start", line.request->start},
                                 {"offsets", line.request->offsets},
                                 {"served", line.request->served}};
    return json;
}

score::WorstLine worst_of(const OrderedJson& json) {
    score::WorstLine line{json.at("file"),  json.at("line"),    json.at("space"),
                          json.at("op"),    json.at("array"),   json.at("cost"),
                          json.at("least"), json.at("picture"), std::nullopt};
    if (!json.contains("worst_request")) return line;
    const OrderedJson& request = json.at("worst_request");
    line.request = {request.at("bytes"), request.at("start"), request.at("offsets"),
                    request.at("served")};
    return line;
}

OrderedJson barriers_json(const score::BarrierTimeline& barriers) {
    OrderedJson passages = OrderedJson::array();
    for (const auto& passage : barriers.passages)
        passages.push_back({{"file", passage.file},
                            {"line", passage.line},
                            {"requests", passage.requests},
                            {"threads", passage.threads}});
    return {{"block", barriers.block},
            {"passed", barriers.passed},
            {"passages", passages},
            {"after", barriers.after}};
}

score::BarrierTimeline barriers_of(const OrderedJson& json) {
    score::BarrierTimeline barriers{json.at("block"), json.at("passed"), {}, json.at("after")};
    for (const OrderedJson& passage : json.at("passages"))
        barriers.passages.push_back({passage.at("file"), passage.at("line"), passage.at("requests"),
                                     passage.at("threads")});
    return barriers;
}

}  // namespace

void add_details(OrderedJson& json, const score::Kernel& kernel) {
    for (const auto& line : kernel.lines) json["lines"].push_back(line_json(line));
    for (const auto& line : kernel.worst_lines) json["worst_lines"].push_back(worst_json(line));
    if (kernel.barriers) json["barrier_timeline"] = barriers_json(*kernel.barriers);
}

void get_details(const OrderedJson& json, score::Kernel& kernel) {
    for (const OrderedJson& line : json.value("lines", OrderedJson::array()))
        kernel.lines.push_back(line_of(line));
    for (const OrderedJson& line : json.value("worst_lines", OrderedJson::array()))
        kernel.worst_lines.push_back(worst_of(line));
    if (json.contains("barrier_timeline"))
        kernel.barriers = barriers_of(json.at("barrier_timeline"));
}

}  // namespace grader::report
