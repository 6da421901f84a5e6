#include "suite/request.hpp"

#include <nlohmann/json.hpp>

#include "json_text.hpp"

// Required in the library's namespace for types that are not ours.
namespace nlohmann {

template <>
struct adl_serializer<std::filesystem::path> {
    static void to_json(json& value, const std::filesystem::path& path) { value = path.string(); }
    static void from_json(const json& value, std::filesystem::path& path) {
        path = value.get<std::string>();
    }
};

template <>
struct adl_serializer<std::chrono::milliseconds> {
    static void to_json(json& value, std::chrono::milliseconds time) { value = time.count(); }
    static void from_json(const json& value, std::chrono::milliseconds& time) {
        time = std::chrono::milliseconds(value.get<std::chrono::milliseconds::rep>());
    }
};

}  // namespace nlohmann

namespace grader::suite {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(UnsetLocal, function, file, used, name, declared)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(UnsharedArray, kernel, file, line, name)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Slip, functions, file, line, words)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Request, lab, submission, device, seed, orders, log, sandbox,
                                   call_limit, until_first_failure, only_case, closeups, rung,
                                   points, limits, program, unset, unshared, slips, open_hunts,
                                   on_device, timed, solution_on_device, visible_device,
                                   device_lock, memory_rate, sanitize)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DevicePrograms, submission, solution)

std::string encode(const Request& request) {
    return json_text::write(request);
}

std::string encode(const std::optional<DevicePrograms>& programs) {
    return json_text::write(programs ? nlohmann::json(*programs) : nlohmann::json());
}

Request decode_request(std::string_view text) {
    return json_text::parse(text).get<Request>();
}

std::optional<DevicePrograms> decode_device_programs(std::string_view text) {
    const auto programs = json_text::parse(text);
    if (programs.is_null()) return std::nullopt;
    return programs.get<DevicePrograms>();
}

}  // namespace grader::suite
