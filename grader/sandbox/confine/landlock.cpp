// Landlock: limits what the program may do to files, by path, without privileges. The constants are
// defined here, since Debian 12's header has fewer than newer kernels.
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include "descriptor.hpp"
#include "sandbox/confine/layers.hpp"

namespace grader::sandbox::confine {
namespace {

using Rights = std::uint64_t;
constexpr Rights execute = 1 << 0, write_file = 1 << 1, read_file = 1 << 2, read_dir = 1 << 3,
                 remove_dir = 1 << 4, remove_file = 1 << 5, make_dir = 1 << 7, make_file = 1 << 8,
                 make_fifo = 1 << 10, refer = 1 << 13, truncate = 1 << 14, ioctl_device = 1 << 15;
constexpr Rights first_version = (1 << 13) - 1;

struct Ruleset {  // struct landlock_ruleset_attr, as of version 6
    Rights files, network, scopes;
};
struct [[gnu::packed]] PathRule {  // struct landlock_path_beneath_attr
    Rights allowed;
    std::int32_t parent;
};

/// The kernel's version of Landlock; 0 if it has none.
int version() {
    const long v = syscall(SYS_landlock_create_ruleset, nullptr, 0, 1);
    return v > 0 ? static_cast<int>(v) : 0;
}

Ruleset everything_in(int version) {
    Ruleset all{first_version, 0, 0};
    if (version >= 2) all.files |= refer;
    if (version >= 3) all.files |= truncate;
    if (version >= 4) all.network = 0b11;  // bind and connect TCP
    if (version >= 5) all.files |= ioctl_device;
    if (version >= 6) all.scopes = 0b11;  // abstract sockets and signals to the outside
    return all;
}

std::size_t size_in(int version) {
    if (version >= 6) return sizeof(Ruleset);
    return version >= 4 ? offsetof(Ruleset, scopes) : offsetof(Ruleset, network);
}

void allow(int ruleset, const std::string& path, Rights rights) {
    const kit_io::Descriptor parent{open(path.c_str(), O_PATH | O_CLOEXEC)};
    if (!parent) return;  // a missing path needs no permission
    struct stat status {};
    fstat(parent.get(), &status);
    if (!S_ISDIR(status.st_mode))
        rights &= execute | write_file | read_file | truncate | ioctl_device;
    const PathRule rule{rights, parent.get()};
    if (syscall(SYS_landlock_add_rule, ruleset, 1, &rule, 0) != 0)
        throw std::runtime_error("Landlock refuses " + path + ": " + std::strerror(errno));
}

}  // namespace

kit_io::Descriptor prepare_landlock(const Policy& policy) {
    const int spoken = version();
    if (spoken == 0) {
        if (policy.landlock) throw std::runtime_error("this kernel has no Landlock");
        return kit_io::Descriptor{};
    }
    const Ruleset all = everything_in(spoken);
    kit_io::Descriptor ruleset{
        static_cast<int>(syscall(SYS_landlock_create_ruleset, &all, size_in(spoken), 0))};
    if (!ruleset) throw std::runtime_error("Landlock gives no ruleset");
    const Rights read = execute | read_file | read_dir;
    const Rights write = read | write_file | remove_dir | remove_file | make_dir | make_file |
                         make_fifo | refer | truncate;
    const auto grant = [&](const std::string& path, Rights rights) {
        allow(ruleset.get(), path, rights & all.files);
    };
    for (const auto& path : policy.readable) grant(path, read);
    for (const auto& path : policy.writable) grant(path, write);
    for (const auto& path : policy.devices)
        grant(path, read_file | write_file | truncate | ioctl_device);
    return ruleset;
}

void apply_landlock(const kit_io::Descriptor& ruleset) {
    if (!ruleset) return;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        syscall(SYS_landlock_restrict_self, ruleset.get(), 0) != 0)
        throw std::runtime_error(std::string("Landlock does not hold: ") + std::strerror(errno));
}

}  // namespace grader::sandbox::confine
