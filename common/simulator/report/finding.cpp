// The names of kinds, severities and operations, in the order of their enumerators.
#include "simulator/report/finding.hpp"

namespace cusim::report {

const char* name(Kind kind) {
    switch (kind) {
        case Kind::race:
            return "race";
        case Kind::unsynchronized_access:
            return "unsynchronized_access";
        case Kind::out_of_bounds:
            return "out_of_bounds";
        case Kind::misaligned:
            return "misaligned";
        case Kind::use_after_free:
            return "use_after_free";
        case Kind::uninitialized_read:
            return "uninitialized_read";
        case Kind::constant_write:
            return "constant_write";
        case Kind::barrier_divergence:
            return "barrier_divergence";
        case Kind::deadlock:
            return "deadlock";
        case Kind::livelock:
            return "livelock";
        case Kind::stack_overflow:
            return "stack_overflow";
        case Kind::host_pointer:
            return "host_pointer";
        case Kind::device_pointer:
            return "device_pointer";
        case Kind::bad_copy:
            return "bad_copy";
        case Kind::leak:
            return "leak";
        case Kind::launch_error:
            return "launch_error";
        case Kind::order_dependence:
            return "order_dependence";
        case Kind::assertion:
            return "assertion";
        case Kind::crash:
            return "crash";
        case Kind::unsupported:
            return "unsupported";
    }
    return "unsupported";
}

const char* name(Severity severity) {
    switch (severity) {
        case Severity::error:
            return "error";
        case Severity::warning:
            return "warning";
        case Severity::note:
            return "note";
    }
    return "error";
}

const char* name(Op op) {
    switch (op) {
        case Op::read:
            return "read";
        case Op::write:
            return "write";
        case Op::atomic:
            return "atomic";
        case Op::copy:
            return "copy";
        case Op::allocate:
            return "allocate";
        case Op::free:
            return "free";
        case Op::barrier:
            return "barrier";
        case Op::launch:
            return "launch";
        case Op::none:
            return "none";
    }
    return "none";
}

}  // namespace cusim::report
