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
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Request, lab, submission, device, seed, orders, log, sandbox,
                                   call_limit, until_first_failure, only_case, closeups, rung,
                                   program, unset, unshared, on_device, solution, device_lock,
                                   memory_rate, sanitize)

std::string encode(const Request& request) {
    return json_text::write(request);
}

std::string encode(const DeviceProgram& program) {
    return json_text::write(program ? nlohmann::json(*program) : nlohmann::json());
}

Request decode_request(std::string_view text) {
    return json_text::parse(text).get<Request>();
}

DeviceProgram decode_device_program(std::string_view text) {
    const auto program = json_text::parse(text);
    if (program.is_null()) return std::nullopt;
    return program.get<std::filesystem::path>();
}

}  // namespace grader::suite
