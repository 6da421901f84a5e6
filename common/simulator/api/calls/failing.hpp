// Makes a correct call fail, to test whether the program checks for errors. The grader asks for it
// through the runner. Calls that free something never fail, since destructors that make them have
// no way to report an error.
#pragma once

#include <cstdint>
#include <string>

#include "cusim/driver_types.hpp"
#include "simulator/report/findings/finding.hpp"

namespace cusim::api {

// Makes the `number`th call from now on fail that can fail (1: the next one). API functions and
// launches each count as one call.
void fail_call(std::uint64_t number);

struct FailedCall {
    std::string call;  // such as "cudaMalloc at matvec.cu:41"; empty if there were fewer calls
    // The next call after that one that could fail, unless it only waits, or cleans up for an
    // exception; may be empty.
    std::string next;
};

// Ends the effect of fail_call().
FailedCall stop_failing();

// Calls made while one lives do not fail and are not counted, since they are not the program's own.
class Unfailing {
  public:
    Unfailing();
    ~Unfailing();
    Unfailing(const Unfailing&) = delete;
    Unfailing& operator=(const Unfailing&) = delete;
};

// Called once by every call that can fail, before it does anything. API functions pass their names;
// their caller is found on the stack.
bool is_to_fail(const char* name);
bool is_to_fail(const char* kernel, const report::Site& launch);

}  // namespace cusim::api
