#include "count.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "arrays.hpp"
#include "runner/backend.hpp"
#include "runner/launches.hpp"
#include "runner/results.hpp"
#include "table.hpp"

namespace runner::sweep {

namespace {

void add_launches(Counted& counted) {
    for (const Launch& launch : recorded_launches()) {
        ++counted.launches;
        counted.threads += static_cast<std::int64_t>(launch.threads());
        counted.estimated_us += backend::estimated_microseconds(launch.record);
        for (const auto& [name, value] : launch.counters) counted.counters[name] += value;
    }
}

Counted count_one(const Contender& contender, int width, Shape shape, Arrays& arrays) {
    Counted counted{.kind = contender.kind,
                    .width = width,
                    .height = contender.height,
                    .shape = shape,
                    .counters = {}};
    const MatvecCall call = arrays.call(contender, width);
    backend::begin_call();
    contender.run(call);
    CUDA_CHECK(cudaGetLastError());
    add_launches(counted);
    counted.right = arrays.is_right(contender);
    return counted;
}

std::string by_algorithm(const std::vector<Counted>& all, Shape shape) {
    Table table({"width 64 where it has one", "launches", "threads", "loads", "sectors", "each",
                 "stored", "atomics", "shared", "barriers", "estimated us"});
    for (const Counted& counted : all) {
        if (counted.shape != shape || (counted.width != 0 && counted.width != 64) ||
            counted.height != lab_height)
            continue;
        const auto requests = counted.at("global_load_requests");
        const auto loads = counted.at("global_load_sectors");
        table.row({name_of(counted.kind), std::to_string(counted.launches),
                   std::to_string(counted.threads), std::to_string(requests), std::to_string(loads),
                   shown("%.1f", double(loads) / double(std::max<std::uint64_t>(requests, 1))),
                   std::to_string(counted.at("global_store_sectors")),
                   std::to_string(counted.at("atomic_operations")),
                   std::to_string(counted.at("shared_load_wavefronts") +
                                  counted.at("shared_store_wavefronts")),
                   std::to_string(counted.at("barriers")), shown("%.1f", counted.estimated_us)});
    }
    return table.text();
}

// The estimates of one algorithm with one width and height, averaged over the shapes.
double average(const std::vector<Counted>& all, Kind kind, int width, int height) {
    double sum = 0, cases = 0;
    for (const Counted& counted : all) {
        if (counted.kind != kind || counted.width != width || counted.height != height) continue;
        sum += counted.estimated_us;
        ++cases;
    }
    return sum / cases;
}

std::string by_width(const std::vector<Counted>& all) {
    std::vector<std::string> head{"average us, estimated", "height"};
    for (const int width : paper_widths) head.push_back(std::to_string(width));
    head.push_back("best width");
    Table table(std::move(head));
    std::set<std::pair<Kind, int>> rows;
    for (const Counted& counted : all)
        if (counted.width != 0) rows.insert({counted.kind, counted.height});
    for (const auto& [kind, height] : rows) {
        std::vector<std::string> row{name_of(kind), std::to_string(height)};
        const auto of = [&](int width) { return average(all, kind, width, height); };
        for (const int width : paper_widths) row.push_back(shown("%.2f", of(width)));
        row.push_back(std::to_string(*std::ranges::min_element(paper_widths, {}, of)));
        table.row(std::move(row));
    }
    return table.text();
}

std::size_t shapes_of(const std::vector<Counted>& all) {
    std::set<std::pair<int, int>> shapes;
    for (const Counted& counted : all) shapes.insert({counted.shape.n, counted.shape.m});
    return shapes.size();
}

}  // namespace

std::vector<Counted> count(const Algorithms& algorithms, const std::vector<Shape>& shapes) {
    const Numbers numbers = Numbers::own();
    Arrays arrays(std::ranges::max(shapes, {}, &Shape::m).m);
    std::vector<Counted> all;
    for (const Shape shape : shapes) {
        arrays.fill(shape, numbers, 1);
        for (const Contender& contender : contenders(algorithms))
            for (const int width : contender.widths)
                all.push_back(count_one(contender, width, shape, arrays));
    }
    return all;
}

std::string count_report(const std::vector<Counted>& counted, const std::string& device) {
    const Shape largest = counted.back().shape;
    std::string text = "# A paper's evaluation in counters, on " + device + "\n";
    text += who_is_missing();
    for (const Counted& one : counted)
        if (!one.right)
            text += "WRONG: " + described(one.kind, one.width, one.height) + ", " +
                    std::to_string(one.shape.n) + " x " + std::to_string(one.shape.m) + "\n";
    text +=
        "\n## " + std::to_string(largest.n) + " rows and " + std::to_string(largest.m) +
        " columns\n\nLoads of global memory in requests, the sectors they touch and how many each; "
        "sectors\nstored; atomic additions; wavefronts of shared memory.\n\n" +
        by_algorithm(counted, largest);
    return text +
           "\n## By BLOCK_WIDTH and BLOCK_HEIGHT\n\nThe times that the simulator estimates, "
           "averaged "
           "over " +
           std::to_string(shapes_of(counted)) + " shapes.\n\n" + by_width(counted);
}

std::string comma_separated(const std::vector<Counted>& counted) {
    std::set<std::string> names;
    for (const Counted& one : counted)
        for (const auto& counter : one.counters)
            if (!counter.first.starts_with("busiest_")) names.insert(counter.first);
    std::vector<std::string> head{"algorithm", "width",    "height",  "rows",
                                  "columns",   "launches", "threads", "estimated_us"};
    head.insert(head.end(), names.begin(), names.end());
    std::string text = table_line(head);
    for (const Counted& one : counted) {
        std::vector<std::string> line{name_of(one.kind),           std::to_string(one.width),
                                      std::to_string(one.height),  std::to_string(one.shape.n),
                                      std::to_string(one.shape.m), std::to_string(one.launches),
                                      std::to_string(one.threads), fixed(one.estimated_us, 3)};
        for (const auto& name : names) line.push_back(std::to_string(one.at(name)));
        text += table_line(line);
    }
    return text;
}

}  // namespace runner::sweep
