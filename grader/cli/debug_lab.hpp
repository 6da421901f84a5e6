// `grade run --gdb`: runs a lab's program in gdb, stopped in one simulated thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace grader::cli {

/// Throws std::runtime_error with one line if gdb is missing.
std::filesystem::path find_gdb();

/// Runs gdb on the program in this terminal, waits for its end, and returns its exit status.
/// `thread`: BLOCK:THREAD, as for SIM_STOP_AT. The program must have been built for a debugger.
/// `folder` contains the sources; a file with gdb's commands is written there.
int debug(const std::filesystem::path& gdb, const std::filesystem::path& program,
          const std::vector<std::string>& arguments, const std::string& thread,
          const std::filesystem::path& folder);

/// For CLI11: an error message for a wrong argument of --gdb, otherwise empty.
std::string wrong_thread(const std::string& word);
/// The same for --block.
std::string wrong_block(const std::string& word);

}  // namespace grader::cli
