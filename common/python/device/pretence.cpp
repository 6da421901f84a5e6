#include "python/device/pretence.hpp"

#include <cstring>

namespace python {

Pretence& Pretence::adds(float more) {
    more_ = more;
    return *this;
}

Pretence& Pretence::slows(double times) {
    slower_ = times;
    return *this;
}

void Pretence::on_the_way_out(Bytes& bytes, const ByKernel& by_kernel) const {
    if (more_ == 0) return;
    for (std::size_t end = bytes.size() / sizeof more_; end > 0; --end) {
        const std::size_t at = (end - 1) * sizeof more_;
        if (!by_kernel(at, sizeof more_)) continue;
        float value;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        value += more_;
        std::memcpy(bytes.data() + at, &value, sizeof value);
        return;
    }
}

}  // namespace python
