#include "simulator/hooks/plain_output.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "simulator/memory/layout.hpp"
#include "simulator/memory/runtime_data.hpp"

namespace cusim::hooks {
namespace {

constexpr std::string_view flags = "-+ #0", digits = "0123456789", lengths = "hlLqjzt";
constexpr std::string_view numbers = "diouxXaAeEfFgGp", texts = "cs";
constexpr std::size_t most_digits = 2;  // of a width or precision

// The functions by which glibc carries out the stream's operations: a pointer behind its FILE.
const void* functions_of(const std::FILE* stream) {
    const void* functions = nullptr;
    std::memcpy(&functions, reinterpret_cast<const char*>(stream) + sizeof *stream,
                sizeof functions);
    return functions;
}

constinit const void* functions_at_start = nullptr;

// Before the program's constructors.
[[gnu::constructor(101)]] void note_functions() {
    functions_at_start = functions_of(stdout);
}

// Skips characters of the set, and returns how many.
std::size_t skip(std::string_view& text, std::string_view set) {
    const std::size_t count = std::min(text.find_first_not_of(set), text.size());
    text.remove_prefix(count);
    return count;
}

// Of what follows a %: skips it if it is plain.
bool skip_plain(std::string_view& text) {
    skip(text, flags);
    if (skip(text, digits) > most_digits) return false;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        if (skip(text, digits) > most_digits) return false;
    }
    const bool has_length = skip(text, lengths) > 0;
    if (text.empty()) return false;
    const char conversion = text.front();
    text.remove_prefix(1);
    return conversion == '%' || numbers.find(conversion) != std::string_view::npos ||
           (!has_length && texts.find(conversion) != std::string_view::npos);
}

}  // namespace

bool has_buffer_of_its_own(const std::FILE* stream) {
    if (stream != stdout || stream->_mode > 0 || functions_of(stream) != functions_at_start)
        return false;
    const char* const begin = stream->_IO_buf_base;
    const char* const end = stream->_IO_buf_end;
    const char* const first = stream->_IO_write_base;
    const char* const next = stream->_IO_write_ptr;
    if (!begin || !(begin <= first && first <= next && next <= end && stream->_IO_write_end <= end))
        return false;
    return !memory::is_runtime_data(reinterpret_cast<memory::Address>(begin),
                                    static_cast<std::size_t>(end - begin));
}

bool is_plain_format(const char* format) {
    std::string_view text(format);
    while (true) {
        const std::size_t percent = text.find('%');
        if (percent == std::string_view::npos) return true;
        text.remove_prefix(percent + 1);
        if (!skip_plain(text)) return false;
    }
}

}  // namespace cusim::hooks
