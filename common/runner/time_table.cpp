#include "runner/time_table.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "runner/backend.hpp"
#include "runner/results.hpp"

namespace runner {

namespace {

using Entries = std::vector<const Timed*>;

std::vector<Spread> times_of(const Entries& entries) {
    std::vector<Work> works;
    for (const Timed* entry : entries) works.push_back([entry](int) { entry->work(); });
    return time_side_by_side(works, 1);
}

std::string lines_of(const Entries& entries) {
    const auto times = times_of(entries);
    std::string lines;
    std::printf("  %s\n", entries.front()->rung.c_str());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Timed& entry = *entries[i];
        const Spread& us = times[i];
        const double rate = 1e-3 * entry.bytes / us.median, share = times.back().median / us.median;
        std::printf("    %-32s %10.2f us %10.2f ...%8.2f %8.0f GB/s %8.1f%% of the last\n",
                    entry.name.c_str(), us.median, us.p10, us.p90, rate, 100 * share);
        lines +=
            table_line({entry.rung, entry.name, fixed(us.median, 3), fixed(us.p10, 3),
                        fixed(us.p90, 3), entry.bytes > 0 ? fixed(rate, 1) : "", fixed(share, 4)});
    }
    return lines;
}

}  // namespace

void expect_device_for_times() {
    if (backend::is_simulated())
        throw std::runtime_error("--time needs a GPU: the simulator's own time says nothing");
}

std::string time_table(const std::vector<Timed>& timed) {
    std::string table = table_line({"rung", "function", "us", "p10", "p90", "gb_s", "of_rival"});
    for (auto next = timed.begin(); next != timed.end();) {
        const std::string& rung = next->rung;
        Entries entries;
        for (; next != timed.end() && next->rung == rung; ++next) entries.push_back(&*next);
        table += lines_of(entries);
    }
    return table;
}

void declare_times(Program& program, const std::string& help, std::function<std::string()> table) {
    const auto measure = [&program, table = std::move(table)](const DemonstrationOptions& options) {
        expect_device_for_times();
        std::printf("%s: times on %s\n", program.lab().c_str(), backend::description().c_str());
        const std::string measured = table();
        if (!options.out.empty()) deliver({{"times.csv", measured}}, options.out);
        return 0;
    };
    program.mode({.name = "time", .help = help, .body = measure, .saves = true});
}

}  // namespace runner
