#include "suite/programs.hpp"

#include <future>
#include <string>

#include "suite/starter.hpp"

namespace grader::suite {

namespace {

constexpr const char* order_on_device = "forward";  // which means nothing there

}  // namespace

Programs::Programs(const Request& request, bool compares_times) : request_(request) {
    targets_.emplace_back(request_, "sim", simulator_starter(request_), request_.orders);
    use_simulator();
    if (!request_.solution_on_device.empty() && compares_times)
        start_solution(request_.solution_on_device).prepare();
}

void Programs::continue_on_device(const DevicePrograms& programs) {
    device_programs_ = programs;
    targets_.emplace_back(request_, "cuda", device_starter(request_, programs.submission),
                          std::vector<std::string>{order_on_device});
    use_latest();
}

void Programs::leave_device() {
    const auto beside_others = use_device();
    const auto solution_ends = std::async(std::launch::async, [this] { solution_.reset(); });
    targets_.pop_back();
    use_simulator();
}

Session& Programs::student_on_device() {
    return target_->session(target_->orders().front());
}

Session& Programs::start_solution(const std::filesystem::path& program) {
    solution_ = std::make_unique<Session>(device_starter(request_, program), order_on_device,
                                          request_.call_limit);
    return *solution_;
}

Session& Programs::solution_on_device() {
    return solution_ ? *solution_ : start_solution(device_programs_.solution);
}

std::optional<kit_io::FileLock> Programs::use_device() const {
    if (request_.device_lock.empty()) return std::nullopt;
    return kit_io::FileLock(request_.device_lock, kit_io::FileLock::Mode::shared);
}

std::optional<kit_io::FileLock> Programs::reserve_device() const {
    if (request_.device_lock.empty()) return std::nullopt;
    return kit_io::FileLock(request_.device_lock, kit_io::FileLock::Mode::exclusive);
}

}  // namespace grader::suite
