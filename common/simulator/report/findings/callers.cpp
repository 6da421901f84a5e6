#include "simulator/report/findings/callers.hpp"

#include <unwind.h>

#include <algorithm>
#include <cstddef>

namespace cusim::report {
namespace {

constexpr std::size_t most = 48;  // an algorithm of Thrust's has about twenty nested calls

_Unwind_Reason_Code add_frame(_Unwind_Context* frame, void* to) {
    auto& found = *static_cast<std::vector<const void*>*>(to);
    if (const auto at = _Unwind_GetIP(frame); at != 0)
        found.push_back(reinterpret_cast<const void*>(at));
    return found.size() < most ? _URC_NO_REASON : _URC_END_OF_STACK;
}

}  // namespace

std::vector<const void*> callers() {
    std::vector<const void*> found;
    _Unwind_Backtrace(add_frame, &found);
    return found;
}

std::vector<const void*> callers_from(const void* pc) {
    std::vector<const void*> found = callers();
    found.erase(found.begin(), std::ranges::find(found, pc));
    return found;
}

}  // namespace cusim::report
