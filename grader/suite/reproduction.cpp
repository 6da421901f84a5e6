#include "suite/reproduction.hpp"

#include <fmt/format.h>

namespace grader::suite {

score::Lines repeat(const Request& request, const Call& call, std::string_view order) {
    const std::string lab = request.lab_number();
    const std::string in_order = order == "forward" ? "" : fmt::format(" --order {}", order);
    const std::string command =
        call.reproduction().empty()
            ? fmt::format("./grader/grade {} --seed {}", lab, request.seed)
            : fmt::format("./grader/grade run {} -- {}{}", lab, call.reproduction(), in_order);
    return {{score::LineKind::command, "repeat: " + command}};
}

score::Lines repeat_case(const Request& request, const Registration& registration) {
    return {{score::LineKind::command,
             fmt::format("repeat, with the calls before it: ./grader/grade {} --seed {} --case "
                         "\"{}\"",
                         request.lab_number(), request.seed, registration.name)}};
}

score::Lines see_why(const Request& request, const Call& call, std::string_view order) {
    if (call.reproduction().empty()) return {};
    return {
        {score::LineKind::command,
         fmt::format("see why: ./grader/grade run {} --explain{} -- {}", request.lab_number(),
                     order == "interleaved" ? " --order interleaved" : "", call.reproduction())}};
}

std::string command_for_witness(const Request& request, const Call& call, std::string_view order) {
    if (call.reproduction().empty()) return {};
    return fmt::format("./grader/grade run {} --order {} -- {}", request.lab_number(), order,
                       call.reproduction());
}

}  // namespace grader::suite
