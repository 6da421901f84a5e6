// How each kind of measurement of the bench is made. Returns a CSV table with a header line, or
// throws an exception that says in one line why there is none.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/measurements.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

struct MeasureOptions {
    std::string from = "solutions";
    std::vector<lab::Lab> labs;  // for pages that are about every lab
    bool no_sandbox = false;
};

/// `scratch`: an empty folder to work in.
std::string measure(const lab::Kit& kit, const Measurement& wanted, const MeasureOptions& options,
                    const std::filesystem::path& scratch);

/// What this machine lacks for the measurement, in one line; "" if nothing.
std::string missing_for(const lab::Kit& kit, const Measurement& wanted);

/// The machine on which the figures were measured: the device with driver and Toolkit, or this
/// machine.
std::string machine(build::Backend backend);

}  // namespace grader::cli
