// Holds a device back while the host queues what is to be timed, so that a measurement is the
// device's own time and not how fast the host can launch. Work that waits for the device, or is
// more than its queue takes, would wait forever: the gate opens by itself after a while, and tells.
#pragma once

namespace runner {

class Gate {
  public:
    Gate();
    ~Gate();
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    /// Queues a kernel in the default stream that does not end before open(). The last one has
    /// ended.
    void close();
    void open();
    /// Once the kernel has ended: whether it was open() that ended it.
    bool held() const;

  private:
    volatile int* state_ = nullptr;
};

}  // namespace runner
