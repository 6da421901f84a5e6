// Whether two programs differ only in data for debuggers, so that no run can distinguish them.
#pragma once

#include <filesystem>

namespace grader::mutants {

/// True if everything that is loaded to run is equal byte for byte. Throws MutantsError for a file
/// that is not ELF.
bool same_code(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace grader::mutants
