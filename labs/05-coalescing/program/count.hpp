// The sweep on the simulator, at small sizes: the memory accesses of each contender, and the times
// that the simulator estimates from them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "contender.hpp"

namespace runner::sweep {

struct Counted {
    Kind kind;
    int width = 0, height = 0;
    Shape shape;
    std::int64_t launches = 0, threads = 0;  // of all launches
    double estimated_us = 0;
    std::map<std::string, std::uint64_t> counters;  // over all launches
    bool right = true;

    std::uint64_t at(const std::string& counter) const {
        const auto found = counters.find(counter);
        return found == counters.end() ? 0 : found->second;
    }
};

std::vector<Counted> count(const Algorithms& algorithms, const std::vector<Shape>& shapes);

/// The counts for the largest shape, and the estimated times, averaged over all shapes, by width
/// and height.
std::string count_report(const std::vector<Counted>& counted, const std::string& device);

/// One line for each entry, with every counter of whole launches.
std::string comma_separated(const std::vector<Counted>& counted);

}  // namespace runner::sweep
