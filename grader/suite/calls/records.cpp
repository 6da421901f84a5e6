#include "suite/calls/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "json_text.hpp"
#include "runner/protocol.hpp"

namespace grader::suite {

using nlohmann::json;

namespace {

constexpr std::size_t most_findings = 4000;  // the simulator keeps fewer (report/recorder.cpp)
constexpr std::size_t most_counters = 64;
constexpr std::size_t most_arrays = 1000;
constexpr std::size_t most_worst_lines = 2;  // one for global and one for shared memory
constexpr std::size_t most_rows = 40;        // of a picture
constexpr std::size_t longest_row = 78;
constexpr std::size_t most_lines = 10'000, most_passages = 10'000;
constexpr std::size_t warp_lanes = 32, most_wavefronts = 64, most_warps = 32;
constexpr std::size_t most_steps = 64;
constexpr std::size_t longest_text = 4000;
constexpr std::size_t deepest = 8;

void check_depth(std::string_view text) {
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (in_string && text[i] == '\\') {
            ++i;
            continue;
        }
        if (text[i] == '"') in_string = !in_string;
        if (in_string) continue;
        if (text[i] == '{' || text[i] == '[') ++depth;
        if ((text[i] == '}' || text[i] == ']') && depth > 0) --depth;
        if (depth > deepest) throw RecordsError("records nested too deeply");
    }
}

const json& field(const json& object, const char* name) {
    if (!object.is_object()) throw RecordsError("records hold something else than objects");
    const auto found = object.find(name);
    if (found == object.end()) throw RecordsError(std::string("records without ") + name);
    return *found;
}

std::string text_of(const json& object, const char* name) {
    const json& value = field(object, name);
    if (!value.is_string()) throw RecordsError(std::string(name) + " is not a text");
    return value.get<std::string>().substr(0, longest_text);
}

std::uint64_t number(const json& value, const char* name, std::uint64_t largest = UINT64_MAX) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > largest)
        throw RecordsError(std::string(name) + " is no such number");
    return value.get<std::uint64_t>();
}

score::Dim3 coordinates(const json& object, const char* name) {
    const json& value = field(object, name);
    if (!value.is_array() || value.size() != 3)
        throw RecordsError(std::string(name) + " has no three coordinates");
    score::Dim3 result{};
    for (std::size_t i = 0; i < 3; ++i)
        result[i] = static_cast<std::uint32_t>(number(value[i], name, UINT32_MAX));
    return result;
}

// Reads what a finding and its second side have in common.
template <class Party>
void read_party(const json& object, Party& party) {
    party.file = text_of(object, "file");
    party.line = static_cast<int>(number(field(object, "line"), "line", INT32_MAX));
    party.host = field(object, "block").is_null();
    if (party.host) return;
    party.block = coordinates(object, "block");
    party.thread = coordinates(object, "thread");
}

/// "Q[2]" for {"array": "Q", "index": 2}.
std::string element(const json& object) {
    const json& index = field(object, "index");
    const auto array = text_of(object, "array");
    return index.is_number_integer() ? fmt::format("{}[{}]", array, index.get<std::int64_t>())
                                     : array;
}

const json& list(const json& object, const char* name, std::size_t most);

score::Witness witness(const json& object) {
    score::Witness result;
    result.order = text_of(object, "order");
    result.met_at = element(field(object, "met_at"));
    for (const json& step : list(object, "steps", most_steps)) {
        auto& one = result.steps.emplace_back();
        read_party(step, one.who);
        one.who.op = text_of(step, "op");
        one.before = text_of(step, "before");
        one.after = text_of(step, "after");
        if (step.contains("usual")) one.usual = text_of(step, "usual");
    }
    if (field(object, "lost").is_string()) result.lost = text_of(object, "lost");
    for (const json& line : list(object, "text", most_rows)) {
        if (!line.is_string()) throw RecordsError("a witness in something else than text");
        result.text.push_back(line.get<std::string>().substr(0, longest_text));
    }
    if (!object.contains("outcome")) return result;
    result.outcome = element(object["outcome"]);
    result.usual = text_of(object["outcome"], "usual");
    result.here = text_of(object["outcome"], "here");
    return result;
}

// The message without its end, the remedy.
std::string held_back(std::string message, std::string_view remedy) {
    if (remedy.empty() || !message.ends_with(remedy)) return message;
    message.resize(message.size() - remedy.size());
    message.erase(message.find_last_not_of(' ') + 1);
    return message + (message.empty() ? "" : " ") +
           "This is the hunt, so what would repair it is not told yet: change its lines, or ask "
           "for its hint by `grade hint`.";
}

score::Finding finding(const json& object, Remedies remedies) {
    score::Finding result;
    read_party(object, result);
    result.kind = text_of(object, "kind");
    const auto severity = score::severity_named(text_of(object, "severity"));
    if (!severity) throw RecordsError("a finding of unknown severity");
    result.severity = *severity;
    result.message = text_of(object, "message");
    if (remedies == Remedies::held_back && object.contains("remedy"))
        result.message = held_back(std::move(result.message), text_of(object, "remedy"));
    result.count = number(field(object, "count"), "count");
    if (object.contains("cause")) result.cause = text_of(object, "cause");
    if (object.contains("other")) {
        result.other.emplace();
        read_party(object["other"], *result.other);
        result.other->op = text_of(object["other"], "op");
    }
    if (object.contains("witness")) result.witness = witness(object["witness"]);
    return result;
}

const json& list(const json& object, const char* name, std::size_t most) {
    const json& value = field(object, name);
    if (!value.is_array() || value.size() > most)
        throw RecordsError(std::string("no list of ") + name);
    return value;
}

score::ArrayTraffic array_traffic(const json& object) {
    return {.name = text_of(object, "name"),
            .bytes = number(field(object, "bytes"), "bytes"),
            .op = text_of(object, "op"),
            .requests = number(field(object, "requests"), "requests"),
            .sectors = number(field(object, "sectors"), "sectors")};
}

std::vector<std::uint64_t> numbers(const json& object, const char* name, std::size_t most,
                                   const char* member = nullptr) {
    std::vector<std::uint64_t> result;
    for (const json& each : list(object, name, most))
        result.push_back(number(member ? field(each, member) : each, name));
    return result;
}

score::LineTraffic line_traffic(const json& object) {
    const auto space = text_of(object, "space");
    const char* const unit = score::unit_of(space);
    return {.file = text_of(object, "file"),
            .line = static_cast<int>(number(field(object, "line"), "line", INT32_MAX)),
            .space = space,
            .op = text_of(object, "op"),
            .requests = number(field(object, "requests"), "requests"),
            .cost = number(field(object, unit), unit),
            .active_lanes = number(field(object, "active_lanes"), "active_lanes")};
}

score::LaneRequest lane_request(const json& object) {
    score::LaneRequest result;
    result.bytes = number(field(object, "bytes"), "bytes", 64);
    result.start = number(field(object, "start"), "start", INT64_MAX);
    for (const json& offset : list(object, "offsets", warp_lanes))
        result.offsets.push_back(
            offset.is_null() ? -1 : static_cast<std::int64_t>(number(offset, "offset", INT64_MAX)));
    if (!object.contains("served")) return result;
    for (const json& wavefront : list(object, "served", most_wavefronts)) {
        auto& lanes = result.served.emplace_back();
        if (!wavefront.is_array() || wavefront.size() > warp_lanes)
            throw RecordsError("a wavefront of no lanes");
        for (const json& lane : wavefront)
            lanes.push_back(static_cast<int>(number(lane, "lane", warp_lanes - 1)));
    }
    return result;
}

score::BarrierTimeline barriers(const json& object) {
    score::BarrierTimeline result;
    result.block = number(field(object, "block"), "block");
    result.passed = number(field(object, "passed"), "passed");
    for (const json& passage : list(object, "passages", most_passages))
        result.passages.push_back(
            {.file = text_of(passage, "file"),
             .line = static_cast<int>(number(field(passage, "line"), "line", INT32_MAX)),
             .requests = numbers(passage, "warps", most_warps, "requests"),
             .threads = numbers(passage, "warps", most_warps, "threads")});
    result.after = numbers(object, "after", most_warps);
    return result;
}

score::WorstLine worst_line(const json& object) {
    score::WorstLine result;
    result.file = text_of(object, "file");
    result.line = static_cast<int>(number(field(object, "line"), "line", INT32_MAX));
    result.space = text_of(object, "space");
    result.op = text_of(object, "op");
    result.array = text_of(object, "array");
    result.least = number(field(object, "least"), "least");
    const char* const unit = score::unit_of(result.space);
    result.cost = number(field(object, unit), unit);
    for (const json& row : list(object, "picture", most_rows)) {
        if (!row.is_string()) throw RecordsError("a picture of something else than text");
        result.picture.push_back(row.get<std::string>().substr(0, longest_row));
    }
    if (object.contains("worst_request")) result.request = lane_request(object["worst_request"]);
    return result;
}

score::Kernel kernel(const json& object) {
    score::Kernel result;
    result.name = text_of(object, "name");
    result.grid = coordinates(object, "grid");
    result.block = coordinates(object, "block");
    for (const auto* extent : {&result.grid, &result.block})
        if (std::ranges::find(*extent, 0u) != extent->end())
            throw RecordsError("a launch without threads");
    // Suites multiply these numbers: a grid that CUDA would refuse must not make the products
    // overflow.
    constexpr std::uint32_t widest = 0x7fffffff, highest = 65'535, largest_block = 1024;
    if (result.grid[0] > widest || result.grid[1] > highest || result.grid[2] > highest ||
        std::ranges::max(result.block) > largest_block)
        throw RecordsError("a launch larger than CUDA allows");
    if (object.contains("shared_bytes"))
        result.shared_bytes = number(object["shared_bytes"], "shared_bytes", UINT32_MAX);
    const json& counters = field(object, "counters");
    if (!counters.is_object() || counters.size() > most_counters)
        throw RecordsError("a launch without its counters");
    for (const auto& [name, value] : counters.items())
        result.counters[name.substr(0, longest_text)] = number(value, "a counter");
    for (const json& array : list(object, "arrays", most_arrays))
        result.arrays.push_back(array_traffic(array));
    if (object.contains("lines"))
        for (const json& line : list(object, "lines", most_lines))
            if (text_of(line, "space") != "texture") result.lines.push_back(line_traffic(line));
    if (object.contains("barrier_timeline")) result.barriers = barriers(object["barrier_timeline"]);
    if (object.contains("worst_lines"))
        for (const json& line : list(object, "worst_lines", most_worst_lines))
            result.worst_lines.push_back(worst_line(line));
    return result;
}

}  // namespace

Records parse_records(std::string_view text, Remedies remedies) {
    check_depth(text);
    const json report = json_text::parse_or_discard(text);
    if (report.is_discarded()) throw RecordsError("records that are no JSON");
    if (number(field(report, "version"), "version") != 1)
        throw RecordsError("records of an unknown version");
    Records records;
    for (const json& entry : list(report, "findings", most_findings))
        records.findings.push_back(finding(entry, remedies));
    for (const json& entry : list(report, "kernels", runner::most_listed_launches))
        records.kernels.push_back(kernel(entry));
    if (report.contains("unlisted_kernels"))
        records.unlisted_kernels =
            number(report["unlisted_kernels"], "unlisted_kernels", UINT32_MAX);
    return records;
}

}  // namespace grader::suite
