#include "python/device/progress.hpp"

#include <algorithm>

namespace python {

void Progress::waited_for(int event) {
    const auto found = events_.find(event);
    if (found != events_.end()) over_ = std::max(over_, found->second);
}

bool Progress::is_over(int event) const {
    const auto found = events_.find(event);
    return found == events_.end() || found->second <= over_;
}

}  // namespace python
