#include "python/device/pretence.hpp"

#include <cstring>

namespace python {

Pretence& Pretence::adds(float more, std::size_t place, std::size_t count) {
    more_ = more;
    place_ = place;
    count_ = count;
    return *this;
}

Pretence& Pretence::slows(double times, double more_each_time) {
    slower_ = times;
    more_each_time_ = more_each_time;
    return *this;
}

double Pretence::times_as_long() {
    const double times = slower_;
    slower_ *= more_each_time_;
    return times;
}

void Pretence::on_the_way_out(Bytes& bytes, const ByKernel& by_kernel) const {
    if (more_ == 0) return;
    const std::size_t floats = bytes.size() / sizeof more_;
    std::size_t left = count_;
    for (std::size_t i = 0; i < floats && left > 0; ++i) {
        const std::size_t at = (floats - 1 - (place_ % floats + i) % floats) * sizeof more_;
        if (!by_kernel(at, sizeof more_)) continue;
        float value;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        value += more_;
        std::memcpy(bytes.data() + at, &value, sizeof value);
        --left;
    }
}

}  // namespace python
