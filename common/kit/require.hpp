// What a function asks of its arguments, one line each:
//     kit::require(n >= 1, "n must be at least 1, not %d", n);
// Where it does not hold, throws kit::BadArgument with that sentence; the words after it are
// printf's. Anything else derived from std::exception serves as well. This one needs no <stdexcept>
// and no <string>, which would take longer to compile than all kernels of a lab.
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
