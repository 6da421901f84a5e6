// The simulated device behind `pycuda`. Executes the requests of the Python package
// (pycuda/_device.py lists them) by CUDA's runtime API, in a process that Python code cannot
// access. A request names the operation under "do". If CUDA's driver would return an error, the
// answer contains it under "error", as a number and a text.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "python/device/clock.hpp"
#include "python/device/message.hpp"
#include "python/device/pretence.hpp"
#include "python/device/progress.hpp"
#include "python/device/provenance.hpp"
#include "python/device/sent.hpp"
#include "python/device/variety.hpp"
#include "simulator/simulator.hpp"

namespace python {

class Device {
  public:
    /// Modules must be in this folder; if it is empty, they may be anywhere.
    explicit Device(std::filesystem::path modules = {});

    /// Never throws because of a request: an invalid one gets an answer with an error.
    Message answer(const Message& request);

    /// For the copies between host and device since its last reset().
    Provenance& provenance() { return provenance_; }
    /// What the script has sent since its last begin().
    Sent& sent() { return sent_; }
    /// Applies from now on.
    void pretend(Pretence pretence) { pretence_ = std::move(pretence); }
    const Pretence& pretence() const { return pretence_; }
    /// What timed launches have been given since its last begin().
    Variety& variety() { return variety_; }
    /// The times, in microseconds, between two events with work between them for which a program
    /// has asked, whatever it was told.
    const std::vector<double>& times_asked() const { return times_asked_; }

  private:
    using Operation = void (Device::*)(const Message& request, Message& answer);
    static const std::map<std::string, Operation>& operations();

    void properties(const Message&, Message&);
    void memory_info(const Message&, Message&);
    void allocate(const Message&, Message&);
    void release(const Message&, Message&);
    void fill(const Message&, Message&);
    void copy_in(const Message&, Message&);
    void copy_out(const Message&, Message&);
    void copy_within(const Message&, Message&);
    void load_module(const Message&, Message&);
    void find_function(const Message&, Message&);
    void find_variable(const Message&, Message&);
    void function_attributes(const Message&, Message&);
    void allow_shared(const Message&, Message&);
    void launch(const Message&, Message&);
    void synchronize(const Message&, Message&);
    void query(const Message&, Message&);
    void end(const Message&, Message&);
    void make_stream(const Message&, Message&);
    void end_stream(const Message&, Message&);
    void wait_for_event(const Message&, Message&);
    void make_event(const Message&, Message&);
    void end_event(const Message&, Message&);
    void record_event(const Message&, Message&);
    void time_between(const Message&, Message&);

    cudaStream_t stream(const Message& request) const;
    cudaEvent_t event(const Message& request, const char* name) const;
    const void* function(const Message& request) const;

    std::filesystem::path modules_;
    std::vector<cusim::api::Module> loaded_;
    std::vector<const void*> functions_;
    std::map<const std::byte*, std::size_t> allocated_;  // sizes by address
    std::map<int, cudaStream_t> streams_;
    std::map<int, cudaEvent_t> events_;
    std::map<int, double> event_times_;  // microseconds by the clock in clock.hpp
    int made_ = 0;
    Clock clock_;
    Progress progress_;
    Provenance provenance_;
    Sent sent_;
    Pretence pretence_;
    Variety variety_;
    std::vector<double> times_asked_;
};

}  // namespace python
