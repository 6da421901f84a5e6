// The limits for each kind of program. The simulator reserves hundreds of gigabytes of address
// space and uses little of it, so resident memory is limited instead.
#include "sandbox/command.hpp"

namespace grader::sandbox {

Limits lab_limits() {
    Limits limits;
    limits.resident = 3ull << 30;
    limits.output_total = 16ull << 20;
    return limits;
}

Limits compile_limits() {
    Limits limits;
    limits.wall = std::chrono::minutes(10);  // the limit that counts is processor time
    limits.cpu = std::chrono::seconds(60);
    limits.address_space = 4ull << 30;
    limits.processes = 64;
    limits.open_files = 256;
    limits.file_size = 256ull << 20;
    return limits;
}

Limits device_limits() {
    Limits limits;
    limits.wall = std::chrono::seconds(60);
    limits.cpu = std::chrono::seconds(60);
    limits.resident = 8ull << 30;
    limits.open_files = 256;
    return limits;
}

Limits script_limits() {
    Limits limits;
    limits.wall = std::chrono::minutes(10);  // the limit that counts is processor time
    limits.resident = 2ull << 30;
    limits.output_total = 16ull << 20;
    limits.file_size = 16ull << 20;
    limits.scratch = 64ull << 20;
    return limits;
}

// A tool stores data about every access, and may wait for a kernel that never ends.
Limits tool_limits() {
    Limits limits = device_limits();
    limits.wall = std::chrono::seconds(20);
    limits.resident = 16ull << 30;
    limits.processes = 256;
    limits.output_kept = 256u << 10;
    return limits;
}

}  // namespace grader::sandbox
