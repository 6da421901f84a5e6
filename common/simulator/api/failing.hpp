// Calls that fail although nothing is wrong with them, to see whether a program notices. The
// grader asks for it, through the runner; without that nothing here has an effect. Calls that free
// something do not fail: they stand in destructors, which have nobody to tell.
#pragma once

#include <cstdint>
#include <string>

#include "cusim/driver_types.hpp"
#include "simulator/report/finding.hpp"

namespace cusim::api {

// From now on the `number`th call that can fail does so, 1 being the next: an API function or a
// launch, each by itself.
void fail_call(std::uint64_t number);

struct FailedCall {
    std::string call;  // "cudaMalloc at matvec.cu:41"; empty where there were fewer calls
    std::string next;  // the first call that could fail and came after it; empty where none did
};

// Ends what fail_call() began.
FailedCall stop_failing();

// Calls made while one lives do not fail and are not counted: they are not the program's own.
class Unfailing {
  public:
    Unfailing();
    ~Unfailing();
    Unfailing(const Unfailing&) = delete;
    Unfailing& operator=(const Unfailing&) = delete;
};

// Asked by every call that can fail, once, before it does anything. An API function gives its name
// and is found on the stack.
bool is_to_fail(const char* name);
bool is_to_fail(const char* kernel, const report::Site& launch);

}  // namespace cusim::api
