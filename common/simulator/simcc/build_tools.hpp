// What build tools such as CMake read of a compiler driver that is nvcc to them.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace cusim::simcc {

/// What --version says. CMake identifies nvcc, and its release, by these words.
std::string version_text();

/// The lines `#$ NAME=VALUE` with which nvcc begins where it shows its commands: where the toolkit
/// and the headers are, and how programs are linked.
std::string facts_for_build_tools();

/// The command that links a program in one step, which is simcc's own: only simcc knows the
/// runtime's place and flags.
std::string link_line(const std::vector<std::string>& objects, const std::string& program);

/// The arguments with those of every `--options-file FILE` or `@FILE` in its place.
std::vector<std::string> with_option_files(std::span<const std::string> arguments);

/// Whether this is a library of the toolkit by its file name, such as /usr/…/libcublas.so.13, and
/// then which.
std::string library_of_file(const std::string& path);

}  // namespace cusim::simcc
