// Giving up root: a user id of its own per program, so that neither root's files nor another
// submission's processes are within reach, and the bound on processes counts this one's alone.
#include <grp.h>
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

}  // namespace

void drop_user(const Policy& policy) {
    if (policy.user == 0) return;
    if (setgroups(0, nullptr) != 0) throw std::runtime_error("cannot drop groups");
    // A container may map fewer ids than we would use: EINVAL. Then all share nobody.
    if (!become(policy.user) && !(errno == EINVAL && become(nobody)))
        throw std::runtime_error(std::string("cannot drop the user: ") + std::strerror(errno));
    if (setuid(0) == 0) throw std::runtime_error("dropped the user and could take it back");
}

}  // namespace grader::sandbox::confine
