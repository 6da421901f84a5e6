// How each kind of measurement of the bench is made. Promises a table in CSV, a line of names
// first, or an exception that says in one line why there is none.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/measurements.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

struct MeasureOptions {
    std::string from = "solutions";
    std::vector<lab::Lab> labs;  // of what is measured of every lab
    bool no_sandbox = false;
};

/// `scratch` is an empty folder to work in.
std::string measure(const lab::Kit& kit, const Measurement& wanted, const MeasureOptions& options,
                    const std::filesystem::path& scratch);

/// What this machine lacks for it, in one line; "" where it can be measured here.
std::string missing_for(const Measurement& wanted);

/// What figures rest on: of the device with its driver and the Toolkit, or of this machine.
std::string machine(build::Backend backend);

}  // namespace grader::cli
