#include "runner/mapping.hpp"

#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "runner/protocol.hpp"

namespace runner {

Mapping::Mapping(int descriptor, Access access) {
    struct stat status {};
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        throw ProtocolError("a descriptor that is not memory");
    size_ = static_cast<std::size_t>(status.st_size);
    if (size_ == 0) return;
    const int protection = access == Access::read ? PROT_READ : PROT_READ | PROT_WRITE;
    base_ = mmap(nullptr, size_, protection, MAP_SHARED, descriptor, 0);
    if (base_ == MAP_FAILED) throw ProtocolError(std::string("mmap: ") + std::strerror(errno));
}

Mapping::~Mapping() {
    if (size_ > 0) munmap(base_, size_);
}

}  // namespace runner
