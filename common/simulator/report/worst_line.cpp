#include "simulator/report/worst_line.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace cusim::report {
namespace {

std::uint64_t beyond(const RequestExample& example) {
    return example.cost - example.least;
}

// Adds up the sites of each line.
std::vector<WorstLine> by_line(const LaunchRecord& launch, MemorySpace space) {
    using Key = std::tuple<std::string, int, Operation, std::string>;
    std::map<Key, WorstLine> lines;
    for (const AccessRecord& access : launch.accesses) {
        if (access.space != space || !access.closeup) continue;
        const Place place = resolve(access.site);
        WorstLine& line = lines[{place.file, place.line, access.operation, access.variable}];
        if (line.requests == 0 || beyond(access.closeup->worst) > beyond(line.example))
            line.example = access.closeup->worst;
        line.place = place;
        line.space = space;
        line.operation = access.operation;
        line.variable = access.variable;
        line.requests += access.costs.requests;
        line.cost += access.closeup->cost;
        line.least += access.closeup->least;
    }
    std::vector<WorstLine> result;
    for (auto& [key, line] : lines) result.push_back(std::move(line));
    return result;
}

}  // namespace

std::vector<WorstLine> worst_lines(const LaunchRecord& launch) {
    std::vector<WorstLine> result;
    for (const MemorySpace space : {MemorySpace::global, MemorySpace::shared}) {
        std::vector<WorstLine> lines = by_line(launch, space);
        const auto worst = std::ranges::max_element(lines, {}, [](const WorstLine& line) {
            return std::tuple{line.beyond(), line.cost};
        });
        if (worst != lines.end()) result.push_back(std::move(*worst));
    }
    return result;
}

}  // namespace cusim::report
