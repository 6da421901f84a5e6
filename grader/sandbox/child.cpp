#include "sandbox/child.hpp"

#include <utility>

#include "sandbox/watch.hpp"

namespace grader::sandbox {

Child::Child(std::unique_ptr<Watch> watch) : watch_(std::move(watch)) {}
Child::Child(Child&&) noexcept = default;
Child& Child::operator=(Child&&) noexcept = default;
Child::~Child() = default;

pid_t Child::pid() const {
    return watch_->pid();
}
Activity Child::activity() const {
    return watch_->activity();
}

bool Child::stop() {
    return watch_->stop();
}
void Child::resume() {
    watch_->resume();
}
void Child::end_time() {
    watch_->end_time();
}
void Child::kill() {
    watch_->kill();
}
const Ended& Child::wait() {
    return watch_->wait();
}
const Ended* Child::ended() const {
    return watch_->ended();
}

}  // namespace grader::sandbox
