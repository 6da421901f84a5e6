// The files that a run by hand writes: tables, plots, pictures. They appear in the requested
// folder, either written by the program, or, if it is confined, by the grader, to which it passes
// them.
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

/// The environment variable with the number of the descriptor to which a confined program writes
/// its files, as a JSON object of texts by file name.
inline constexpr const char* results_variable = "KIT_RESULTS";

/// Row by row from the top, with three bytes per pixel: red, green, blue.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;

    bool operator==(const Image&) const = default;
};
using Content = std::variant<std::string, Image, Plot>;
using Results = std::map<std::string, Content>;  // by file name: ".png" an image's, ".svg" a plot's

/// The folder of --out OUT: OUT is a folder, or a picture's path, "pictures/julia.png".
std::filesystem::path folder_of(const std::string& out);
/// The picture's file name: that in OUT if it is a file, otherwise `otherwise`.
std::string picture_of(const std::string& out, const std::string& otherwise);

/// Throws std::runtime_error, which names the folder or file, if they cannot be written. Run alone,
/// a program writes images as PPM, and plots as JSON for grader/cli/plot.py. Confined by the
/// grader, they become PNG and SVG.
void deliver(const Results& results, const std::string& out);

/// A line of a CSV table; cells with commas or quotes are quoted.
std::string table_line(const std::vector<std::string>& cells);
/// A number for such a cell, with so many decimal places.
std::string fixed(double value, int digits);

/// Parses what a confined program left, which may be anything. Throws std::runtime_error, which
/// says what is wrong, unless it is texts, images and plots with plain names: letters, digits, '-',
/// '_' and '.', the last not at the beginning.
Results decode_results(const std::string& text);

/// A plot as JSON.
std::string text_of(const Plot& plot);

struct Writers {
    std::function<void(std::filesystem::path, const Image&)> image;
    std::function<void(std::filesystem::path, const Plot&)> plot;
};

/// Creates the folder and the files. Throws std::runtime_error, which names what cannot be created.
void write_results(const Results& results, const std::string& out, const Writers& write);

}  // namespace runner
