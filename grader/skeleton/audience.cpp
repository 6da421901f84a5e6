#include "skeleton/audience.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader::skeleton {

namespace {

std::string without(std::string_view page, std::string_view name, std::string_view begin,
                    std::string_view end) {
    std::string kept;
    int begun = 0;  // the line of a `begin` without its `end`
    for (int number = 1; !page.empty(); ++number) {
        const auto line = page.substr(0, std::min(page.find('\n'), page.size() - 1) + 1);
        page.remove_prefix(line.size());
        if ((line == begin && begun) || (line == end && !begun))
            throw SkeletonError(fmt::format("{}:{}: this is said already", name, number));
        if (line == begin) {
            begun = number;
        } else if (line == end) {
            begun = 0;
        } else if (!begun) {
            kept += line;
        }
    }
    if (begun) throw SkeletonError(fmt::format("{}:{}: this never ends", name, begun));
    return kept;
}

}  // namespace

std::string for_students(std::string_view page, std::string_view name) {
    return without(page, name, "<!-- for instructors -->\n", "<!-- for everyone -->\n");
}

std::string build_for_students(std::string_view build, std::string_view name) {
    return without(build, name, "# for instructors\n", "# for everyone\n");
}

}  // namespace grader::skeleton
