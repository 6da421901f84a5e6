#include "runner/call.hpp"

#include <limits>
#include <string>

#include "runner/protocol.hpp"
#include "runner/staging.hpp"

namespace runner {

int Call::size(std::string_view name) const {
    const std::int64_t value = staging_.size(name);
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
        throw ProtocolError("size '" + std::string(name) + "' does not fit an int");
    return static_cast<int>(value);
}

std::int64_t Call::whole(std::string_view name) const {
    return staging_.size(name);
}

double Call::real(std::string_view name) const {
    return staging_.real(name);
}

int Call::size(std::string_view name, int otherwise) const {
    return staging_.has_size(name) ? size(name) : otherwise;
}

void Call::result(std::int64_t value) {
    staging_.result = value;
}

const void* Call::device_input(std::string_view name, ElementType type) {
    return staging_.place(name, Role::in, type, Staging::Place::device);
}

void* Call::device_output(std::string_view name, ElementType type) {
    return staging_.place(name, Role::out, type, Staging::Place::device);
}

const void* Call::host_input(std::string_view name, ElementType type) {
    return staging_.place(name, Role::in, type, Staging::Place::host);
}

void* Call::host_output(std::string_view name, ElementType type) {
    return staging_.place(name, Role::out, type, Staging::Place::host);
}

}  // namespace runner
