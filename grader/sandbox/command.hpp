// What to run, what it may see, and its limits.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace grader::sandbox {

/// The sandbox could not be set up, or the program could not be started in it.
struct SandboxError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The kind of program, which determines its system calls.
enum class Profile {
    lab,            ///< a lab program on the simulator: one thread, no new process, no new file
    compile,        ///< compilers and our own parsers: may start processes and write files
    device,         ///< a lab program on a real GPU: threads, the driver's device nodes
    script,         ///< a student's Python: threads, files in its scratch, no new process
    device_script,  ///< a student's Python on a real GPU, whose PyCUDA starts nvcc
    tool,           ///< a lab program under a tool of the CUDA Toolkit, which starts it
};

/// CUDA's variable for the devices that a program sees. Programs that use one get it from the
/// grader's environment, or from their command.
inline constexpr const char* visible_devices = "CUDA_VISIBLE_DEVICES";

constexpr bool uses_device(Profile profile) {
    return profile == Profile::device || profile == Profile::device_script ||
           profile == Profile::tool;
}

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

}  // namespace grader::sandbox
