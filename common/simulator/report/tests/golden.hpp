// The files in tests/golden, with which a report is compared byte for byte.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace cusim::report::test {

inline std::string golden_text(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream{"tests/golden/" + name}.rdbuf();
    return text.str();
}

}  // namespace cusim::report::test
