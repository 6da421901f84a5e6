// The arguments of a launch: names for the memory they point to, copies of them, and arrays of
// their addresses.
#pragma once

#include <vector>

#include "cusim/translated.hpp"
#include "simulator/api/kernel.hpp"
#include "simulator/report/findings/finding.hpp"
#include "simulator/report/findings/launch_record.hpp"

namespace cusim::api {

// Gives memory the names of the parameters that point to it, and records whole numbers with their
// names.
void name_arguments(const Kernel& kernel, const detail::KernelCall& call,
                    report::LaunchRecord& record);

// Checks an array of the arguments' addresses, which the host reads. A pointer to device memory
// there was meant to be an argument itself; CUDA ends the program in this case.
bool are_readable(const Kernel& kernel, void* const* arguments, const report::Site& site);

// Whether an argument is, or has, an object with virtual functions.
bool have_function_tables(const detail::KernelCall& call);

// Copies of a launch's arguments: all launches of a graph use the values at the time of the call.
class KeptArguments {
  public:
    explicit KeptArguments(const detail::KernelCall& call);
    ~KeptArguments();
    KeptArguments(const KeptArguments&) = delete;
    KeptArguments& operator=(const KeptArguments&) = delete;

    const void* const* addresses() const { return addresses_.data(); }

    // For a launch by the host: the objects' virtual functions cannot be called there.
    void point_to_host_tables();

  private:
    std::vector<detail::ParameterShape> shapes_;  // by parameter, like the values
    std::vector<void*> addresses_;
};

// Copies of a launch's arguments, and the array of their addresses, in memory of the program, which
// may look at them.
class ShownArguments {
  public:
    explicit ShownArguments(const detail::KernelCall& call);
    ~ShownArguments();
    ShownArguments(const ShownArguments&) = delete;
    ShownArguments& operator=(const ShownArguments&) = delete;

    void** addresses() const { return addresses_; }

  private:
    void** addresses_;  // the values lie behind them
};

}  // namespace cusim::api
