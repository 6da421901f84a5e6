// Runs the attacker in one kind of sandbox, for the tests in this directory.
#pragma once

#include <string>
#include <vector>

#include "sandbox/sandbox.hpp"
#include "sandbox/tests/location.hpp"

namespace grader::sandbox::tests {

inline std::vector<Kind> confining_kinds() {
    std::vector<Kind> kinds;
    for (const Kind kind : {Kind::bubblewrap, Kind::native}) {
        try {
            kinds.push_back(Sandbox::of(kind).kind());
        } catch (const SandboxError&) {
        }
    }
    return kinds;
}

inline Limits tight_limits() {
    Limits limits;
    limits.wall = std::chrono::seconds(5);
    limits.cpu = std::chrono::seconds(2);
    limits.resident = 200u << 20;
    limits.file_size = 4u << 20;
    limits.scratch = 8u << 20;
    limits.output_total = 4u << 20;
    limits.output_kept = 1000;
    return limits;
}

inline Child start(Kind kind, const std::vector<std::string>& arguments,
                   const Limits& limits = tight_limits(),
                   const std::vector<Inherited>& inherited = {}, Profile profile = Profile::lab) {
    Command command;
    command.argv = {attacker_path};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    command.profile = profile;
    return Sandbox::of(kind).run(command, limits, {{attacker_path}}, inherited);
}

inline Ended attack(Kind kind, const std::vector<std::string>& arguments) {
    return start(kind, arguments).wait();
}

}  // namespace grader::sandbox::tests
