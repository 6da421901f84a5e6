// Plain functions on text.
#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "score/part.hpp"

namespace grader::report {
namespace {

/// Bytes of the well-formed UTF-8 sequence `text` begins with, 0 where there is none.
std::size_t sequence_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    if (length == 0 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
    }
    if (length == 1) return 1;
    const unsigned second = byte(1);
    const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool surrogate = first == 0xED && second >= 0xA0;
    const bool too_large = first == 0xF4 && second >= 0x90;
    const bool control = first == 0xC2 && second < 0xA0;  // C1: some terminals obey them
    const bool bidirectional =  // U+202A…202E, U+2066…2069 reorder text
        first == 0xE2 && ((second == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE) ||
                          (second == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9));
    return overlong || surrogate || too_large || control || bidirectional ? 0 : length;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string clean;
    clean.reserve(text.size());
    while (!text.empty()) {
        const auto first = static_cast<unsigned char>(text[0]);
        auto length = sequence_length(text);
        if (first == '\t') {
            clean += ' ';
        } else if (length == 0 || (first < 0x20 && first != '\n') || first == 0x7F) {
            clean += '?';
        } else {
            clean += text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return clean;
}

std::string printable_name(std::string_view name) {
    std::string shown;
    while (!name.empty()) {
        const auto first = static_cast<unsigned char>(name[0]);
        const auto length = first < 0x20 || first == 0x7F ? 0 : sequence_length(name);
        shown += length ? std::string(name.substr(0, length)) : fmt::format("%{:02X}", first);
        name.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return shown;
}

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : printable(text)) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            default:
                safe += c;
        }
    }
    return safe;
}

std::string points(double value) {
    const double tenths = std::round(value * 10) / 10;
    return tenths == std::floor(tenths) ? fmt::format("{:.0f}", tenths)
                                        : fmt::format("{:.1f}", tenths);
}

std::string points(double value, double most) {
    const bool looks_full = value < most && points(value) == points(most);
    return points(looks_full ? std::ceil(most * 10 - 1) / 10 : value);
}

std::string coordinates(const score::Dim3& value) {
    return fmt::format("({},{},{})", value[0], value[1], value[2]);
}

std::vector<std::string> lines(std::string_view text) {
    std::vector<std::string> result;
    while (!text.empty()) {
        const auto end = text.find('\n');
        result.emplace_back(text.substr(0, end));
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return result;
}

std::vector<std::string> lines_beyond_reason(const score::LabResult& lab) {
    auto beyond = lines(lab.details);
    std::erase_if(beyond, [&](const auto& line) {
        return !line.empty() && lab.reason.ends_with(line);  // "does not compile: …"
    });
    return beyond;
}

std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    std::vector<std::string> result;
    for (const auto& line : lines(text)) {
        result.emplace_back();
        std::istringstream words(line);
        for (std::string word; words >> word;) {
            auto& last = result.back();
            if (!last.empty() && width_of(last) + 1 + width_of(word) > width) {
                result.push_back(word);
            } else {
                last += (last.empty() ? "" : " ") + word;
            }
        }
    }
    return result;
}

std::vector<score::Part> parts_of(const score::RunResult& run) {
    std::vector<score::Part> parts;
    for (const auto part : score::parts) {
        if (std::ranges::any_of(run.labs, [&](const auto& lab) { return find_part(lab, part); })) {
            parts.push_back(part);
        }
    }
    return parts;
}

const score::PartResult* find_part(const score::LabResult& lab, score::Part part) {
    const auto found = std::ranges::find(lab.parts, part, &score::PartResult::part);
    return found == lab.parts.end() ? nullptr : &*found;
}

std::string_view name_of(score::CaseStatus status) {
    switch (status) {
        case score::CaseStatus::passed:
            return "passed";
        case score::CaseStatus::failed:
            return "failed";
        case score::CaseStatus::not_run:
            break;
    }
    return "not_run";
}

std::string shape(const score::Kernel& kernel) {
    return fmt::format("{}<<<{}, {}>>>", kernel.name, coordinates(kernel.grid),
                       coordinates(kernel.block));
}

bool is_for_the_model(std::string_view counter) {
    return counter.starts_with("busiest_");
}

std::string conditions(const score::RunResult& run) {
    auto text = run.backend;
    if (!run.device.empty()) text += fmt::format(", {}", run.device);
    if (!run.order.empty()) text += fmt::format(", order {}", run.order);
    if (run.seed) text += fmt::format(", seed {}", *run.seed);
    if (!run.only_case.empty())
        text += fmt::format(
            ", only cases named '{}'; a whole run holds their points to the rung's work",
            run.only_case);
    if (run.sandbox == "none") text += ", WITHOUT A SANDBOX: these marks can be forged";
    return text;
}

}  // namespace grader::report
