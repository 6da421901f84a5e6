// Functions of <cstring> for text.
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "simulator/hooks/library.hpp"
#include "simulator/hooks/library_gate.hpp"

namespace cusim::hooks {
namespace {

// The bytes that a comparison reads of each string.
std::size_t compared(const char* a, const char* b, std::size_t most) {
    std::size_t i = 0;
    while (i < most && a[i] == b[i] && a[i] != 0) ++i;
    return std::min(most, i + 1);
}

}  // namespace
}  // namespace cusim::hooks

using namespace cusim::hooks;

extern "C" {

std::size_t ANNOUNCED(strlen)(const char* text) {
    reads_text(text, PC);
    return std::strlen(text);
}
std::size_t ANNOUNCED(strnlen)(const char* text, std::size_t most) {
    reads_text(text, most, PC);
    return strnlen(text, most);
}
int ANNOUNCED(strcmp)(const char* a, const char* b) {
    const std::size_t size = compared(a, b, ~std::size_t{0});
    reads(a, size, PC);
    reads(b, size, PC);
    return std::strcmp(a, b);
}
int ANNOUNCED(strncmp)(const char* a, const char* b, std::size_t most) {
    const std::size_t size = compared(a, b, most);
    reads(a, size, PC);
    reads(b, size, PC);
    return std::strncmp(a, b, most);
}
const char* ANNOUNCED(strchr)(const char* text, int c) {
    reads_text(text, PC);
    return std::strchr(text, c);
}
const char* ANNOUNCED(strrchr)(const char* text, int c) {
    reads_text(text, PC);
    return std::strrchr(text, c);
}
std::size_t ANNOUNCED(strspn)(const char* text, const char* these) {
    reads_text(text, PC);
    reads_text(these, PC);
    return std::strspn(text, these);
}
std::size_t ANNOUNCED(strcspn)(const char* text, const char* these) {
    reads_text(text, PC);
    reads_text(these, PC);
    return std::strcspn(text, these);
}
const char* ANNOUNCED(strpbrk)(const char* text, const char* these) {
    reads_text(text, PC);
    reads_text(these, PC);
    return std::strpbrk(text, these);
}
const char* ANNOUNCED(strstr)(const char* text, const char* part) {
    reads_text(text, PC);
    reads_text(part, PC);
    return std::strstr(text, part);
}
char* ANNOUNCED(strcpy)(char* to, const char* from) {
    reads_text(from, PC);
    writes(to, std::strlen(from) + 1, PC);
    return std::strcpy(to, from);
}
char* ANNOUNCED(strncpy)(char* to, const char* from, std::size_t size) {
    reads_text(from, size, PC);
    writes(to, size, PC);
    return std::strncpy(to, from, size);
}
char* ANNOUNCED(strcat)(char* to, const char* from) {
    reads_text(to, PC);
    reads_text(from, PC);
    writes(to + std::strlen(to), std::strlen(from) + 1, PC);
    return std::strcat(to, from);
}
char* ANNOUNCED(strncat)(char* to, const char* from, std::size_t most) {
    reads_text(to, PC);
    reads_text(from, most, PC);
    writes(to + std::strlen(to), strnlen(from, most) + 1, PC);
    return std::strncat(to, from, most);
}

char* ANNOUNCED(strtok)(char* text, const char* separators) {
    only_the_host(PC);
    return closed([&] { return std::strtok(text, separators); });
}
}
