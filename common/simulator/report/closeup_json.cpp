#include "simulator/report/closeup_json.hpp"

#include <sstream>
#include <string>

#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/lane_map.hpp"
#include "simulator/report/worst_line.hpp"

namespace cusim::report {
namespace {

using nlohmann::json;

// The lanes of a mask, as a list.
json lanes_json(std::uint32_t mask) {
    json result = json::array();
    for (int lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1) result.push_back(lane);
    return result;
}

json example_json(const RequestExample& example, const char* unit) {
    json offsets = json::array();
    for (int lane = 0; lane < 32; ++lane)
        offsets.push_back(example.lanes >> lane & 1 ? json(example.offset[lane]) : json{});
    json result{{"block", example.block}, {"warp", example.warp},  {"number", example.turn},
                {"bytes", example.size},  {"offsets", offsets},    {"start", example.start},
                {unit, example.cost},     {"least", example.least}};
    if (example.served.empty()) return result;
    json served = json::array();
    for (const std::uint32_t lanes : example.served) served.push_back(lanes_json(lanes));
    result["served"] = served;
    return result;
}

// The picture that a terminal shows, line by line.
json picture_json(const WorstLine& line) {
    const bool atomic = line.operation == Operation::red || line.operation == Operation::atom;
    std::istringstream picture{line.space == MemorySpace::shared
                                   ? bank_map(line.example, atomic)
                                   : sector_map(line.example, line.variable)};
    json rows = json::array();
    for (std::string row; std::getline(picture, row);) rows.push_back(row);
    return rows;
}

json line_json(const WorstLine& line) {
    const char* const unit = line.space == MemorySpace::shared ? "wavefronts" : "sectors";
    return {{"file", line.place.file},
            {"line", line.place.line},
            {"op", name(line.operation)},
            {"space", name(line.space)},
            {"array", line.variable},
            {"requests", line.requests},
            {unit, line.cost},
            {"least", line.least},
            {"worst_request", example_json(line.example, unit)},
            {"picture", picture_json(line)}};
}

json passage_json(const BarrierPassage& passage) {
    const Place place = resolve(passage.barrier);
    json warps = json::array();
    for (const WarpStretch& warp : passage.warps)
        warps.push_back({{"threads", warp.threads}, {"requests", warp.requests}});
    return {{"file", place.file},
            {"line", place.line},
            {"execution", passage.execution},
            {"warps", warps}};
}

}  // namespace

json closeup_json(const LaunchRecord& launch) {
    json result = json::object();
    for (const WorstLine& line : worst_lines(launch))
        result["worst_lines"].push_back(line_json(line));
    if (!launch.timeline) return result;
    json& timeline = result["barrier_timeline"];
    timeline = {{"block", launch.timeline->block},
                {"passed", launch.timeline->passed},
                {"threads", launch.timeline->threads},
                {"passages", json::array()}};
    for (const BarrierPassage& passage : launch.timeline->passages)
        timeline["passages"].push_back(passage_json(passage));
    timeline["after"] = launch.timeline->after;
    return result;
}

}  // namespace cusim::report
