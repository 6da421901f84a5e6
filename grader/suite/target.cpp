#include "suite/target.hpp"

#include <algorithm>
#include <utility>

#include "runner/inputs.hpp"
#include "runner/random.hpp"
#include "suite/starter.hpp"

namespace grader::suite {

namespace {

// Always the same order for the same sizes, since a program that remembers answers gets the same
// call again.
const std::string& order_of_large_call(const Call& call, const std::vector<std::string>& orders) {
    std::uint64_t sizes = 0;
    for (const auto& [name, size] : call.request().sizes)
        sizes = runner::mix(runner::mix(sizes, name) ^ static_cast<std::uint64_t>(size));
    return orders[sizes % orders.size()];
}

std::uint64_t bytes_of(const Call& call) {
    std::uint64_t bytes = 0;
    for (const runner::ArraySpec& array : call.request().arrays)
        if (array.role != runner::Role::echo) bytes += array.bytes();
    return bytes;
}

}  // namespace

Target::Target(const Request& request, std::string backend, Starter starter,
               std::vector<std::string> orders)
    : request_(&request),
      backend_(std::move(backend)),
      starter_(std::move(starter)),
      orders_(std::move(orders)) {}

Session& Target::session(const std::string& order, const std::string& device) {
    auto& session = sessions_[order + "@" + device];
    if (!session) session = fresh_session(order, device);
    return *session;
}

std::unique_ptr<Session> Target::fresh_session(const std::string& order,
                                               const std::string& device) const {
    Request elsewhere = *request_;
    elsewhere.device = device;
    return std::make_unique<Session>(device.empty() ? starter_ : simulator_starter(elsewhere),
                                     order, request_->call_limit, request_->open_hunts,
                                     used_up_in(order));
}

// A search for a witness makes a launch many times. What ends it says nothing of a plain call.
std::shared_ptr<UsedUp> Target::used_up_in(const std::string& order) const {
    return std::ranges::count(orders_, order) > 0 ? used_up_ : std::make_shared<UsedUp>();
}

// Results that depend on the order of threads mostly do so at every size, and a race is found in
// any order. Large calls, which take most of the time, are therefore made once.
bool Target::is_made_in_every_order(const Call& call) const {
    constexpr std::uint64_t most_bytes = 8192;
    return orders_.size() == 1 || call.twin() || bytes_of(call) <= most_bytes;
}

// A call whose values are judged has been made in other sizes, too. If a call is counted, the
// counts may need it, whatever its size is.
bool Target::may_be_interleaved(const Call& call, bool is_counted) const {
    constexpr std::uint64_t most_bytes = 1 << 20;
    return is_simulator() && (is_counted || bytes_of(call) <= most_bytes);
}

std::vector<std::string> Target::orders_of(const Call& call) const {
    if (is_made_in_every_order(call)) return orders_;
    return {order_of_large_call(call, orders_)};
}

std::uint64_t Target::draw(std::string_view name) const {
    return runner::mix(request_->seed, backend_ + "/" + request_->lab + "/" + std::string(name)) >>
           32;
}

std::uint64_t Target::draw(std::string_view name, std::uint64_t count) const {
    return runner::mix(runner::mix(request_->seed,
                                   backend_ + "/" + request_->lab + "/" + std::string(name)) +
                       count) >>
           32;
}

bool Target::is_twins(const Call& call, const std::string& order) const {
    return call.twin() && order != orders_.front();
}

const Call& Target::in_order(const Call& call, const std::string& order) const {
    return is_twins(call, order) ? *call.twin() : call;
}

}  // namespace grader::suite
