#include "runner/results.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "json_text.hpp"

namespace runner {

namespace {

constexpr std::size_t longest_name = 64;

bool is_plain(const std::string& name) {
    return !name.empty() && name.size() <= longest_name && name.front() != '.' &&
           std::ranges::all_of(name, [](unsigned char c) {
               return std::isalnum(c) || c == '-' || c == '_' || c == '.';
           });
}

void write_all(int descriptor, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = write(descriptor, text.data() + done, text.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0)
            throw std::runtime_error(std::string("the files are not taken: ") +
                                     std::strerror(errno));
        done += static_cast<std::size_t>(written);
    }
}

}  // namespace

Results decode_results(const std::string& text) {
    const auto json = json_text::parse_or_discard(text);
    if (!json.is_object()) throw std::runtime_error("the program left no files");
    Results results;
    for (const auto& [name, content] : json.items()) {
        if (!is_plain(name) || !content.is_string())
            throw std::runtime_error("the program left what is no file of a plain name");
        results[name] = content.get<std::string>();
    }
    return results;
}

void write_results(const Results& results, const std::string& folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) throw std::runtime_error("cannot make the folder " + folder);
    for (const auto& [name, text] : results) {
        const auto path = std::filesystem::path(folder) / name;
        std::ofstream file(path, std::ios::binary);
        file << text;
        if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
    }
}

void deliver(const Results& results, const std::string& folder) {
    const char* descriptor = std::getenv(results_variable);
    if (descriptor)
        write_all(std::atoi(descriptor), json_text::write(results));
    else
        write_results(results, folder);
}

}  // namespace runner
