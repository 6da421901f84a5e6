#include "cli/png.hpp"

#include <png.h>

#include <stdexcept>

namespace grader::cli {

void write_png(std::filesystem::path path, const runner::Image& image) {
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    header.width = static_cast<png_uint_32>(image.width);
    header.height = static_cast<png_uint_32>(image.height);
    header.format = PNG_FORMAT_RGB;
    if (!png_image_write_to_file(&header, path.c_str(), 0, image.rgb.data(), 0, nullptr))
        throw std::runtime_error("cannot write " + path.string() + ": " + header.message);
}

}  // namespace grader::cli
