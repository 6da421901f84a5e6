#include "simulator/api/calls/host_function.hpp"

#include <string>
#include <utility>

#include "simulator/report/recorder.hpp"

namespace cusim::api {

const void* running_host_function = nullptr;

void run_host_function(const std::function<void()>& function, const void* pc) {
    struct Running {
        const void* outer;
        ~Running() { running_host_function = outer; }  // also if the function throws
    };
    const Running running{std::exchange(running_host_function, pc)};
    function();
}

cudaError_t refuse_in_host_function(const char* name) {
    report::Finding finding{.kind = report::FindingKind::launch_error};
    finding.self = {.site = {.pc = running_host_function}, .host = true};
    finding.variable = name;
    finding.cause = std::string(name) +
                    " is refused (cudaErrorNotPermitted): the function that the stream calls may "
                    "not use CUDA; make the call where the host has waited for the stream";
    finding.variant = report::Variant::refused_call;
    report::emit(std::move(finding));
    return cudaErrorNotPermitted;
}

}  // namespace cusim::api
