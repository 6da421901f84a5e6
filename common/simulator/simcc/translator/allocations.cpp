// Whether device code has a new or delete expression; the object file must then call the runtime
// for them. (A placement new allocates nothing; it only makes the driver change the object
// needlessly.)
#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

bool allocates(const Context& context, std::size_t i) {
    if (context.is(i - 1, "operator")) return false;
    return context.is(i, "new") || (context.is(i, "delete") && !context.is(i - 1, "="));
}

}  // namespace

void find_allocations(Context& context) {
    for (const DeviceBody& body : context.device_bodies) {
        for (std::size_t i = body.range.begin + 1; i < body.range.end; ++i)
            context.result.allocates_on_device |= allocates(context, i);
    }
}

}  // namespace cusim::simcc
