#include "sandbox/bubblewrap.hpp"

#include <unistd.h>

#include <initializer_list>
#include <set>

namespace grader::sandbox {
namespace {

namespace fs = std::filesystem;

class Arguments {
  public:
    void add(std::initializer_list<std::string> words) { list_.insert(list_.end(), words); }
    // On a merged-usr machine, /lib is a link into /usr; on an older one, it is a folder.
    void system_part(const std::string& path) {
        folders_above(path);
        std::error_code none;
        if (fs::is_symlink(path, none))
            add({"--symlink", fs::read_symlink(path).string(), path});
        else
            add({"--ro-bind-try", path, path});
    }
    // Creates the folders above what is shown, so that the program may enter them; bwrap would
    // create them for root only.
    void folders_above(const fs::path& path) {
        const fs::path parent = path.parent_path();
        if (parent == path || parent == "/" || !made_.insert(parent).second) return;
        folders_above(parent);
        add({"--dir", parent});
    }
    std::vector<std::string> take() { return std::move(list_); }

  private:
    std::vector<std::string> list_;
    std::set<fs::path> made_;
};

}  // namespace

std::vector<std::string> bubblewrap_command(const std::string& supervisor,
                                            std::uint64_t scratch_bytes,
                                            const std::vector<std::string>& system,
                                            const std::vector<std::string>& devices,
                                            const std::vector<Mount>& mounts) {
    Arguments arguments;
    arguments.add({"/usr/bin/bwrap", "--unshare-pid", "--unshare-net", "--unshare-ipc",
                   "--unshare-uts", "--unshare-cgroup-try", "--as-pid-1", "--die-with-parent",
                   "--new-session", "--hostname", "sandbox", "--cap-drop", "ALL"});
    // Root needs no user namespace. Without one, the supervisor can give the program a user id that
    // owns nothing. Otherwise our own id is the only one available.
    if (geteuid() == 0)
        for (const char* kept : {"CAP_SETUID", "CAP_SETGID", "CAP_KILL", "CAP_DAC_OVERRIDE"})
            arguments.add({"--cap-add", kept});
    else
        arguments.add({"--unshare-user"});
    for (const auto& path : system) arguments.system_part(path);
    arguments.add({"--proc", "/proc"});
    for (const auto& path : devices) {
        arguments.folders_above(path);
        arguments.add({"--dev-bind-try", path, path});
    }
    for (const auto& mount : mounts) {
        arguments.folders_above(mount.path);
        arguments.add({mount.writable ? "--bind" : "--ro-bind", mount.path, mount.path});
    }
    arguments.add({"--ro-bind", supervisor, "/supervisor", "--perms", "1777", "--size",
                   std::to_string(scratch_bytes), "--tmpfs", bubblewrap_scratch, "--remount-ro",
                   "/", "--chdir", "/", "/supervisor"});
    return arguments.take();
}

}  // namespace grader::sandbox
