// Copies, fills and searches.
#include <cstddef>
#include <cstring>

#include "simulator/hooks/library.hpp"

using namespace cusim::hooks;

extern "C" {

// Copies and fills of structs that the compiler turns into calls; a hook has announced them
// already.
void* __cusim_plain_memcpy(void* to, const void* from, std::size_t size) {
    return std::memcpy(to, from, size);
}
void* __cusim_plain_memmove(void* to, const void* from, std::size_t size) {
    return std::memmove(to, from, size);
}
void* __cusim_plain_memset(void* to, int value, std::size_t size) {
    return std::memset(to, value, size);
}

#define COPY(name, function)                                   \
    void* name(void* to, const void* from, std::size_t size) { \
        reads(from, size, PC);                                 \
        writes(to, size, PC);                                  \
        return std::function(to, from, size);                  \
    }
#define FILL(name)                                      \
    void* name(void* to, int value, std::size_t size) { \
        writes(to, size, PC);                           \
        return std::memset(to, value, size);            \
    }
#define COMPARISON(name)                                                  \
    int ANNOUNCED(name)(const void* a, const void* b, std::size_t size) { \
        reads(a, size, PC);                                               \
        reads(b, size, PC);                                               \
        return std::memcmp(a, b, size);                                   \
    }

COPY(__cusim_memcpy, memcpy)
COPY(__cusim_memmove, memmove)
FILL(__cusim_memset)
COPY(ANNOUNCED(memcpy), memcpy)
COPY(ANNOUNCED(memmove), memmove)
FILL(ANNOUNCED(memset))
COMPARISON(memcmp)
COMPARISON(bcmp)

const void* ANNOUNCED(memchr)(const void* p, int value, std::size_t size) {
    const void* const found = std::memchr(p, value, size);
    const auto passed = static_cast<const char*>(found) - static_cast<const char*>(p);
    reads(p, found ? static_cast<std::size_t>(passed) + 1 : size, PC);
    return found;
}
}
