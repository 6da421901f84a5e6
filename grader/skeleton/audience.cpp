#include "skeleton/audience.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

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

std::string without_dead_links(const std::string& page,
                               const std::function<bool(const std::string&)>& is_there) {
    static const std::regex link(
        R"~((!?)\[((?:[^\]\n]|\n(?!\n))*)\]\(([^)\s]+)(?: "[^"\n]*")?\)(\n?))~");
    std::string kept;
    std::size_t end = 0;
    for (std::sregex_iterator each(page.begin(), page.end(), link), none; each != none; ++each) {
        const auto target = (*each)[3].str();
        const auto file = target.substr(0, target.find('#'));
        kept += page.substr(end, static_cast<std::size_t>(each->position()) - end);
        const bool stays = file.empty() || target.find("://") != target.npos || is_there(file);
        const bool picture = each->length(1) > 0;
        if (stays)
            kept += each->str();
        else if (!picture)
            kept += (*each)[2].str() + (*each)[4].str();
        else if (!kept.empty() && kept.back() != '\n')  // otherwise its line is removed, too
            kept += (*each)[4].str();
        end = static_cast<std::size_t>(each->position() + each->length());
    }
    return kept + page.substr(end);
}

std::string build_for_students(std::string_view build, std::string_view name) {
    return without(build, name, "# for instructors\n", "# for everyone\n");
}

}  // namespace grader::skeleton
