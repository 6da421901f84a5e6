// What a message of the compiler means for the line that it is about, where beginners meet it
// often.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace cusim::simcc {

/// " (…)", to be put behind the message; empty if there is nothing to add. `rest`: the message from
/// "error: " on. `line_at`: a line of the file by its number; empty if there is none.
std::string message_hint(std::string_view rest, unsigned line,
                         const std::function<std::string(unsigned)>& line_at);

}  // namespace cusim::simcc
