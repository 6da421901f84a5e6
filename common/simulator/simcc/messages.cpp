// g++ and clang++ both write "file:line: kind: text". Everything here relies on that form.
#include "simulator/simcc/messages.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "simulator/simcc/message_hints.hpp"
#include "simulator/simcc/user_files.hpp"

namespace cusim::simcc {
namespace {

struct Located {
    std::string_view file;
    unsigned line = 0;
    std::string_view rest;  ///< the text after "file:line: "
};

std::optional<Located> locate(std::string_view text) {
    for (std::size_t colon = text.find(':'); colon != text.npos;
         colon = text.find(':', colon + 1)) {
        unsigned line = 0;
        const char* const begin = text.data() + colon + 1;
        const auto [end, error] = std::from_chars(begin, text.data() + text.size(), line);
        if (error != std::errc{} || end == begin) continue;
        const auto after = static_cast<std::size_t>(end - text.data());
        if (text.substr(after, 2) != ": " && text.substr(after, 1) != ":") continue;
        return Located{text.substr(0, colon), line, text.substr(std::min(after + 2, text.size()))};
    }
    return std::nullopt;
}

class SourceLines {
  public:
    /// The line as "   12 | text\n"; empty if the file has no such line.
    std::string excerpt(std::string_view file, unsigned line) {
        const auto& lines = lines_of(std::string(file));
        if (line == 0 || line > lines.size()) return "";
        char number[16];
        std::snprintf(number, sizeof number, "%5u | ", line);
        return number + lines[line - 1] + "\n";
    }

    std::string line(std::string_view file, unsigned number) {
        const auto& lines = lines_of(std::string(file));
        return number == 0 || number > lines.size() ? "" : lines[number - 1];
    }

  private:
    const std::vector<std::string>& lines_of(const std::string& file) {
        const auto [entry, is_new] = files_.try_emplace(file);
        if (is_new) {
            std::ifstream in(file);
            for (std::string line; std::getline(in, line);) entry->second.push_back(line);
        }
        return entry->second;
    }

    std::map<std::string, std::vector<std::string>> files_;
};

/// Removes a guess that names something of the simulator's own, which no program can mean.
std::string without_own_guess(std::string text) {
    constexpr std::string_view start = "; did you mean '", end = "'?";
    const std::size_t begin = text.find(start);
    if (begin == text.npos) return text;
    const std::string_view guess = std::string_view(text).substr(begin + start.size());
    const std::size_t close = text.find(end, begin);
    if (close == text.npos || !(guess.starts_with("cusim::") || guess.starts_with("__cusim")))
        return text;
    return text.erase(begin, close + end.size() - begin);
}

/// Removes "::<lambda(…)>", the compiler's name for a kernel's body.
std::string without_lambda(std::string text) {
    constexpr std::string_view start = "::<lambda(";
    for (std::size_t at = text.find(start); at != text.npos; at = text.find(start, at)) {
        int depth = 0;
        std::size_t end = at + start.size() - 1;
        for (; end < text.size(); ++end) {
            if (text[end] == '(') ++depth;
            if (text[end] == ')' && --depth == 0) break;
        }
        if (text.substr(end, 2) != ")>") break;
        text.erase(at, end + 2 - at);
    }
    return text;
}

struct LibraryNames {
    std::string_view beginning, library;
};

/// A name of a library that was not found, and the library.
struct MissingName {
    std::string_view name, library;
};

std::optional<MissingName> missing_name(std::string_view rest) {
    const auto says = [&](std::string_view words) { return rest.find(words) != rest.npos; };
    if (!rest.starts_with("error: ")) return std::nullopt;
    if (!says("was not declared") && !says("undeclared identifier") && !says("not name a type"))
        return std::nullopt;
    constexpr LibraryNames prefixes[] = {{"cublas", "cuBLAS"},     {"CUBLAS", "cuBLAS"},
                                         {"cufft", "cuFFT"},       {"CUFFT", "cuFFT"},
                                         {"curand", "cuRAND"},     {"CURAND", "cuRAND"},
                                         {"cusolver", "cuSOLVER"}, {"CUSOLVER", "cuSOLVER"},
                                         {"cusparse", "cuSPARSE"}, {"CUSPARSE", "cuSPARSE"}};
    std::string_view name = rest.substr(std::min(rest.find('\''), rest.size() - 1) + 1);
    name = name.substr(0, name.find('\''));
    for (const LibraryNames& names : prefixes)
        if (name.starts_with(names.beginning)) return MissingName{name, names.library};
    return std::nullopt;
}

/// The library in whose namespace a name was not found, if the simulator has only a part of it.
std::string_view library_of_missing(std::string_view rest) {
    constexpr LibraryNames namespaces[] = {
        {"'thrust", "Thrust"}, {"'cub", "CUB"}, {"'cuda", "libcu++"}};
    const auto says = [&](std::string_view words) { return rest.find(words) != rest.npos; };
    if (!rest.starts_with("error: ")) return {};
    for (const LibraryNames& names : namespaces)
        for (const std::string_view words : {"is not a member of ", " in namespace "})
            for (const std::string_view end : {"'", "::"})
                if (says(std::string(words) + std::string(names.beginning) + std::string(end)))
                    return names.library;
    return {};
}

/// Produces "atomicAdd takes the address …" for "no matching function for call to
/// 'atomicAdd(float&, float)'", if the first argument is a number, and the like for cudaMalloc of a
/// pointer; otherwise empty.
std::string address_asked_for(std::string_view rest, std::string_view line) {
    constexpr std::string_view call = "error: no matching function for call to '";
    if (!rest.starts_with(call)) return "";
    const std::string_view name = rest.substr(call.size());
    const bool allocates = name.starts_with("cudaMalloc") || name.starts_with("cudaHostAlloc(");
    if (!allocates && !name.starts_with("atomic")) return "";
    const std::size_t quote = rest.find('\'') + 1, open = rest.find('(', quote);
    if (open == rest.npos) return "";
    const std::string_view first = rest.substr(open + 1, rest.find_first_of(",)", open) - open - 1);
    const auto stars = std::count(first.begin(), first.end(), '*');
    if (first.empty() || stars != (allocates ? 1 : 0) || first.find('[') != first.npos) return "";
    const std::string function(rest.substr(quote, open - quote));
    std::string argument;
    if (const std::size_t begin = line.find(function + "("); begin != line.npos) {
        int depth = 0;
        for (std::size_t at = begin + function.size() + 1; at < line.size(); ++at) {
            const char c = line[at];
            if (depth == 0 && (c == ',' || c == ')')) break;
            depth += (c == '(' || c == '[') - (c == ')' || c == ']');
            argument += c;
        }
    }
    return "error: " + function + " takes the address of " +
           (allocates ? "the pointer that it sets" : "what it changes") +
           (argument.empty() ? "" : ": write &" + argument);
}

/// The first index or size of a thread on the line that stands there as a whole, if the message is
/// about its type.
std::string_view whole_index(std::string_view rest, std::string_view line) {
    if (!rest.starts_with("error: ")) return {};
    if (rest.find("uint3") == rest.npos && rest.find("dim3") == rest.npos) return {};
    for (const std::string_view name : {"threadIdx", "blockIdx", "blockDim", "gridDim"})
        for (std::size_t at = line.find(name); at != line.npos; at = line.find(name, at + 1)) {
            const std::size_t next = line.find_first_not_of(' ', at + name.size());
            if (next == line.npos || line[next] != '.') return name;
        }
    return {};
}

/// The macro that gets a launch as its argument and takes only one, as CUDA_CHECK does: a launch's
/// commas separate arguments, and it has no value to check. Otherwise empty.
std::string_view macro_round_a_launch(std::string_view rest, std::string_view line) {
    constexpr std::string_view start = "error: macro \"";
    if (!rest.starts_with(start) || !rest.ends_with("but takes just 1")) return {};
    if (line.find("<<<") == line.npos) return {};
    rest.remove_prefix(start.size());
    return rest.substr(0, rest.find('"'));
}

class Presenter {
  public:
    Presenter(const std::vector<KernelPlace>& kernels, std::string_view own_headers)
        : kernels_(kernels), own_headers_(own_headers) {}

    std::string run(std::string_view output) {
        while (!output.empty()) {
            const std::size_t end = output.find('\n');
            line(output.substr(0, end));
            output.remove_prefix(end == output.npos ? output.size() : end + 1);
        }
        result_ += std::exchange(included_from_, {});
        return std::move(result_);
    }

  private:
    void line(std::string_view text) {
        if (text.ends_with("In lambda function:")) {
            pending_ = text;
            return;
        }
        if (text.starts_with("In file included from ") ||
            text.starts_with("                 from ")) {
            included_from_ += std::string(text) + "\n";
            return;
        }
        const auto located = locate(text);
        const std::string included_from = std::exchange(included_from_, {});
        if (located && !own_headers_.empty() && located->file.starts_with(own_headers_) &&
            !located->rest.starts_with("error") && !located->rest.starts_with("fatal error")) {
            return;
        }
        if (refused_header_ && text == "compilation terminated.") return;
        const std::string asked = located ? asked_of(*located) : "";
        if (asked.empty()) result_ += included_from;
        if (located) introduce(*located);
        if (located && (refuse_missing_header(*located) || refuse_missing_name(*located))) return;
        if (!asked.empty()) {
            result_ += asked;
            return;
        }
        result_ += without_own_guess(without_lambda(std::string(text)));
        const std::string_view library = located ? library_of_missing(located->rest) : "";
        if (!library.empty())
            result_ += " (the simulator has a part of " + std::string(library) + " only)";
        const std::string_view macro =
            located
                ? macro_round_a_launch(located->rest, sources_.line(located->file, located->line))
                : "";
        if (!macro.empty())
            result_ += " (a launch has no value to check: write it by itself, and behind it " +
                       std::string(macro) + "(cudaGetLastError());)";
        if (located &&
            located->rest.find("'CUDA_CHECK' was not declared") != std::string_view::npos)
            result_ += " (it is in \"kit/error.hpp\": #include that)";
        const std::string_view index =
            located ? whole_index(located->rest, sources_.line(located->file, located->line)) : "";
        if (!index.empty())
            result_ += " (" + std::string(index) + " is three numbers: " + std::string(index) +
                       ".x, .y and .z)";
        if (located)
            result_ += message_hint(located->rest, located->line, [&](unsigned line) {
                return sources_.line(located->file, line);
            });
        result_ += "\n";
        if (!located || !is_message(located->rest)) return;
        result_ += sources_.excerpt(located->file, located->line);
    }

    bool is_message(std::string_view rest) const {
        return rest.starts_with("error:") || rest.starts_with("warning:") ||
               rest.starts_with("fatal error:") || rest.starts_with("note:");
    }

    /// For a header of a library that the simulator does not have.
    bool refuse_missing_header(const Located& located) {
        constexpr std::string_view start = "fatal error: ";
        if (!located.rest.starts_with(start)) return false;
        const std::string_view header =
            located.rest.substr(start.size(), located.rest.find(": ", start.size()) - start.size());
        const std::string library = library_of(header);
        if (library.empty()) return false;
        refused_header_ = true;
        result_ += std::string(located.file) + ":" + std::to_string(located.line) +
                   ": error: " + no_library(library, header) + "\n" +
                   sources_.excerpt(located.file, located.line);
        return true;
    }

    /// For a name of a library that the simulator does not have: once, and without the errors that
    /// follow from it.
    bool refuse_missing_name(const Located& located) {
        const auto missing = missing_name(located.rest);
        if (!missing) return !refused_names_.empty() && is_message(located.rest);
        if (!refused_names_.insert(std::string(missing->name)).second) return true;
        const std::size_t guess = located.rest.find("; did you mean ");
        result_ += std::string(located.file) + ":" + std::to_string(located.line) +
                   ": error: unsupported: " + std::string(missing->name) +
                   ", which is not in the simulator's part of " + std::string(missing->library) +
                   std::string(guess == located.rest.npos ? "" : located.rest.substr(guess)) +
                   "\n" + sources_.excerpt(located.file, located.line);
        return true;
    }

    /// A replacement for the message; empty if the message is to be kept.
    std::string asked_of(const Located& located) {
        const std::string asked =
            address_asked_for(located.rest, sources_.line(located.file, located.line));
        if (asked.empty()) return "";
        return std::string(located.file) + ":" + std::to_string(located.line) + ": " + asked +
               "\n" + sources_.excerpt(located.file, located.line);
    }

    /// Turns "In lambda function" into "In kernel 'k'" if the next message is about a kernel.
    void introduce(const Located& located) {
        if (pending_.empty()) return;
        const auto kernel =
            std::find_if(kernels_.begin(), kernels_.end(), [&](const KernelPlace& k) {
                return k.file == located.file && k.first_line <= located.line &&
                       located.line <= k.last_line;
            });
        result_ += kernel == kernels_.end()
                       ? pending_ + "\n"
                       : std::string(located.file) + ": In kernel '" + kernel->name + "':\n";
        pending_.clear();
    }

    const std::vector<KernelPlace>& kernels_;
    std::string_view own_headers_;
    std::string pending_;
    std::string included_from_;  ///< lines that belong to the following message
    bool refused_header_ = false;
    std::set<std::string> refused_names_;
    std::string result_;
    SourceLines sources_;
};

}  // namespace

std::string present_messages(std::string_view compiler_output,
                             const std::vector<KernelPlace>& kernels,
                             std::string_view own_headers) {
    return Presenter(kernels, own_headers).run(compiler_output);
}

std::string present(const Diagnostic& diagnostic) {
    const char* severity = diagnostic.severity == Severity::error ? "error" : "warning";
    return diagnostic.file + ":" + std::to_string(diagnostic.line) + ": " + severity + ": " +
           diagnostic.message + "\n" + SourceLines().excerpt(diagnostic.file, diagnostic.line);
}

}  // namespace cusim::simcc
