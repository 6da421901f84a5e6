// Running a program that may be hostile. Promises build, vet and suite that what they start can
// read only what is listed, write only its scratch, reach no network and no other process, stays
// within its limits, and is gone, with all it started, when its Child is. Which mechanism stands
// behind that promise is Kind; what the program's outputs mean is the caller's business.
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

/// What the program is, hence which system calls it gets.
enum class Profile {
    lab,            ///< a lab program on the simulator: one thread, no new process, no new file
    compile,        ///< compilers and our own parsers: may start processes and write files
    device,         ///< a lab program on a real GPU: threads, the driver's device nodes
    script,         ///< a student's Python: threads, files in its scratch, no new process
    device_script,  ///< a student's Python on a real GPU, whose PyCUDA starts nvcc
    tool,           ///< a lab program under a tool of the CUDA Toolkit's, which starts it
};

/// Whether such a program is a shell's, a compiler's or a tool's, that starts others.
constexpr bool starts_processes(Profile profile) {
    return profile == Profile::compile || profile == Profile::device_script ||
           profile == Profile::tool;
}

/// A path the program may see, at the same place outside and inside.
struct Mount {
    std::filesystem::path path;
    bool writable = false;
};

/// An open descriptor handed over: `here` in this process becomes `there` in the program's.
/// Nothing else is inherited; 0 is /dev/null, 1 and 2 are captured.
struct Inherited {
    int here;
    int there;
};

/// The number, in a lab program, of the socket to the grader: of all descriptors the one to which a
/// program of the profiles lab and device may send, but not write.
inline constexpr int channel_fd = 3;

struct Limits {
    std::chrono::milliseconds wall{10'000};
    std::chrono::seconds cpu{10};
    std::uint64_t address_space = 0;      ///< bytes a process may map; 0: no bound
    std::uint64_t resident = 2ull << 30;  ///< bytes of memory the program may really use
    std::uint64_t stack = 8ull << 20;     ///< bytes
    std::uint32_t processes = 64;         ///< of profiles compile and tool: the others get none
    std::uint32_t open_files = 64;
    std::uint64_t file_size = 64ull << 20;     ///< bytes, each file
    std::uint64_t scratch = 256ull << 20;      ///< bytes of scratch in all (bubblewrap)
    std::size_t output_kept = 64u << 10;       ///< bytes kept of stdout and of stderr
    std::uint64_t output_total = 64ull << 20;  ///< bytes of either that end the program
};

/// Limits for a lab program on the simulator, which reserves far more than it uses.
Limits lab_limits();
/// Limits for one compiler run over a student's file.
Limits compile_limits();
/// Limits for a lab program on a real device.
Limits device_limits();
/// Limits for a student's Python beside its lab program.
Limits script_limits();
/// Limits for a short run of one on a real device under a tool.
Limits tool_limits();

struct Command {
    std::vector<std::string> argv;                                 ///< argv[0] is an absolute path
    std::vector<std::pair<std::string, std::string>> environment;  ///< beyond PATH, HOME, TMPDIR
    std::filesystem::path directory;  ///< where it starts; empty: its scratch
    Profile profile = Profile::lab;
};

class Sandbox {
  public:
    /// The best kind that starts here: bubblewrap, else native. Throws SandboxError, saying why
    /// neither does, unless `allow_none`. Tries once per process.
    static Sandbox best(bool allow_none = false);
    /// Exactly this kind; throws SandboxError where it does not start here.
    static Sandbox of(Kind kind);
    /// Takes another process's word that this kind starts here, so that of() does not try it.
    static void assume_starts(Kind kind);

    Kind kind() const { return kind_; }

    /// Starts `command`. /usr and what belongs to it is visible read-only; `mounts` come on top.
    /// Returns once the program runs; throws SandboxError when it cannot be started.
    Child run(const Command& command, const Limits& limits, const std::vector<Mount>& mounts,
              const std::vector<Inherited>& inherited = {}) const;

  private:
    explicit Sandbox(Kind kind) : kind_(kind) {}

    Kind kind_;
};

}  // namespace grader::sandbox
