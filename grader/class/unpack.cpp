// The protocol: "F NAME-BYTES CONTENT-BYTES\n" name content, for each file; "N BYTES\n" name, for a
// file that is left out; "L BYTES\n" name, for a link with the name of a wanted file; "T BYTES\n"
// text, for a problem; "E\n" at the end.
#include "class/unpack.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <optional>

#include "lab/kit.hpp"

namespace grader::classes {
namespace {

constexpr int archive_fd = 8;
constexpr std::size_t most_bytes = 64u << 20;
constexpr int most_tries = 3;

class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    char kind() {
        const auto word = take(2);
        return word && ((*word)[1] == ' ' || (*word)[1] == '\n') ? (*word)[0] : '?';
    }
    std::optional<std::size_t> number(char end) {
        std::size_t value = 0;
        const auto [stopped, error] =
            std::from_chars(text_.data(), text_.data() + text_.size(), value);
        const auto used = static_cast<std::size_t>(stopped - text_.data());
        if (error != std::errc{} || used >= text_.size() || *stopped != end) return std::nullopt;
        text_.remove_prefix(used + 1);
        return value;
    }
    std::optional<std::string> take(std::size_t bytes) {
        if (bytes > text_.size()) return std::nullopt;
        std::string taken(text_.substr(0, bytes));
        text_.remove_prefix(bytes);
        return taken;
    }

  private:
    std::string_view text_;
};

bool read_file(Parser& parser, Unpacked& unpacked) {
    const auto name_bytes = parser.number(' ');
    const auto content_bytes = name_bytes ? parser.number('\n') : std::nullopt;
    if (!content_bytes) return false;
    auto name = parser.take(*name_bytes), content = parser.take(*content_bytes);
    if (!name || !content) return false;
    unpacked.files.push_back({std::move(*name), std::move(*content)});
    return true;
}

bool read_name(Parser& parser, std::vector<std::string>& names) {
    const auto bytes = parser.number('\n');
    auto name = bytes ? parser.take(*bytes) : std::nullopt;
    if (name) names.push_back(std::move(*name));
    return name.has_value();
}

sandbox::Limits limits() {
    auto limits = sandbox::compile_limits();
    limits.cpu = std::chrono::seconds(20);
    limits.wall = std::chrono::minutes(5);
    limits.resident = 512ull << 20;
    limits.output_kept = most_bytes;
    limits.output_total = most_bytes;
    return limits;
}

sandbox::Ended run_unpacker(int archive, const sandbox::Sandbox& sandbox) {
    const auto program = lab::this_kit().build / "grader/class/unpack";
    sandbox::Command command;
    command.argv = {program.string()};
    command.profile = sandbox::Profile::compile;
    std::vector<sandbox::Mount> mounts{{program}};
    if (const char* prepared = std::getenv("KIT_DEPS")) {
        mounts.push_back({prepared});
        if (const char* libraries = std::getenv("LD_LIBRARY_PATH"))
            command.environment.emplace_back("LD_LIBRARY_PATH", libraries);
    }
    return sandbox.run(command, limits(), mounts, {{archive, archive_fd}}).wait();
}

/// Returns nothing if someone else ended it.
std::optional<sandbox::Ended> try_unpacker(int archive, const sandbox::Sandbox& sandbox) try {
    lseek(archive, 0, SEEK_SET);
    auto ended = run_unpacker(archive, sandbox);
    return ended.killed_by_others() ? std::nullopt : std::optional(std::move(ended));
} catch (const sandbox::SandboxError&) {
    return std::nullopt;
}

}  // namespace

Unpacked read_unpacked(std::string_view printed) {
    Unpacked unpacked;
    Parser parser(printed);
    while (true) {
        const char kind = parser.kind();
        if (kind == 'E') return unpacked;
        if (kind == 'F' && read_file(parser, unpacked)) continue;
        if (kind == 'N' && read_name(parser, unpacked.others)) continue;
        if (kind == 'L' && read_name(parser, unpacked.links)) continue;
        const auto bytes = kind == 'T' ? parser.number('\n') : std::nullopt;
        const auto words = bytes ? parser.take(*bytes) : std::nullopt;
        unpacked.trouble = words ? *words : "it ends in the middle";
        return unpacked;
    }
}

Unpacked unpack(int archive, const sandbox::Sandbox& sandbox) {
    for (int i = 0; i < most_tries; ++i) {
        const auto ended = try_unpacker(archive, sandbox);
        if (!ended) continue;
        auto unpacked = read_unpacked(ended->out);
        if (!ended->ok()) unpacked.trouble = "unpacking " + sandbox::describe(*ended);
        return unpacked;
    }
    throw ClassError("an archive cannot be unpacked: the program that does it is killed each time");
}

kit_io::Descriptor memory_file(std::string_view content) {
    kit_io::Descriptor file(memfd_create("archive", MFD_CLOEXEC));
    if (!file || !kit_io::write_all(file.get(), content) || lseek(file.get(), 0, SEEK_SET) != 0)
        throw ClassError("no memory for an archive");
    return file;
}

}  // namespace grader::classes
