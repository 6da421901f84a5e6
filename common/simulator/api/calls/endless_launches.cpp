#include "simulator/api/calls/endless_launches.hpp"

#include <csignal>
#include <cstdint>
#include <string>
#include <utility>

#include "simulator/report/recorder.hpp"

namespace cusim::api {

namespace {

constexpr std::uint64_t most_counted = 1'000'000;

}  // namespace

void end_if_endless(const report::Site& launch) {
    const std::uint64_t launches = report::launch_number();
    if (launches < most_counted) return;
    report::Finding finding{.kind = report::FindingKind::livelock,
                            .severity = report::Severity::note,
                            .variant = report::Variant::time_is_up};
    finding.self.host = true;
    finding.self.op = report::Op::none;
    finding.self.site = launch;
    finding.cause = "the program was stopped here, after " + std::to_string(launches) + " launches";
    report::emit(std::move(finding));
    report::flush();
    std::signal(SIGXCPU, SIG_DFL);
    std::raise(SIGXCPU);
}

}  // namespace cusim::api
