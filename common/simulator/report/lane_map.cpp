#include "simulator/report/lane_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>

namespace cusim::report {
namespace {

constexpr std::int64_t word_bytes = 4;

constexpr char unused = '.', several = '*';

char name_of_lane(int lane) {
    return "0123456789abcdefghijklmnopqrstuv"[lane];
}

template <class Action>
void each_lane(std::uint32_t lanes, Action action) {
    for (; lanes != 0; lanes &= lanes - 1) action(std::countr_zero(lanes));
}

// Calls `action(word)` for the words that a lane accesses, counted from a multiple of 128 bytes.
template <class Action>
void each_word(const RequestExample& example, int lane, Action action) {
    const std::int64_t first = example.start + example.offset[lane];
    for (std::int64_t at = first; at < first + example.size; at += word_bytes)
        action((at - (at % word_bytes + word_bytes) % word_bytes) / word_bytes);
}

std::int64_t sector_of(std::int64_t word) {
    constexpr std::int64_t words = sector_bytes / word_bytes;
    return (word - (word % words + words) % words) / words;
}

void put(char& cell, int lane) {
    cell = cell == unused ? name_of_lane(lane) : several;
}

using Cells = std::array<char, sector_bytes / word_bytes>;

std::map<std::int64_t, Cells> cells_by_sector(const RequestExample& example) {
    std::map<std::int64_t, Cells> sectors;
    each_lane(example.lanes, [&](int lane) {
        each_word(example, lane, [&](std::int64_t word) {
            const std::int64_t sector = sector_of(word);
            const auto [entry, is_new] = sectors.try_emplace(sector);
            if (is_new) entry->second.fill(unused);
            put(entry->second[static_cast<std::size_t>(word - sector * 8)], lane);
        });
    });
    return sectors;
}

// The sector's first element; if the array begins within the sector, the array's first element.
std::string label(const RequestExample& example, std::int64_t sector, const std::string& variable) {
    const std::int64_t bytes = std::max<std::int64_t>(sector * sector_bytes - example.start, 0);
    const std::int64_t size = std::max(example.size, 1u);
    return variable.empty() ? fmt::format("+{}", bytes)
                            : fmt::format("{}[{}]", variable, (bytes + size - 1) / size);
}

std::string without_blanks_at_ends(const std::string& text) {
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        result += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
        begin = end + 1;
    }
    return result;
}

}  // namespace

const char* const sector_legend =
    "Eight cells of 4 bytes are a sector. 0-9 and a-v: the lane that uses the cell (a is 10, v is "
    "31); *: several lanes; '.': fetched, and used by none.";
const char* const bank_legend =
    "A row is what the 32 banks deliver at a time. 0-9 and a-v: the lane that a bank serves (a is "
    "10, v is 31); *: several lanes that want the same word; '.': the bank is idle.";

std::string sector_map(const RequestExample& example, const std::string& variable) {
    std::vector<std::pair<std::string, Cells>> sectors;
    std::size_t widest = 0;
    for (const auto& [sector, cells] : cells_by_sector(example)) {
        sectors.emplace_back(label(example, sector, variable), cells);
        widest = std::max(widest, sectors.back().first.size());
    }
    std::size_t columns = 4;
    while (columns > 1 && columns * (widest + 11) > closeup_width) columns /= 2;
    std::string text;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
        const auto& [name, cells] = sectors[i];
        text += fmt::format("  {:<{}} {}", name, widest, std::string(cells.begin(), cells.end()));
        if (i + 1 == sectors.size() || i % columns == columns - 1) text += '\n';
    }
    return without_blanks_at_ends(text);
}

std::string bank_map(const RequestExample& example, bool turns) {
    std::string text =
        "  bank          0       8       16      24     31\n"
        "                |       |       |       |      |\n";
    for (std::size_t i = 0; i < example.served.size(); ++i) {
        std::string row(banks, unused);
        each_lane(example.served[i], [&](int lane) {
            each_word(example, lane,
                      [&](std::int64_t word) { put(row[(word % banks + banks) % banks], lane); });
        });
        text += fmt::format("  {:<9} {:>2}  {}\n", turns ? "turn" : "wavefront", i + 1, row);
    }
    return text;
}

}  // namespace cusim::report
