#include "simulator/api/calls/failing.hpp"

#include <execinfo.h>

#include <exception>
#include <string_view>
#include <utility>

#include "simulator/memory/layout.hpp"
#include "simulator/report/findings/resolve.hpp"

namespace cusim::api {

namespace {

struct Plan {
    std::uint64_t left = 0;  // calls until the one to fail; 0: it has failed, or none is planned
    bool failed = false;
    FailedCall told;
};

Plan plan;
int unfailing = 0;

std::string place(const report::Place& place) {
    return place.file.empty() ? "" : " at " + place.file + ":" + std::to_string(place.line);
}

// The student's calling line, with the file's bare name. If no frame is in the student's file, the
// first line known for any frame, such as one in a header.
std::string calling_line() {
    void* frames[64];
    const int count = backtrace(frames, 64);
    std::string elsewhere;
    for (int i = 0; i < count; ++i) {
        if (!memory::program.contains(frames[i])) continue;
        const auto found = report::resolve({.pc = frames[i], .file = nullptr, .line = 0});
        if (!found.file.empty() && found.file.find('/') == std::string::npos) return place(found);
        if (elsewhere.empty()) elsewhere = place(found);
    }
    return elsewhere;
}

// A destructor's calls while an exception is on its way, and those of a handler, come after the
// failure was noticed.
bool is_cleaning_up() {
    return std::uncaught_exceptions() > 0 || std::current_exception();
}

// Waiting does nothing with what is missing: C waits before it frees and reports an error.
bool only_waits(std::string_view name) {
    return name.ends_with("Synchronize");
}

template <class Describe>
bool counts_down_to_failure(Describe describe, bool goes_on = true) {
    if (unfailing > 0) return false;
    if (goes_on && plan.failed && plan.told.next.empty() && !is_cleaning_up())
        plan.told.next = describe();
    if (plan.left == 0 || --plan.left > 0) return false;
    plan.failed = true;
    plan.told.call = describe();
    return true;
}

}  // namespace

void fail_call(std::uint64_t number) {
    plan = {number, false, {}};
}

FailedCall stop_failing() {
    return std::exchange(plan, {}).told;
}

Unfailing::Unfailing() {
    ++unfailing;
}

Unfailing::~Unfailing() {
    --unfailing;
}

// Names of the API's internal helper functions mean nothing to a student.
bool is_to_fail(const char* name) {
    const auto describe = [&] {
        const bool is_api = std::string_view(name).starts_with("cuda");
        return std::string(is_api ? name : "a call of CUDA") + calling_line();
    };
    return counts_down_to_failure(describe, !only_waits(name));
}

bool is_to_fail(const char* kernel, const report::Site& launch) {
    return counts_down_to_failure(
        [&] { return "the launch of " + std::string(kernel) + place(report::resolve(launch)); });
}

}  // namespace cusim::api
