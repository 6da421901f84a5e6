#include "sandbox/sandbox.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "sandbox/bubblewrap.hpp"
#include "sandbox/location.hpp"
#include "sandbox/watch.hpp"

namespace grader::sandbox {
namespace {

namespace fs = std::filesystem;

// The parts of the machine that every program sees.
struct View {
    std::vector<std::string> system{
        "/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc/alternatives", "/etc/ld.so.cache"};
    std::vector<std::string> proc{"/proc/self"};  // if /proc is the machine's own
    std::vector<std::string> devices{"/dev/null", "/dev/zero", "/dev/urandom"};
    std::vector<std::string> own;  // in its own folder in /proc, writable
};

std::vector<std::string> gpu_devices() {
    std::vector<std::string> nodes;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator("/dev", none))
        if (entry.path().filename().string().starts_with("nvidia")) nodes.push_back(entry.path());
    return nodes;
}

// On machines where nothing can be installed, grader/setup.sh puts a folder with the packages here.
const char* prepared_folder() {
    const char* folder = std::getenv("KIT_DEPS");
    return folder && *folder == '/' ? folder : nullptr;
}

// A GPU's driver also reads about the machine, but nothing about other processes.
View view_for(Profile profile) {
    View view;
    if (const char* folder = prepared_folder()) view.system.push_back(folder);
    if (!uses_device(profile)) return view;
    view.system.push_back("/sys");
    view.proc.insert(view.proc.end(),
                     {"/proc/driver", "/proc/devices", "/proc/cpuinfo", "/proc/meminfo",
                      "/proc/modules", "/proc/sys/vm", "/proc/sys/kernel"});
    for (auto& node : gpu_devices()) view.devices.push_back(std::move(node));
    view.own = {"/proc/self/task"};  // the driver names its threads, and fails if it may not
    // /proc/self is the tool; the folder of the program that it starts is not known yet. Of other
    // users' processes, the kernel shows only names.
    if (profile == Profile::tool) view.own = view.proc = {"/proc"};
    return view;
}

// Root gives every program a user id of its own, far above those that machines assign: computed
// from our pid, with room for five hundred programs at once.
uid_t unprivileged_user() {
    static std::atomic<uid_t> started{0};
    if (geteuid() != 0) return 0;
    return 0x40000000u + (static_cast<uid_t>(getpid()) << 9) + (started++ & 511u);
}

fs::path make_scratch(uid_t user) {
    std::string path = (fs::temp_directory_path() / "kit-scratch-XXXXXX").string();
    if (!mkdtemp(path.data()) || (user && chown(path.c_str(), user, user) != 0))
        throw SandboxError("no scratch folder " + path + ": " + std::strerror(errno));
    return path;
}

Policy policy_for(const Command& command, const Limits& limits, Kind kind) {
    Policy policy;
    policy.argv = command.argv;
    policy.profile = static_cast<int>(command.profile);
    policy.confined = kind != Kind::none;
    policy.landlock = kind == Kind::native;
    policy.user = kind == Kind::none ? 0 : unprivileged_user();
    // The kit may be in root's folder, or readable only for root. Compilers may read it anyway:
    // they see only what is mounted or granted by Landlock, and run none of the submission's code.
    policy.any_mode = command.profile == Profile::compile;
    policy.address_space = limits.address_space;
    policy.stack = limits.stack;
    policy.file_size = limits.file_size;
    policy.cpu_seconds = static_cast<std::uint64_t>(limits.cpu.count());
    policy.open_files = limits.open_files;
    // Processes are counted by user, so the limit makes sense only for a user of its own.
    policy.processes = policy.user && starts_processes(command.profile) ? limits.processes : 0;
    return policy;
}

bool sets(const Command& command, std::string_view variable) {
    return std::ranges::any_of(command.environment,
                               [&](const auto& each) { return each.first == variable; });
}

void set_environment(Policy& policy, const Command& command, const std::string& scratch) {
    policy.directory = command.directory.empty() ? scratch : command.directory.string();
    policy.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=" + scratch,
                          "TMPDIR=" + scratch};
    if (prepared_folder())
        for (const char* name : {"CPATH", "LIBRARY_PATH", "LD_LIBRARY_PATH"})
            if (const char* value = std::getenv(name))
                policy.environment.push_back(std::string(name) + "=" + value);
    // A cluster gives each of its jobs a device.
    const char* const device = std::getenv(visible_devices);
    if (device && uses_device(command.profile) && !sets(command, visible_devices))
        policy.environment.push_back(std::string(visible_devices) + "=" + device);
    for (const auto& [name, value] : command.environment)
        policy.environment.push_back(name + "=" + value);
}

void allow_paths(Policy& policy, Kind kind, const View& view, const std::vector<Mount>& mounts,
                 const std::string& scratch) {
    // Under bubblewrap nothing else exists, so everything may be read.
    policy.readable = kind == Kind::bubblewrap ? std::vector<std::string>{"/"} : view.system;
    if (kind != Kind::bubblewrap) {
        policy.readable.insert(policy.readable.end(), view.proc.begin(), view.proc.end());
        policy.readable.push_back(policy.argv.front());
    }
    for (const auto& mount : mounts)
        (mount.writable ? policy.writable : policy.readable).push_back(mount.path);
    policy.writable.push_back(scratch);
    policy.devices = view.devices;
    policy.devices.insert(policy.devices.end(), view.own.begin(), view.own.end());
}

void give_to(uid_t user, const std::vector<Mount>& mounts) {
    for (const auto& mount : mounts)
        if (user && mount.writable && chown(mount.path.c_str(), user, user) != 0)
            throw SandboxError("cannot hand over " + mount.path.string() + ": " +
                               std::strerror(errno));
}

void check(const Command& command, const Limits& limits, const std::vector<Inherited>& inherited) {
    if (command.argv.empty() || !fs::path(command.argv.front()).is_absolute())
        throw SandboxError("a sandboxed program is named by its absolute path");
    for (const auto& fd : inherited)
        if (fd.there <= 2 || fd.there >= static_cast<int>(limits.open_files))
            throw SandboxError("an inherited descriptor must lie between 3 and the limit");
}

}  // namespace

Child Sandbox::run(const Command& command, const Limits& limits, const std::vector<Mount>& mounts,
                   const std::vector<Inherited>& inherited) const {
    check(command, limits, inherited);
    Launch launch;
    launch.limits = limits;
    launch.policy = policy_for(command, limits, kind_);
    const View view = view_for(command.profile);
    if (kind_ != Kind::bubblewrap) launch.own_scratch = make_scratch(launch.policy.user);
    const std::string scratch =
        kind_ == Kind::bubblewrap ? bubblewrap_scratch : launch.own_scratch.string();
    launch.policy.own_scratch = launch.own_scratch;
    set_environment(launch.policy, command, scratch);
    allow_paths(launch.policy, kind_, view, mounts, scratch);
    give_to(launch.policy.user, mounts);
    for (const auto& fd : inherited) {
        launch.policy.inherited.push_back(fd.there);
        launch.inherited.push_back(fd.here);
    }
    launch.supervisor =
        kind_ == Kind::bubblewrap
            ? bubblewrap_command(supervisor_path, limits.scratch, view.system, view.devices, mounts)
            : std::vector<std::string>{supervisor_path};
    return Child(std::make_unique<Watch>(std::move(launch)));
}

}  // namespace grader::sandbox
