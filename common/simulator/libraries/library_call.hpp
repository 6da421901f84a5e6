// The execution of a library function on the device, as one operation of a stream. The function
// declares what it will read and write, this is checked, and then it computes. If the device cannot
// access an operand, the operation ends like a kernel with an illegal access: the call itself
// succeeds, and later ones fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cusim/driver_types.hpp"
#include "simulator/race/events.hpp"
#include "simulator/report/findings/finding.hpp"

namespace cusim::libraries {

// `columns` pieces of `length` bytes each, `stride` bytes apart.
struct Operand {
    const char* name;  // as in the library's documentation
    const void* base;
    std::size_t length, columns, stride;
};

template <class T>
Operand operand(const char* name, const void* data, std::int64_t count) {
    return {name, data, count * sizeof(T), 1, count * sizeof(T)};
}

class LibraryCall {
  public:
    LibraryCall(const char* function, cudaStream_t stream, const void* pc)
        : function_(function), stream_(stream), pc_(pc) {}

    void reads(const Operand& operand) { add(operand, trace::Op::read); }
    void writes(const Operand& operand) { add(operand, trace::Op::write); }
    // Writes what it may have read before.
    void changes(const Operand& operand, bool is_read = true) {
        if (is_read) reads(operand);
        writes(operand);
    }
    // To be called after the last operand and before the computation.
    void begin();
    // Reports what an operand's values make impossible, and ends the operation.
    [[noreturn]] void stop(report::FindingKind kind, const std::string& cause) const;

    // A value in device memory that determines the operands, such as a scalar.
    template <class T>
    T value(const char* name, const T* pointer) {
        reads({name, pointer, sizeof(T), 1, sizeof(T)});
        return *pointer;
    }

  private:
    void add(const Operand& operand, trace::Op op);

    const char* function_;
    cudaStream_t stream_;
    const void* pc_;
    std::vector<race::Touched> touched_;
};

// alpha or beta: a value known now, or read from device memory when the call is executed.
template <class T>
class Scalar {
  public:
    template <class Call>
    Scalar(const Call& call, const char* name, const void* pointer)
        : name_(name), pointer_(static_cast<const T*>(call.on_device() ? pointer : nullptr)) {
        if (!call.on_device()) value_ = *static_cast<const T*>(pointer);
    }
    T get(LibraryCall& call) const { return pointer_ ? call.value(name_, pointer_) : value_; }

  private:
    const char* name_;
    const T* pointer_;
    T value_{};
};

// Reports that the simulator lacks `what`, which the library has: a program need not look at the
// status that its call returns.
void report_lack(const char* function, const void* pc, const std::string& what);

// Reports arguments that the library does not allow, and whose use a device does not notice.
void report_misuse(report::FindingKind kind, const char* function, const void* pc,
                   const std::string& cause, report::Variant variant = report::Variant::none,
                   const void* freed = nullptr);

// For a function that a header of the library calls: the return address in the program, where `pc`
// is in the header's own function.
const void* call_in_program(const void* pc);

// Executes the operation in the stream. Returns false if the device is lost or the stream is
// invalid.
bool submit(const char* function, cudaStream_t stream, const void* pc,
            std::function<void(LibraryCall&)> action);

}  // namespace cusim::libraries
