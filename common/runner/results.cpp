#include "runner/results.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "descriptor.hpp"
#include "json_text.hpp"

namespace runner {

using nlohmann::json;

namespace {

constexpr std::size_t longest_name = 64;

bool is_plain(const std::string& name) {
    return !name.empty() && name.size() <= longest_name && name.front() != '.' &&
           std::ranges::all_of(name, [](unsigned char c) {
               return std::isalnum(c) || c == '-' || c == '_' || c == '.';
           });
}

// JSON has no bytes: an image is its size, and two letters from 'a' to 'p' for each byte.
json to_json(const Image& image) {
    std::string letters;
    letters.reserve(2 * image.rgb.size());
    for (const std::uint8_t byte : image.rgb) {
        letters += static_cast<char>('a' + (byte >> 4));
        letters += static_cast<char>('a' + (byte & 15));
    }
    return {{"width", image.width}, {"height", image.height}, {"rgb", std::move(letters)}};
}

json to_json(const Series& series) {
    json points = json::array();
    for (const Point& point : series.points) points.push_back(json::array({point.x, point.y}));
    return {{"name", series.name},
            {"dashed", series.dashed},
            {"colour", series.colour},
            {"points", std::move(points)}};
}

json to_json(const Plot& plot) {
    json charts = json::array();
    for (const Chart& chart : plot.charts) {
        json all = json::array();
        for (const Series& series : chart.series) all.push_back(to_json(series));
        charts.push_back({{"title", chart.title},
                          {"x_label", chart.x_label},
                          {"y_label", chart.y_label},
                          {"series", std::move(all)}});
    }
    return {{"charts", std::move(charts)}};
}

json to_json(const Content& content) {
    if (const auto* image = std::get_if<Image>(&content)) return to_json(*image);
    if (const auto* plot = std::get_if<Plot>(&content)) return to_json(*plot);
    return std::get<std::string>(content);
}

[[noreturn]] void refuse_image() {
    throw std::runtime_error("the program left a malformed image");
}

Image to_image(const json& object) {
    constexpr int most = 1 << 15;  // pixels per side
    const auto side = [&](const char* name) {
        const auto found = object.find(name);
        if (found == object.end() || !found->is_number_unsigned() || *found < 1 || *found > most)
            refuse_image();
        return found->get<int>();
    };
    Image image{.width = side("width"), .height = side("height"), .rgb = {}};
    const auto rgb = object.find("rgb");
    if (rgb == object.end() || !rgb->is_string()) refuse_image();
    const auto& letters = rgb->get_ref<const std::string&>();
    if (letters.size() != std::size_t{6} * image.width * image.height) refuse_image();
    if (!std::ranges::all_of(letters, [](char c) { return c >= 'a' && c <= 'p'; })) refuse_image();
    for (std::size_t i = 0; i < letters.size(); i += 2)
        image.rgb.push_back(
            static_cast<std::uint8_t>((letters[i] - 'a') << 4 | (letters[i + 1] - 'a')));
    return image;
}

Series to_series(const json& object) {
    Series series{.name = object.at("name").get<std::string>(),
                  .points = {},
                  .dashed = object.at("dashed").get<bool>(),
                  .colour = object.at("colour").get<int>()};
    for (const auto& [x, y] : object.at("points").get<std::vector<std::array<double, 2>>>())
        series.points.push_back({x, y});
    return series;
}

Plot to_plot(const json& object) {
    Plot plot;
    try {
        for (const json& given : object.at("charts")) {
            Chart chart{given.at("title").get<std::string>(),
                        given.at("x_label").get<std::string>(),
                        given.at("y_label").get<std::string>(),
                        {}};
            for (const json& series : given.at("series")) chart.series.push_back(to_series(series));
            plot.charts.push_back(std::move(chart));
        }
    } catch (const json::exception&) {
        throw std::runtime_error("the program left a malformed plot");
    }
    return plot;
}

std::ofstream open(const std::filesystem::path& path) {
    return std::ofstream(path, std::ios::binary);
}

void close(std::ofstream& file, const std::filesystem::path& path) {
    if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

// The simplest format, for users who run a program without the grader.
void write_ppm(std::filesystem::path path, const Image& image) {
    path.replace_extension(".ppm");
    std::ofstream file = open(path);
    file << "P6\n" << image.width << ' ' << image.height << "\n255\n";
    file.write(reinterpret_cast<const char*>(image.rgb.data()),
               static_cast<std::streamsize>(image.rgb.size()));
    close(file, path);
}

void write_json(std::filesystem::path path, const Plot& plot) {
    path.replace_extension(".json");
    std::ofstream file = open(path);
    file << text_of(plot);
    close(file, path);
}

bool is_picture(const std::string& out) {
    return std::filesystem::path(out).extension() == ".png";
}

}  // namespace

std::string table_line(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) {
        if (&cell != &cells.front()) line += ',';
        if (cell.find_first_of(",\"\n") == cell.npos) {
            line += cell;
            continue;
        }
        line += '"';
        for (const char c : cell) line += c == '"' ? "\"\"" : std::string(1, c);
        line += '"';
    }
    return line + '\n';
}

std::string fixed(double value, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::filesystem::path folder_of(const std::string& out) {
    if (!is_picture(out)) return out;
    const auto folder = std::filesystem::path(out).parent_path();
    return folder.empty() ? "." : folder;
}

std::string picture_of(const std::string& out, const std::string& otherwise) {
    return is_picture(out) ? std::filesystem::path(out).filename().string() : otherwise;
}

Results decode_results(const std::string& text) {
    const auto json = json_text::parse_or_discard(text);
    if (!json.is_object()) throw std::runtime_error("the program left no files");
    Results results;
    for (const auto& [name, content] : json.items()) {
        if (!is_plain(name) || !(content.is_string() || content.is_object()))
            throw std::runtime_error("the program left a file whose name is not plain");
        if (content.is_string())
            results[name] = content.get<std::string>();
        else if (content.contains("charts"))
            results[name] = to_plot(content);
        else
            results[name] = to_image(content);
    }
    return results;
}

std::string text_of(const Plot& plot) {
    return json_text::write(to_json(plot));
}

void write_results(const Results& results, const std::string& out, const Writers& write) {
    const auto folder = folder_of(out);
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) throw std::runtime_error("cannot make the folder " + folder.string());
    for (const auto& [name, content] : results) {
        const auto path = folder / name;
        if (const auto* image = std::get_if<Image>(&content)) {
            write.image(path, *image);
            continue;
        }
        if (const auto* plot = std::get_if<Plot>(&content)) {
            write.plot(path, *plot);
            continue;
        }
        std::ofstream file = open(path);
        file << std::get<std::string>(content);
        close(file, path);
    }
}

void deliver(const Results& results, const std::string& out) {
    const char* descriptor = std::getenv(results_variable);
    if (!descriptor) return write_results(results, out, {write_ppm, write_json});
    json files = json::object();
    for (const auto& [name, content] : results) files[name] = to_json(content);
    if (!kit_io::write_all(std::atoi(descriptor), json_text::write(files)))
        throw std::runtime_error(std::string("the files are not taken: ") + std::strerror(errno));
}

}  // namespace runner
