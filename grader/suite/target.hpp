// The submission's program on one backend: in which orders of threads a call is made, and a session
// for each order used so far.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "suite/calls/call.hpp"
#include "suite/calls/session.hpp"
#include "suite/request.hpp"

namespace grader::suite {

class Target {
  public:
    /// The request must outlive the target.
    Target(const Request& request, std::string backend, Starter starter,
           std::vector<std::string> orders);

    const std::string& backend() const { return backend_; }
    bool is_simulator() const { return backend_ == "sim"; }
    const std::vector<std::string>& orders() const { return orders_; }

    /// `device`: a profile of the simulator; empty: that of the request.
    Session& session(const std::string& order, const std::string& device = {});
    /// A program that has made no call yet.
    std::unique_ptr<Session> fresh_session(const std::string& order,
                                           const std::string& device = {}) const;

    /// Whether the function is not called again, since it used up a limit.
    bool has_used_up_a_limit(const std::string& function) const {
        return used_up_->contains(function);
    }

    bool is_made_in_every_order(const Call& call) const;
    /// Whether the call is small enough to be made once more where its kernels read by atomics.
    bool may_be_interleaved(const Call& call, bool is_counted) const;
    /// A number of the run's seed that is the same whenever `name` and `count` are, and another one
    /// on another backend.
    std::uint64_t draw(std::string_view name) const;
    std::uint64_t draw(std::string_view name, std::uint64_t count) const;

    /// Those in which the call is made.
    std::vector<std::string> orders_of(const Call& call) const;
    /// Whether the call's twin is made in that order, and which call.
    bool is_twins(const Call& call, const std::string& order) const;
    const Call& in_order(const Call& call, const std::string& order) const;

  private:
    std::shared_ptr<UsedUp> used_up_in(const std::string& order) const;

    const Request* request_;
    std::string backend_;
    Starter starter_;
    std::vector<std::string> orders_;
    std::map<std::string, std::unique_ptr<Session>, std::less<>> sessions_;
    std::shared_ptr<UsedUp> used_up_ = std::make_shared<UsedUp>();
};

}  // namespace grader::suite
