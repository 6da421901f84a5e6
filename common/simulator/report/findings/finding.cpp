// The names of severities and operations.
#include "simulator/report/findings/finding.hpp"

namespace cusim::report {

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
        case Op::function:
            return "function";
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
