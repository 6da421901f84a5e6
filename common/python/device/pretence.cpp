#include "python/device/pretence.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace python {

Pretence& Pretence::adds(float more, std::size_t place, std::size_t count) {
    more_ = more;
    place_ = place;
    count_ = count;
    return *this;
}

Pretence& Pretence::in_parts(std::size_t copies, std::size_t parts) {
    copies_ = copies;
    parts_ = parts;
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

namespace {

/// Which float is the i-th one behind the first: in a square matrix the third one is in the next
/// row.
std::size_t turn(std::size_t i, std::size_t floats) {
    constexpr std::size_t fewest = 3;
    const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(floats))));
    if (side * side != floats || side < fewest || i < 2 || i > side) return i;
    return i == 2 ? side : i - 1;
}

}  // namespace

void Pretence::on_the_way_out(Bytes& bytes, const ByKernel& by_kernel) {
    if (more_ == 0) return;
    const std::size_t floats = bytes.size() / sizeof more_;
    const std::size_t part = std::min(altered_copies_ * parts_ / copies_, parts_ - 1);
    const float more = more_ * static_cast<float>(1 + 2 * part);
    std::size_t left = count_;
    for (std::size_t i = 0; i < floats && left > 0; ++i) {
        const std::size_t next = (place_ % floats + turn(i, floats)) % floats;
        const std::size_t at = (floats - 1 - next) * sizeof more;
        if (!by_kernel(at, sizeof more)) continue;
        float value;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        value += more;
        std::memcpy(bytes.data() + at, &value, sizeof value);
        --left;
    }
    if (left == count_) return;
    ++altered_copies_;
    floats_of_copies_ += floats;
}

}  // namespace python
