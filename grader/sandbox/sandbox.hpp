// Runs programs that may be hostile. Such a program can read only what is listed, write only its
// scratch folder, and reach no network and no other process. It stays within its limits, and is
// gone, with everything it started, when its Child is. Kind is the mechanism. What the program's
// outputs mean is up to the caller.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sandbox/child.hpp"

namespace grader::sandbox {

/// The sandbox could not be set up, or the program could not be started in it.
struct SandboxError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class Kind {
    bubblewrap,  ///< namespaces by bwrap, and everything `native` has
    native,      ///< unprivileged user where possible, Landlock, seccomp, limits
    none,        ///< limits only: for --no-sandbox, and the report says so
};
const char* name(Kind kind);

/// The kind of program, which determines its system calls.
enum class Profile {
    lab,            ///< a lab program on the simulator: one thread, no new process, no new file
    compile,        ///< compilers and our own parsers: may start processes and write files
    device,         ///< a lab program on a real GPU: threads, the driver's device nodes
    script,         ///< a student's Python: threads, files in its scratch, no new process
    device_script,  ///< a student's Python on a real GPU, whose PyCUDA starts nvcc
    tool,           ///< a lab program under a tool of the CUDA Toolkit, which starts it
};

/// Whether such programs start others, as shells, compilers and tools do.
constexpr bool starts_processes(Profile profile) {
    return profile == Profile::compile || profile == Profile::device_script ||
           profile == Profile::tool;
}

/// A path that the program may see, at the same place outside and inside.
struct Mount {
    std::filesystem::path path;
    bool writable = false;
};

/// An open descriptor to pass on: `here` in this process becomes `there` in the program. Nothing
/// else is inherited; 0 is /dev/null, 1 and 2 are captured.
struct Inherited {
    int here;
    int there;
};

/// The descriptor of the socket to the grader in a lab program. Programs of the profiles lab and
/// device may send to it, but not write, and may send to no other descriptor.
inline constexpr int channel_fd = 3;

struct Limits {
    std::chrono::milliseconds wall{10'000};
    std::chrono::seconds cpu{10};
    std::uint64_t address_space = 0;      ///< bytes that a process may map; 0: no limit
    std::uint64_t resident = 2ull << 30;  ///< bytes of memory that the program may really use
    std::uint64_t stack = 8ull << 20;     ///< bytes
    std::uint32_t processes = 64;         ///< for compile and tool; others may start none
    std::uint32_t open_files = 64;
    std::uint64_t file_size = 64ull << 20;     ///< bytes in each file
    std::uint64_t scratch = 256ull << 20;      ///< bytes of scratch in total (bubblewrap)
    std::size_t output_kept = 64u << 10;       ///< bytes kept of stdout and of stderr
    std::uint64_t output_total = 64ull << 20;  ///< more bytes than this on either end the program
};

/// Limits for a lab program on the simulator, which reserves far more than it uses.
Limits lab_limits();
/// Limits for one compiler run over a student's file.
Limits compile_limits();
/// Limits for a lab program on a real device.
Limits device_limits();
/// Limits for a student's Python script beside its lab program.
Limits script_limits();
/// Limits for a short run of a lab program under a tool, on a real device.
Limits tool_limits();

struct Command {
    std::vector<std::string> argv;                                 ///< argv[0] is an absolute path
    std::vector<std::pair<std::string, std::string>> environment;  ///< beyond PATH, HOME, TMPDIR
    std::filesystem::path directory;  ///< where it starts; empty: its scratch folder
    Profile profile = Profile::lab;
};

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
