// The files that a run by hand leaves: tables, plots, pictures. Promises that they appear in the
// folder that was asked for, whether the program may write there or, being confined, hands them to
// the grader, which does; leaves what is in them to whoever makes them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "runner/chart.hpp"

namespace runner {

/// The descriptor on which a confined program leaves its files, as one JSON object of texts by
/// name, stands in this variable.
inline constexpr const char* results_variable = "KIT_RESULTS";

/// Row by row from the top, three bytes a pixel: red, green, blue.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;

    bool operator==(const Image&) const = default;
};
using Content = std::variant<std::string, Image, Plot>;
using Results = std::map<std::string, Content>;  // by file name: ".png" an image's, ".svg" a plot's

/// Where --out OUT asks for files: a folder, or the picture's own file, "pictures/julia.png".
std::filesystem::path folder_of(const std::string& out);
/// The picture's name: that of OUT where it is a file, else `otherwise`.
std::string picture_of(const std::string& out, const std::string& otherwise);

/// Throws std::runtime_error, naming the folder or file, where they cannot be written. By itself a
/// program writes images as PPM and plots as the JSON that grader/cli/plot.py draws; confined by
/// the grader, as PNG and as SVG.
void deliver(const Results& results, const std::string& out);

/// A line of a table in CSV; cells with commas or quotes stand in quotes.
std::string table_line(const std::vector<std::string>& cells);
/// A number for such a cell, with so many digits behind the point.
std::string fixed(double value, int digits);

/// What a confined program left, which may be anything. Throws std::runtime_error, saying what is
/// wrong, unless it is texts, images and plots under plain names: letters, digits, '-', '_' and
/// '.', not first.
Results decode_results(const std::string& text);

/// A plot as JSON.
std::string text_of(const Plot& plot);

struct Writers {
    std::function<void(std::filesystem::path, const Image&)> image;
    std::function<void(std::filesystem::path, const Plot&)> plot;
};

/// Makes the folder and the files. Throws std::runtime_error, naming what cannot be made.
void write_results(const Results& results, const std::string& out, const Writers& write);

}  // namespace runner
