// A child process that works with a copy of the program's whole state and sends back results, so
// that the program itself continues unchanged. The child's output is discarded. If no child can be
// made (a sandbox may forbid it), hear() returns false.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>

namespace cusim::api {

class Child {
  public:
    explicit Child(const std::function<void(const Child&)>& work);
    ~Child();  // waits until the child has ended
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    bool exists() const { return process_ >= 0; }
    // Called in the child: sends plain bytes.
    void tell(const void* bytes, std::size_t size) const;
    // Called in the program: receives bytes. Returns false if the child has ended and sends no
    // more.
    bool hear(void* bytes, std::size_t size) const;

  private:
    [[noreturn]] void work(const std::function<void(const Child&)>& work) const;

    int ends_[2] = {-1, -1};  // of the pipe: to read from, to write to
    pid_t process_ = -1;
};

}  // namespace cusim::api
