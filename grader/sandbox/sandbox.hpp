// Runs programs that may be hostile. Such a program can read only what is listed, write only its
// scratch folder, and reach no network and no other process. It stays within its limits, and is
// gone, with everything it started, when its Child is. Kind is the mechanism. What the program's
// outputs mean is up to the caller.
#pragma once

#include <vector>

#include "sandbox/child.hpp"
#include "sandbox/command.hpp"

namespace grader::sandbox {

enum class Kind {
    bubblewrap,  ///< namespaces by bwrap, and everything `native` has
    native,      ///< unprivileged user where possible, Landlock, seccomp, limits
    none,        ///< limits only: for --no-sandbox, and the report says so
};
const char* name(Kind kind);

class Sandbox {
  public:
    /// The best kind that works here: bubblewrap, otherwise native. Throws SandboxError with the
    /// reasons if neither does, unless `allow_none`. Tries only once for each process.
    static Sandbox best(bool allow_none = false);
    /// Exactly this kind; throws SandboxError if it does not work here.
    static Sandbox of(Kind kind);
    /// Assumes that this kind works here, as another process has found, so that of() does not try
    /// it.
    static void assume_starts(Kind kind);

    Kind kind() const { return kind_; }

    /// Starts `command`. /usr and the system's other parts are visible read-only, in addition to
    /// `mounts`. Returns once the program runs; throws SandboxError if it cannot be started.
    Child run(const Command& command, const Limits& limits, const std::vector<Mount>& mounts,
              const std::vector<Inherited>& inherited = {}) const;

  private:
    explicit Sandbox(Kind kind) : kind_(kind) {}

    Kind kind_;
};

}  // namespace grader::sandbox
