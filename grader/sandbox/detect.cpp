// Finds out which kind of sandbox works on this machine by starting one, since kernels, containers
// and site policies refuse it in different ways.
#include <map>
#include <mutex>
#include <optional>

#include "sandbox/sandbox.hpp"

namespace grader::sandbox {
namespace {

std::mutex mutex;
std::map<Kind, std::optional<std::string>> tried;  // with the obstacle, if any

// Why a test program does not run to its end in the sandbox; nothing if it does.
std::optional<std::string> obstacle(const Sandbox& sandbox) {
    try {
        Child child = sandbox.run({.argv = {"/usr/bin/true"}, .environment = {}, .directory = {}},
                                  Limits{}, {});
        if (child.wait().ok()) return std::nullopt;
        return describe(child.wait());
    } catch (const SandboxError& error) {
        const std::string why = error.what();
        return why.substr(0, why.find('\n'));
    }
}

}  // namespace

const char* name(Kind kind) {
    switch (kind) {
        case Kind::bubblewrap:
            return "bubblewrap";
        case Kind::native:
            return "native";
        case Kind::none:
            return "none";
    }
    return "unknown";
}

Sandbox Sandbox::of(Kind kind) {
    const Sandbox sandbox(kind);
    const std::lock_guard lock(mutex);
    auto known = tried.find(kind);
    if (known == tried.end()) known = tried.emplace(kind, obstacle(sandbox)).first;
    if (known->second) throw SandboxError(std::string(name(kind)) + ": " + *known->second);
    return sandbox;
}

void Sandbox::assume_starts(Kind kind) {
    const std::lock_guard lock(mutex);
    tried.emplace(kind, std::nullopt);
}

Sandbox Sandbox::best(bool allow_none) {
    std::string why;
    for (const Kind kind : {Kind::bubblewrap, Kind::native}) {
        try {
            return of(kind);
        } catch (const SandboxError& error) {
            why += (why.empty() ? "" : "; ") + std::string(error.what());
        }
    }
    if (!allow_none) throw SandboxError("no sandbox starts here: " + why);
    return Sandbox(Kind::none);
}

}  // namespace grader::sandbox
