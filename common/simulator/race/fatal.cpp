#include "simulator/race/fatal.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>

#include "number_of.hpp"
#include "simulator/memory/garbage_byte.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/findings/bad_address.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/findings/pending_findings.hpp"
#include "simulator/race/findings/unwritten.hpp"
#include "simulator/race/stop.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/report/source/subscript.hpp"
#include "simulator/trace/warp_log.hpp"

namespace cusim::race {

using memory::Address;
using report::Finding;

namespace {

[[noreturn]] void stop() {
    trace::drain_all_reads();
    report_findings();
    abort_thread();
}

[[noreturn]] void stop_with(Finding finding, cudaError_t error = cudaErrorIllegalAddress) {
    trace::drain_all_reads();
    report_findings();
    report::emit(std::move(finding));
    abort_thread(error);
}

// Values that show up in any result: a large negative integer, or a float of -1.7e38.
void fill_with_garbage(const ThreadClock& me, const Access& access) {
    for (Address a = access.address; a < access.address + access.size; ++a) {
        trace::MemoryObject shared;
        if (!trace::find_object(*me.block, a, shared))
            *reinterpret_cast<unsigned char*>(a) = memory::garbage_byte;
    }
}

}  // namespace

void report_bad_address(ThreadClock& me, const Access& access) {
    const bool is_news = !me.astray_at || me.astray_at == access.pc;
    const bool may_go_on = access.op == trace::Op::read && access.kind == AccessKind::plain;
    trace::MemoryObject shared;
    const trace::MemoryObject* const array = may_go_on ? array_beside(me, access, shared) : nullptr;
    if (!array && is_news) stop_with(bad_address(me, access));
    if (!array) stop();
    if (is_news) report::emit(bad_address(me, access));
    if (!me.astray_at) {
        me.astray_at = access.pc;
        me.astray_from = array->base;
    }
    fill_with_garbage(me, access);
    fail_launch(cudaErrorIllegalAddress);
}

void report_dead_variable(const Access& access) {
    Finding finding{.kind = report::FindingKind::out_of_bounds,
                    .self = running_party(Point::of(*running_thread), access)};
    finding.space = report::Space::local;
    finding.variant = report::Variant::dead_variable;
    finding.cause = "what lay there was a variable of a function that has returned";
    stop_with(std::move(finding));
}

void report_constant_write(const Point& now, const Access& access,
                           const trace::MemoryObject& object) {
    const FindingKey key{report::FindingKind::constant_write,
                         report::Severity::error,
                         access.site,
                         0,
                         identity_of(object),
                         report_op(access.op),
                         report::Op::none};
    if (counted(key)) return;
    Finding finding{.kind = key.kind, .self = running_party(now, access)};
    describe(finding, object, access);
    put(key, std::move(finding));
}

void report_misaligned(const report::Site& site, Address a, std::size_t alignment, trace::Op op) {
    const ThreadClock& me = *running_thread;
    Finding finding{.kind = report::FindingKind::misaligned,
                    .self = running_party(Point::of(me), {.op = op})};
    finding.self.site = site;
    trace::MemoryObject shared;
    if (const trace::MemoryObject* const object = trace::find_object(*me.block, a, shared))
        describe(finding, *object, {.address = a, .size = alignment});
    finding.cause = fmt::format(
        "{} bytes are accessed at once, so the address must be a multiple "
        "of {}, but is {} more than one",
        alignment, alignment, a % alignment);
    stop_with(std::move(finding), cudaErrorMisalignedAddress);
}

void report_bad_index(const report::Site& site, long index, const std::string& array, int column) {
    Finding finding{.kind = report::FindingKind::out_of_bounds, .space = report::Space::local};
    finding.variable = report::subscripted(site, column);
    finding.index = index;
    if (const auto bracket = array.find('['); bracket != array.npos)
        finding.elements = std::strtol(array.c_str() + bracket + 1, nullptr, 10);
    finding.cause =
        finding.variable.empty()
            ? fmt::format("index {} of an array of type {}", index, array)
            : fmt::format("index {} of {}, which has {} (type {})", index, finding.variable,
                          words::number_of(finding.elements, "element"), array);
    if (running_thread)
        finding.self = running_party(Point::of(*running_thread), {.op = trace::Op::read});
    finding.self.site = site;
    finding.self.host = !running_thread;
    finding.self.op = report::Op::none;
    if (running_thread) stop_with(std::move(finding));
    report::emit(std::move(finding));
}

void refuse_branch(const char* cause, const void* pc) {
    Finding finding{.kind = report::FindingKind::unsupported, .cause = cause};
    if (running_thread) finding.self = running_party(Point::of(*running_thread), {.pc = pc});
    finding.self.site.pc = pc;
    finding.self.host = !running_thread;
    finding.self.op = report::Op::none;
    if (running_thread) stop_with(std::move(finding));
    report::emit(std::move(finding));
    report::flush();
    std::signal(SIGABRT, SIG_DFL);
    std::abort();
}

}  // namespace cusim::race
