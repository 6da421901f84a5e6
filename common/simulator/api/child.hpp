// A process beside the program, which does some work with a copy of all there is and says what came
// of it, so that the program itself goes on as if nothing had been. What it prints is nobody's
// business. Where no child can be made (a sandbox forbids it), nothing is heard.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>

namespace cusim::api {

class Child {
  public:
    explicit Child(const std::function<void(const Child&)>& work);
    ~Child();  // waits for its end
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    bool exists() const { return process_ >= 0; }
    // In the child: plain values.
    void tell(const void* bytes, std::size_t size) const;
    // In the program; false where it has ended, and says no more.
    bool hear(void* bytes, std::size_t size) const;

  private:
    [[noreturn]] void work(const std::function<void(const Child&)>& work) const;

    int ends_[2] = {-1, -1};  // of the pipe: to read from, to write to
    pid_t process_ = -1;
};

}  // namespace cusim::api
