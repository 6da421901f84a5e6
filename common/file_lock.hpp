// A lock that processes share through a file, so that only one at a time uses something. It ends
// with its owner, also when that process is killed.
#pragma once

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "descriptor.hpp"

namespace kit_io {

class FileLock {
  public:
    enum class Mode {
        shared,     // beside others that share it
        exclusive,  // alone
    };

    /// Waits until the lock is free; makes the file if there is none. Throws std::system_error if
    /// the file cannot be opened.
    FileLock(const std::filesystem::path& file, Mode mode)
        // Read access is enough for a lock, and the file may be another user's.
        : file_(open(file.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0644)) {
        if (!file_) give_up(file);
        const int operation = mode == Mode::shared ? LOCK_SH : LOCK_EX;
        while (flock(file_.get(), operation) != 0)
            if (errno != EINTR) give_up(file);
    }

  private:
    [[noreturn]] static void give_up(const std::filesystem::path& file) {
        throw std::system_error(errno, std::generic_category(), "cannot lock " + file.string());
    }

    Descriptor file_;
};

}  // namespace kit_io
