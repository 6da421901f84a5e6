#include "sandbox/policy.hpp"

#include <nlohmann/json.hpp>

#include "json_text.hpp"

namespace grader::sandbox {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Policy, argv, environment, directory, own_scratch, profile,
                                   confined, landlock, user, any_mode, readable, writable, devices,
                                   inherited, address_space, stack, file_size, cpu_seconds,
                                   processes, open_files)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(End, status, cpu_microseconds, peak_resident)

std::string encode(const Policy& policy) {
    return json_text::write(policy);
}
std::string encode(const End& end) {
    return json_text::write(end);
}

Policy decode_policy(std::string_view text) {
    return json_text::parse(text).get<Policy>();
}
End decode_end(std::string_view text) {
    return json_text::parse(text).get<End>();
}

}  // namespace grader::sandbox
