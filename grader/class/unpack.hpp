// Extracts the files of an archive with a program of our own in confinement, so that a hostile
// archive can do no harm. Nothing is written to disk: names and contents are passed as bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "class/class_error.hpp"
#include "class/upload.hpp"
#include "descriptor.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::classes {

struct Unpacked {
    std::vector<File> files;  // files that may be handed in, and archives; in the archive's order
    std::vector<std::string> others;  // names of other files: the first 1000, and how many more
    std::vector<std::string> links;   // links in the place of a file that may be handed in
    std::string trouble;              // what ended it early, in one line; empty if nothing did
};

/// Throws ClassError if the reading program is killed repeatedly.
Unpacked unpack(int archive, const sandbox::Sandbox& sandbox);

/// Parses what the program printed. Never throws: an invalid format is reported in `trouble`.
Unpacked read_unpacked(std::string_view printed);

kit_io::Descriptor memory_file(std::string_view content);

}  // namespace grader::classes
