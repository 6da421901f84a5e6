// What a launch's arguments are: the names that they lend, copies of them, and arrays of addresses.
#pragma once

#include <vector>

#include "cusim/translated.hpp"
#include "simulator/api/kernel.hpp"
#include "simulator/report/finding.hpp"
#include "simulator/report/launch_record.hpp"

namespace cusim::api {

// A parameter lends its name to the memory it points to; whole numbers are noted with theirs.
void name_arguments(const Kernel& kernel, const detail::KernelCall& call,
                    report::LaunchRecord& record);

// The array holds the addresses of the arguments, which the host reads: a pointer to device memory
// there was meant to be an argument itself. CUDA ends the program here.
bool are_readable(const Kernel& kernel, void* const* arguments, const report::Site& site);

// A launch's arguments, copied: a graph's launches all see the values as of the call.
class KeptArguments {
  public:
    explicit KeptArguments(const detail::KernelCall& call);
    ~KeptArguments();
    KeptArguments(const KeptArguments&) = delete;
    KeptArguments& operator=(const KeptArguments&) = delete;

    const void* const* addresses() const { return addresses_.data(); }

  private:
    std::vector<detail::ParameterShape> shapes_;  // by parameter, as the values
    std::vector<void*> addresses_;
};

}  // namespace cusim::api
