#include "simulator/report/advice/null_pointer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>

namespace cusim::report {

namespace {

std::string refused_words(const RefusedAllocation& refused, const Place& place) {
    const std::string where =
        place.file.empty() ? "" : fmt::format(" on line {} of {}", place.line, place.file);
    const std::string call =
        fmt::format("{}{} had no room for {} bytes", refused.function, where, refused.bytes);
    if (static_cast<std::int64_t>(refused.bytes) < 0)
        return fmt::format("{}. {}", call, negative_size_words);
    return fmt::format(
        "{}: here, all arrays together may have {}. Check what each call returns, as "
        "by CUDA_CHECK.",
        call, refused.room);
}

}  // namespace

std::string null_pointer_words(const Settled& settled) {
    const auto& nulls = settled.recorded.nulls;
    const std::string who =
        nulls.empty() ? "The pointer is null"
                      : fmt::format("The launch hands over `{}` as null", fmt::join(nulls, "`, `"));
    if (settled.refused)
        return fmt::format("{}. {}", who,
                           refused_words(*settled.recorded.refused, *settled.refused));
    return who + ": has the memory been allocated, and did the call succeed?";
}

}  // namespace cusim::report
