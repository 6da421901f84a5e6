// Whether two programs are the same but for what a debugger reads: then no run can tell them apart.
#pragma once

#include <filesystem>

namespace grader::mutants {

/// True where both hold the same bytes in all that is loaded to run. Throws MutantsError for what
/// is no ELF file.
bool same_code(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace grader::mutants
