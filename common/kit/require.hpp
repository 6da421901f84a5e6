// Checks the arguments of a function, one line each:
//     kit::require(n >= 1, "n must be at least 1, not %d", n);
// If the condition is false, throws kit::BadArgument with that message, formatted as by printf. Any
// other exception derived from std::exception would do, too. This one needs neither <stdexcept> nor
// <string>, which would take longer to compile than all kernels of a lab.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <exception>

namespace kit {

class BadArgument : public std::exception {
  public:
    BadArgument(const char* sentence, std::va_list values) {
        std::vsnprintf(message_, sizeof message_, sentence, values);
    }

    const char* what() const noexcept override { return message_; }

  private:
    char message_[256];
};

__attribute__((format(printf, 2, 3))) inline void require(bool condition, const char* sentence,
                                                          ...) {
    if (condition) return;
    std::va_list values;
    va_start(values, sentence);
    const BadArgument refusal(sentence, values);
    va_end(values);
    throw refusal;
}

}  // namespace kit
