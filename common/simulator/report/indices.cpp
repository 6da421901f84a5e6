#include "simulator/report/indices.hpp"

#include <charconv>

namespace cusim::report {

std::optional<Dim3> parse_indices(std::string_view text) {
    Dim3 result{};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::uint32_t* const part : {&result.x, &result.y, &result.z}) {
        const auto [next, error] = std::from_chars(at, end, *part);
        if (error != std::errc{}) return std::nullopt;
        if (next == end) return result;
        if (*next != ',') return std::nullopt;
        at = next + 1;
    }
    return std::nullopt;
}

}  // namespace cusim::report
