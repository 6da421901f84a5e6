// What a function of a library does on the device, as one action of a stream: it says what it will
// read and write, that is checked, and then it computes. A pointer that the device cannot follow
// ends the action as an illegal access ends a kernel: the call itself succeeds, later ones fail.
#pragma once

#include <functional>
#include <vector>

#include "cusim/driver_types.hpp"
#include "simulator/race/events.hpp"

namespace cusim::libraries {

// `columns` pieces of `length` bytes each, `stride` bytes apart.
struct Operand {
    const char* name;  // as the library's documentation calls it
    const void* base;
    std::size_t length, columns, stride;
};

class LibraryCall {
  public:
    LibraryCall(const char* function, cudaStream_t stream, const void* pc)
        : function_(function), stream_(stream), pc_(pc) {}

    void reads(const Operand& operand) { add(operand, trace::Op::read); }
    void writes(const Operand& operand) { add(operand, trace::Op::write); }
    // After the last operand and before the computation.
    void begin();

    // One value in device memory, which the operands may depend on.
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

// Carries the action out in the stream. False where the device is lost, or the stream is none.
bool submit(const char* function, cudaStream_t stream, const void* pc,
            std::function<void(LibraryCall&)> action);

}  // namespace cusim::libraries
