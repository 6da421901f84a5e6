// From `kernel<<<…>>>(…)` to a running grid. The configuration is kept until the kernel's function
// takes it. The launch is checked against the device's limits and executed at once. The host learns
// of errors later, as with a device.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cusim/runtime_api.hpp"
#include "cusim/translated.hpp"
#include "simulator/api/calls/endless_launches.hpp"
#include "simulator/api/calls/host_function.hpp"
#include "simulator/api/calls/refused_call.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/calls/stream.hpp"
#include "simulator/api/kernel.hpp"
#include "simulator/api/launch_arguments.hpp"
#include "simulator/api/launch_check.hpp"
#include "simulator/api/launch_run.hpp"
#include "simulator/api/streams/capture.hpp"
#include "simulator/api/streams/device_launch.hpp"
#include "simulator/api/streams/launch_node.hpp"
#include "simulator/api/trials/garbage_trial.hpp"
#include "simulator/api/trials/kept_launches.hpp"
#include "simulator/api/trials/order_check.hpp"
#include "simulator/api/trials/witness.hpp"
#include "simulator/exec/flipped_run.hpp"
#include "simulator/exec/grid.hpp"
#include "simulator/exec/order.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/host_thread_data.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim {

namespace {

using api::KeptArguments;
using api::Kernel;
using api::LaunchConfiguration;
using api::Ran;
using api::run_once;
using api::RunOptions;

// A stack, since an argument of a launch may contain a launch. Separate for each host thread and
// for each thread of the device: others may run while one evaluates its arguments.
std::vector<LaunchConfiguration>& pending() {
    auto& stack =
        memory::of_host_thread<std::vector<LaunchConfiguration>, struct PendingLaunches>();
    static auto& on_device = *new std::map<const exec::Thread*, std::vector<LaunchConfiguration>>;
    return exec::current_thread ? on_device[exec::current_thread] : stack;
}

// cudaLaunchKernel returns its error; a launch by <<<>>> leaves it for cudaGetLastError.
cudaError_t refuse(const LaunchConfiguration& launch, const api::Refusal& refusal,
                   const Kernel& kernel) {
    report::Finding finding{.kind = report::FindingKind::launch_error};
    finding.is_unread = launch.result && api::does_nobody_read();
    const bool is_returned = launch.result && !finding.is_unread;
    finding.severity = is_returned ? report::Severity::note : report::Severity::error;
    if (exec::current_thread) finding.self = party(*exec::current_thread, report::Op::launch);
    finding.self.host = !exec::current_thread;
    finding.self.op = report::Op::launch;
    finding.self.site = launch.site;
    finding.variable = kernel.site->name;
    finding.cause = refusal.cause;
    finding.variant = refusal.variant;
    report::emit(std::move(finding));
    return refusal.error;
}

std::uint64_t next_salt() {
    static std::uint64_t launches = 0;
    return ++launches;
}

// Describes how to run the launch again, with the call's arguments or with `kept` ones.
api::SearchedLaunch searched(detail::KernelCall call, const LaunchConfiguration& launch,
                             Kernel& kernel, std::uint64_t resident_limit, std::uint64_t salt,
                             std::shared_ptr<const KeptArguments> kept = nullptr) {
    if (kept) call.arguments = kept->addresses();
    const auto again = [call, launch, resident_limit, salt, &kernel](cudaStream_t stream) {
        LaunchConfiguration there = launch;
        there.stream = stream;
        const RunOptions options{.salt = salt, .may_be_tried = false};
        const Ran ran = run_once(call, there, kernel, resident_limit, options);
        report::launch_was_a_trial();
        api::forget_children();
        return api::Relaunched{ran.error, ran.steps};
    };
    const auto names = [call, &kernel] {
        report::LaunchRecord unlisted;
        api::name_arguments(kernel, call, unlisted);
    };
    return {.stream = launch.stream,
            .relaunch = again,
            .name_arguments = names,
            .arguments = std::move(kept),
            .words = {}};
}

// Runs the grids that the launch's threads launched, or discards them if the launch failed.
cudaError_t run_children_of(const LaunchConfiguration& launch, const Ran& ran) {
    if (ran.error == cudaSuccess)
        api::run_children(launch.stream);
    else
        api::forget_children();
    return ran.error;
}

// Runs the launch. If it races, searches for witnesses; or reverses one race, if SIM_ORDER says so.
cudaError_t run_and_explain(const detail::KernelCall& call, const LaunchConfiguration& launch,
                            Kernel& kernel, std::uint64_t resident_limit,
                            const api::OrderCheck* check) {
    const RunOptions options{.salt = next_salt(),
                             .check = check,
                             .reads_are_judged = api::can_judge_reads(),
                             .may_be_suspended = !check};
    const memory::DeviceAccess access;
    if (const auto flip = api::flip_of_this_launch()) {
        exec::FlippedRun flipped{*flip};
        const Ran ran = run_once(call, launch, kernel, resident_limit, {.salt = options.salt});
        flipped.launch_has_ended();
        api::tell_played(flipped);
        return run_children_of(launch, ran);
    }
    const race::Epoch first = race::epochs().next();
    const Ran ran = run_once(call, launch, kernel, resident_limit, options);
    if (!ran.is_over) {
        api::release_unwritten_reads();
        api::forget_children();
        return ran.error;
    }
    const auto again = [&](std::shared_ptr<const KeptArguments> arguments = nullptr) {
        api::SearchedLaunch result =
            searched(call, launch, kernel, resident_limit, options.salt, std::move(arguments));
        result.number = report::launch_number();
        result.steps = ran.steps;
        result.error = ran.error;
        result.note_overwritten();
        return result;
    };
    std::optional<api::KeptLaunch> kept;
    if (api::keeps_launches() && call.shapes)
        kept = {first, again(std::make_shared<KeptArguments>(call))};
    api::judge_unwritten_reads([&] { return again(); });
    api::look_for_witnesses(report::launch_number(), again);
    if (kept) api::keep(std::move(*kept));
    return run_children_of(launch, ran);
}

cudaError_t run(const detail::KernelCall& call, const LaunchConfiguration& launch, Kernel& kernel,
                std::uint64_t resident_limit) {
    const exec::Order order = exec::order();
    if (!order.is_compared()) return run_and_explain(call, launch, kernel, resident_limit, nullptr);
    const memory::DeviceAccess access;
    api::OrderCheck check;
    exec::set_order(*exec::Order::parse("reverse"));
    const cudaError_t error = [&] {
        const api::Muted muted;
        return run_once(call, launch, kernel, resident_limit, {.salt = next_salt()}).error;
    }();
    exec::set_order(order);
    report::launch_was_a_trial();
    api::forget_children();
    check.undo();
    if (error == cudaSuccess) return run_and_explain(call, launch, kernel, resident_limit, &check);
    return run_once(call, launch, kernel, resident_limit, {.salt = next_salt()}).error;
}

// Returns the error of the launch itself. Errors of its threads are reported later, so a launch
// after a failed one still appears to succeed, until the program has learnt of the failure.
cudaError_t launch_now(const detail::KernelCall& call, const LaunchConfiguration& launch) {
    if (const cudaError_t lost = api::lost_device_error(); lost != cudaSuccess)
        return api::is_lost_device_known() ? lost : cudaSuccess;
    if (!launch.result && api::is_to_fail(call.site->name, launch.site))
        return cudaErrorLaunchOutOfResources;
    Kernel& kernel = api::kernel_of(*call.site);
    if (!api::is_stream(launch.stream))
        return refuse(
            launch,
            {cudaErrorInvalidResourceHandle, api::no_such_stream, report::Variant::no_stream},
            kernel);
    const device::Profile& device = device::profile();
    api::Refusal refusal = api::check_shape(launch.request, kernel, device);
    if (refusal.error != cudaSuccess) return refuse(launch, refusal, kernel);
    refusal = api::check_cluster(launch.request, kernel, device);
    if (refusal.error != cudaSuccess) return refuse(launch, refusal, kernel);
    const std::uint64_t resident_limit = api::resident_limit(launch.request, kernel, device);
    refusal = api::check_resources(launch.request, kernel, device, resident_limit);
    if (refusal.error != cudaSuccess) return refuse(launch, refusal, kernel);
    if (report::is_only_counted()) {
        api::end_if_endless(launch.site);
        return cudaSuccess;
    }
    if (const cudaError_t error = run(call, launch, kernel, resident_limit); error != cudaSuccess)
        api::launch_failed(error);
    return cudaSuccess;
}

// Called when a graph executes the launch: the launch's own error is returned to nobody.
GraphWork later(const detail::KernelCall& call, LaunchConfiguration launch) {
    launch.result = nullptr;
    launch.arguments = nullptr;
    return [call, launch, kept = std::make_shared<KeptArguments>(call)](cudaStream_t stream) {
        detail::KernelCall again = call;
        again.arguments = kept->addresses();
        LaunchConfiguration there = launch;
        there.stream = stream;
        return launch_now(again, there);
    };
}

// The same for a node, whose parameters the program may ask for.
GraphWork as_node(const detail::KernelCall& call, const LaunchConfiguration& launch,
                  const void* function) {
    const auto shown = std::make_shared<api::ShownArguments>(call);
    GraphWork work = [shown, run = later(call, launch)](cudaStream_t stream) {
        return run(stream);
    };
    const api::LaunchRequest& request = launch.request;
    work.parameters =
        cudaKernelNodeParams{.func = const_cast<void*>(function),
                             .gridDim = request.grid,
                             .blockDim = request.block,
                             .sharedMemBytes = static_cast<unsigned>(request.dynamic_shared),
                             .kernelParams = shown->addresses(),
                             .extra = nullptr};
    return work;
}

// The running thread asks for it: refused at once, or carried out when its grid has ended.
cudaError_t launch_from_device(const detail::KernelCall& call, const LaunchConfiguration& launch) {
    Kernel& kernel = api::kernel_of(*call.site);
    const device::Profile& device = device::profile();
    api::Refusal refusal = api::check_shape(launch.request, kernel, device);
    if (refusal.error == cudaSuccess && api::launch_depth() + 1 >= api::deepest_launch)
        refusal = {cudaErrorLaunchMaxDepthExceeded,
                   "launches may lie " + std::to_string(api::deepest_launch) +
                       " deep within one another, and this would be one more"};
    if (refusal.error != cudaSuccess) return refuse(launch, refusal, kernel);
    api::keep_child(launch.stream, later(call, launch));
    return cudaSuccess;
}

cudaError_t launch_by_address(const void* function, LaunchConfiguration launch) {
    return api::call([&] {
        const Kernel* const kernel = api::kernel_at(function);
        if (!kernel)
            return api::refuse_call(
                cudaErrorInvalidDeviceFunction,
                "its first argument is no kernel: that has __global__ in front of its "
                "definition",
                launch.site.pc, "a launch by a kernel's address");
        if (!api::are_readable(*kernel, launch.arguments, launch.site))
            return cudaErrorInvalidValue;
        cudaError_t result = cudaSuccess;
        launch.result = &result;
        pending().push_back(launch);
        api::call_kernel(function);
        return result;
    });
}

}  // namespace

void configure(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
               const char* file, int line) {
    pending().push_back({.request = {.grid = grid, .block = block, .dynamic_shared = shared_bytes},
                         .stream = stream,
                         .site = {.pc = nullptr, .file = file, .line = line}});
}

void detail::launch(const KernelCall& call) {
    if (api::described(call)) return;
    api::initialise();
    if (pending().empty()) {
        api::remember(cudaErrorMissingConfiguration);
        return;
    }
    const LaunchConfiguration launch = pending().back();
    pending().pop_back();
    KernelCall actual = call;
    if (launch.arguments) actual.arguments = launch.arguments;
    if (exec::current_thread) {
        const cudaError_t error = launch_from_device(actual, launch);
        if (error != cudaSuccess) api::remember_on_device(error);
        return;
    }
    std::optional<KeptArguments> as_there;
    if (api::have_function_tables(actual)) {
        as_there.emplace(actual).point_to_host_tables();
        actual.arguments = as_there->addresses();
    }
    if (launch.described) {
        launch.described->work = as_node(actual, launch, launch.described->function);
        return;
    }
    const auto now = [&](cudaStream_t) { return launch_now(actual, launch); };
    const api::CaptureCall here{call.site->name, launch.site};
    const cudaError_t error =
        api::running_host_function ? api::refuse_in_host_function("a launch")
        : api::is_capturing(launch.stream)
            ? api::capture_or_run(launch.stream, cudaGraphNodeTypeKernel,
                                  as_node(actual, launch, api::function_like(call)), here)
        : api::must_wait(launch.stream)
            ? api::capture_or_run(launch.stream, cudaGraphNodeTypeKernel, later(actual, launch),
                                  here)
            : api::capture_or_run(launch.stream, cudaGraphNodeTypeKernel, now, here);
    if (launch.result)
        *launch.result = error;
    else if (error != cudaSuccess)
        api::remember(error);
}

// Calls the kernel's function, as a launch does, to get its description.
GraphWork api::kernel_work(const cudaKernelNodeParams& p, const void* pc) {
    const Kernel* const kernel = api::kernel_at(p.func);
    if (!kernel || (!p.kernelParams && p.extra)) return {};
    if (!api::are_readable(*kernel, p.kernelParams, {.pc = pc})) return {};
    api::DescribedLaunch described{.function = p.func};
    pending().push_back(
        {.request = {.grid = p.gridDim, .block = p.blockDim, .dynamic_shared = p.sharedMemBytes},
         .site = {.pc = pc},
         .arguments = p.kernelParams,
         .described = &described});
    api::call_kernel(p.func);
    return described.work;
}

}  // namespace cusim

using cusim::launch_by_address;

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
    return launch_by_address(
        kernel, {.request = {.grid = grid, .block = block, .dynamic_shared = shared_bytes},
                 .stream = stream,
                 .site = {.pc = __builtin_return_address(0)},
                 .arguments = arguments});
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* kernel,
                                void** arguments) {
    if (!configuration) return cusim::api::call([] { return cudaErrorInvalidValue; });
    return launch_by_address(kernel, {.request = cusim::api::request_of(*configuration),
                                      .stream = configuration->stream,
                                      .site = {.pc = __builtin_return_address(0)},
                                      .arguments = arguments});
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream) {
    return launch_by_address(kernel, {.request = {.grid = grid,
                                                  .block = block,
                                                  .dynamic_shared = shared_bytes,
                                                  .cooperative = true},
                                      .stream = stream,
                                      .site = {.pc = __builtin_return_address(0)},
                                      .arguments = arguments});
}
