#include "simulator/api/calls/under_way.hpp"

#include <algorithm>
#include <cstdlib>
#include <list>
#include <utility>

#include "simulator/api/calls/device_errors.hpp"
#include "simulator/api/calls/stream.hpp"
#include "simulator/host/turns.hpp"
#include "simulator/race/host_access.hpp"

namespace cusim::api {

bool anything_under_way = false;

namespace {

struct Item {
    cudaStream_t stream = nullptr;
    StreamWork work = {};                          // not begun; or
    std::unique_ptr<SuspendedLaunch> launch = {};  // begun; or
    Ticket awaited = {};                           // waited for by the stream
    std::shared_ptr<bool> done = std::make_shared<bool>(false);
};

using Items = std::list<Item>;

struct Queue {
    Items items;  // in the order in which the program issued them
    // The position at which work issued by an item itself is inserted.
    Items::iterator place = items.end();
    bool going_on = false;
    bool forgotten = false;  // by forget_all(), in the meantime
};

Queue& queue() {
    static auto& instance = *new Queue;
    return instance;
}

// Whether one of the two is the legacy default stream and the other one waits for it.
bool is_ordered_with(cudaStream_t later, cudaStream_t earlier) {
    if (stream_id(later) == stream_id(earlier)) return true;
    if (stream_id(later) == 0) return is_blocking(earlier);
    return stream_id(earlier) == 0 && is_blocking(later);
}

bool is_behind(cudaStream_t stream, Items::iterator end) {
    return std::any_of(queue().items.begin(), end, [&](const Item& earlier) {
        return is_ordered_with(stream, earlier.stream);
    });
}

void look() {
    let_go_on();
}

void note_changes() {
    anything_under_way = !queue().items.empty();
    race::host_looks = anything_under_way ? look : nullptr;
}

Item& add(Item item) {
    Item& added = *queue().items.insert(queue().place, std::move(item));
    note_changes();
    return added;
}

// The item's work may issue more work, or be a launch that is suspended; these replace the item.
void do_item(Items::iterator at) {
    Queue& now = queue();
    const Item item = std::move(*at);
    const auto before = std::exchange(now.place, now.items.erase(at));
    if (item.work)
        if (const cudaError_t error = item.work(item.stream); error != cudaSuccess) remember(error);
    *item.done = true;
    now.place = before;
}

// Returns true if the item made progress. `next` is the item behind it.
bool goes_on(Items::iterator at, bool in_earnest) {
    if (at->launch) {
        if (!in_earnest && !at->launch->may_go_on()) return false;
        const bool progressed = at->launch->go_on();
        if (at->launch->is_suspended()) return progressed;
        *at->done = true;
        queue().items.erase(at);
        return true;
    }
    if (is_behind(at->stream, at) || (at->awaited && !*at->awaited)) return false;
    do_item(at);
    return true;
}

// Lets each item continue once. `in_earnest`: suspended launches poll again, whatever they saw
// last.
bool all_go_on(bool in_earnest) {
    Queue& now = queue();
    if (now.going_on) return false;
    now.going_on = true;
    bool any = false;
    const auto is_over = [&] { return now.forgotten || lost_device_error() != cudaSuccess; };
    for (auto at = now.items.begin(); at != now.items.end() && !is_over();) {
        const auto next = std::next(at);
        any |= goes_on(at, in_earnest);
        at = next;
    }
    now.going_on = false;
    if (is_over()) forget_all();
    note_changes();
    return any;
}

// Ends a launch for which the host waits, since nothing can make it continue.
void give_up_first() {
    for (Item& item : queue().items)
        if (item.launch) {
            item.launch->give_up(true);
            break;
        }
    forget_all();
}

template <class Pending>
void finish_while(Pending pending) {
    if (queue().going_on) return;  // a host function waits for its own stream
    while (pending())
        if (!all_go_on(true) && pending() && !host::let_others_run() && pending()) give_up_first();
}

}  // namespace

cudaError_t do_in_turn(cudaStream_t stream, const StreamWork& work) {
    if (!must_wait(stream)) return work(stream);
    add({.stream = stream, .work = work});
    return cudaSuccess;
}

bool must_wait(cudaStream_t stream) {
    return anything_under_way && is_stream(stream) && is_behind(stream, queue().place);
}

void suspend(std::unique_ptr<SuspendedLaunch> launch, cudaStream_t stream) {
    // Registered here, so that it runs at the program's end before anything is destroyed that a
    // launch needs.
    [[maybe_unused]] static const int at_end = std::atexit(finish_all);
    add({.stream = stream, .launch = std::move(launch)});
}

Ticket record_in_turn(cudaStream_t stream, const std::function<void()>& record) {
    if (!must_wait(stream)) {
        record();
        return nullptr;
    }
    const auto work = [record](cudaStream_t) {
        record();
        return cudaSuccess;
    };
    return add({.stream = stream, .work = work}).done;
}

void follow(cudaStream_t stream, const Ticket& ticket) {
    if (ticket && !*ticket) add({.stream = stream, .awaited = ticket});
}

// A launch may poll more places than those it read last, so from time to time it polls again.
void let_go_on() {
    if (!anything_under_way) return;
    constexpr unsigned seldom = 1024;
    static unsigned looks = 0;
    while (all_go_on(++looks % seldom == 0)) {
    }
}

void finish(cudaStream_t stream) {
    finish_while([&] { return anything_under_way && is_behind(stream, queue().items.end()); });
}

void finish(const Ticket& ticket) {
    finish_while([&] { return anything_under_way && ticket && !*ticket; });
}

void finish_all() {
    finish_while([] { return anything_under_way; });
}

void forget_all() {
    Queue& now = queue();
    now.forgotten = now.going_on;
    if (now.going_on) return;
    for (Item& item : now.items) {
        if (item.launch && item.launch->is_suspended()) item.launch->give_up(false);
        *item.done = true;
    }
    now.items.clear();
    now.place = now.items.end();
    note_changes();
}

}  // namespace cusim::api
