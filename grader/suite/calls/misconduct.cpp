#include "suite/calls/misconduct.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ranges>

#include "runner/protocol.hpp"

namespace grader::suite {

const char* const frees_only_its_own =
    "cudaDeviceReset() ends all that the program has on the device; free what was allocated, and "
    "nothing else";

namespace {

// For example "; k has (1, 1, 1) blocks of (32, 1, 1) threads", for each of the first kernels.
std::string grids_of(const Answer& answer) {
    constexpr std::size_t most = 2;
    std::string words;
    for (const score::Kernel& kernel : answer.first_launches() | std::views::take(most))
        words += fmt::format("; {} has ({}) blocks of ({}) threads", kernel.name,
                             fmt::join(kernel.grid, ", "), fmt::join(kernel.block, ", "));
    return words;
}

std::string written_by_copy(const std::string& name, const Answer& answer) {
    return "some of " + name + " was not written by a kernel: " +
           (answer.launch_count() == 0 ? answer.function() + " launches none"
                                       : "the last write there was a copy or a fill: does a thread "
                                         "come to every element, and no copy or fill behind it?" +
                                             grids_of(answer));
}

}  // namespace

bool launches_too_often(const Answer& answer) {
    return answer.launch_count() > runner::most_run_launches;
}

std::string misconduct(const Call& call, const Answer& answer) {
    const std::string& function = call.request().function;
    if (!answer.thrown().empty())
        return call.throwing_is_answer()
                   ? ""
                   : function + " ended with an exception: " + answer.thrown();
    if (launches_too_often(answer))
        return fmt::format(
            "{} makes {} launches; more than {} in a call are not waited for: let each do more",
            function, answer.launch_count(), runner::most_run_launches);
    if (call.launches_nothing() && answer.launch_count() > 0)
        return fmt::format("{} launches a kernel: here a loop of the CPU is to do the work",
                           function);
    if (answer.has_cuda_error()) return {};  // nothing could be copied back
    for (const runner::ArraySpec& array : call.request().arrays)
        if (array.role == runner::Role::in && answer.has_echo(array.name) &&
            !answer.left_unchanged(array.name, call.inputs().subspan(array.offset, array.bytes())))
            return function + " changes " + array.name + ", which it may only read";
    if (answer.host_copies() > 0)
        return function +
               " copies between host and device memory (more than a few constants to the device), "
               "or has one of them read what the other one stored in memory that both share: all "
               "of the work is the kernel's";
    for (const std::string& name : answer.written_by_host())
        if (!call.is_scratch(name) && !call.is_added_to(name)) return written_by_copy(name, answer);
    return {};
}

std::string not_by_a_kernel(const Call& call, const Answer& answer) {
    for (const std::string& name : answer.written_by_host())
        if (call.is_added_to(name)) return "\n  " + written_by_copy(name, answer);
    return {};
}

}  // namespace grader::suite
