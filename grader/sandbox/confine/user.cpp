// Drops root: each program gets a user id of its own. Root's files and other submissions' processes
// are then out of reach, and the limit on processes counts only this program's.
#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include "sandbox/confine/layers.hpp"

namespace grader::sandbox::confine {
namespace {

constexpr uid_t nobody = 65534;

bool become(uid_t user) {
    return setresgid(user, user, user) == 0 && setresuid(user, user, user) == 0;
}

// Keeps one capability across the change of user and the execution. If a container withholds it,
// the file modes apply.
void keep_access_to_files() {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct sets[2]{};
    sets[0].permitted = sets[0].effective = sets[0].inheritable = 1u << CAP_DAC_OVERRIDE;
    if (syscall(SYS_capset, &header, sets) == 0)
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_OVERRIDE, 0, 0);
}

}  // namespace

void drop_user(const Policy& policy) {
    if (policy.user == 0) return;
    if (policy.any_mode) prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0);
    if (setgroups(0, nullptr) != 0) throw std::runtime_error("cannot drop groups");
    // If a container maps too few ids (EINVAL), all programs share the user nobody.
    if (!become(policy.user) && !(errno == EINVAL && become(nobody)))
        throw std::runtime_error(std::string("cannot drop the user: ") + std::strerror(errno));
    if (policy.any_mode) keep_access_to_files();
    if (setuid(0) == 0) throw std::runtime_error("dropped the user and could take it back");
}

}  // namespace grader::sandbox::confine
