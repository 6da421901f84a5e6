// Keeps the device busy while the host queues the work to be timed, so that a measurement shows the
// device's time, and not how fast the host can launch. Work that waits for the device, or does not
// fit into its queue, would wait for ever; so the gate opens by itself after a while, and held()
// tells.
#pragma once

namespace runner {

class Gate {
  public:
    Gate();
    ~Gate();
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    /// Queues a kernel in the default stream that runs until open(). The previous one must have
    /// ended.
    void close();
    void open();
    /// After the kernel has ended: whether open() ended it.
    bool held() const;

  private:
    volatile int* state_ = nullptr;
};

}  // namespace runner
