#include "class/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "class/files.hpp"
#include "descriptor.hpp"
#include "report/text.hpp"

namespace grader::classes {
namespace {

std::string cell_of(const std::string& text) {
    std::string cell = report::printable(text);
    if (!cell.empty() && std::strchr("=+-@\t\r|%", cell.front())) cell.insert(0, "'");
    if (cell.find_first_of(",\"\n") == cell.npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) {
        if (c == '"') quoted += '"';
        quoted += c == '\n' ? ' ' : c;
    }
    return quoted + '"';
}

}  // namespace

void write_whole(const std::filesystem::path& file, std::string_view text) {
    auto partial = file;
    partial += ".partial";
    const kit_io::Descriptor out(
        open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!out || !kit_io::write_all(out.get(), text) || fsync(out.get()) != 0 ||
        rename(partial.c_str(), file.c_str()) != 0)
        throw ClassError("cannot write " + file.string() + ": " + std::strerror(errno));
}

std::string csv_line(std::span<const std::string> cells) {
    std::string line;
    for (const auto& cell : cells) {
        if (&cell != &cells.front()) line += ',';
        line += cell_of(cell);
    }
    return line + '\n';
}

}  // namespace grader::classes
