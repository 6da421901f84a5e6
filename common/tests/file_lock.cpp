#include "file_lock.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>

using kit_io::FileLock;

namespace {

struct LockFile {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("file-lock-" + std::to_string(getpid()));
    ~LockFile() { std::filesystem::remove(path); }

    /// Whether another process could take it this way now.
    bool is_free_for(int operation) const {
        const kit_io::Descriptor other(open(path.c_str(), O_RDONLY | O_CLOEXEC));
        return flock(other.get(), operation | LOCK_NB) == 0;
    }
};

}  // namespace

TEST_CASE("a shared lock admits others that share it, and an exclusive one nobody") {
    const LockFile file;
    {
        const FileLock one(file.path, FileLock::Mode::shared);
        const FileLock two(file.path, FileLock::Mode::shared);
        CHECK(file.is_free_for(LOCK_SH));
        CHECK(!file.is_free_for(LOCK_EX));
    }
    {
        const FileLock alone(file.path, FileLock::Mode::exclusive);
        CHECK(!file.is_free_for(LOCK_SH));
    }
    CHECK(file.is_free_for(LOCK_EX));
}

TEST_CASE("a lock file that cannot be opened is named") {
    CHECK_THROWS_WITH_AS(FileLock("/nowhere/at/all", FileLock::Mode::shared),
                         "cannot lock /nowhere/at/all: No such file or directory",
                         std::system_error);
}
