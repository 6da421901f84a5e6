#include "suite/calls/memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "runner/element.hpp"
#include "suite/calls/session_error.hpp"

namespace grader::suite {

namespace {

[[noreturn]] void give_up(const char* what) {
    throw SessionError(std::string(what) + ": " + std::strerror(errno));
}

kit_io::Descriptor memory_of(std::size_t bytes) {
    kit_io::Descriptor memory(memfd_create("kit", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!memory || ftruncate(memory.get(), static_cast<off_t>(bytes)) != 0)
        give_up("shared memory");
    return memory;
}

}  // namespace

SharedMemory::SharedMemory(std::size_t bytes)
    : size_(std::max<std::size_t>(bytes, 1)), descriptor_(memory_of(size_)) {
    seal(Program::writes);
}

SharedMemory::SharedMemory(std::span<const std::byte> contents, Program program)
    : size_(std::max<std::size_t>(contents.size(), 1)), descriptor_(memory_of(size_)) {
    if (!kit_io::write_all(descriptor_.get(), contents)) give_up("shared memory");
    seal(program);
}

void SharedMemory::seal(Program program) {
    int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
    if (program == Program::reads) seals |= F_SEAL_WRITE;
    if (fcntl(descriptor_.get(), F_ADD_SEALS, seals) != 0) give_up("sealing shared memory");
}

std::vector<std::byte> SharedMemory::copy(std::size_t bytes, std::size_t first) const {
    std::vector<std::byte> result(std::min(bytes, size_ - std::min(first, size_)));
    std::size_t done = 0;
    while (done < result.size()) {
        const ssize_t got = pread(descriptor_.get(), result.data() + done, result.size() - done,
                                  static_cast<off_t>(first + done));
        if (got == 0 || (got < 0 && errno != EINTR)) give_up("reading shared memory");
        if (got > 0) done += static_cast<std::size_t>(got);
    }
    return result;
}

std::vector<std::byte> poison(std::size_t bytes) {
    std::vector<std::byte> pattern(bytes);
    for (std::size_t i = 0; i + sizeof runner::poison_word <= bytes; i += 4)
        std::memcpy(&pattern[i], &runner::poison_word, sizeof runner::poison_word);
    return pattern;
}

}  // namespace grader::suite
