// `grade run --gdb`: a lab's program under gdb, stopped in one simulated thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace grader::cli {

/// Throws std::runtime_error, in one line, where gdb is missing.
std::filesystem::path find_gdb();

/// Runs gdb on the program in this terminal and waits for its end; returns its exit status.
/// `thread` is BLOCK:THREAD as SIM_STOP_AT takes it, and the program must have been built for a
/// debugger. `folder` holds the sources; gdb's commands are written there.
int debug(const std::filesystem::path& gdb, const std::filesystem::path& program,
          const std::vector<std::string>& arguments, const std::string& thread,
          const std::filesystem::path& folder);

/// A complaint about what --gdb was given, or nothing: for CLI11.
std::string wrong_thread(const std::string& word);
/// The same for --block.
std::string wrong_block(const std::string& word);

}  // namespace grader::cli
