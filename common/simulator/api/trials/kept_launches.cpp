#include "simulator/api/trials/kept_launches.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "simulator/race/order/streams.hpp"

namespace cusim::api {

namespace {

constexpr std::size_t most_launches = 16;
constexpr std::size_t most_words = std::size_t{1} << 20;

std::deque<KeptLaunch>& launches() {
    static std::deque<KeptLaunch> instance;
    return instance;
}

// A launch for which the host has waited cannot race any more, unless another host thread does not
// know that.
bool is_over(const KeptLaunch& kept) {
    return !race::streams().several_hosts() && race::streams().ordered(kept.first);
}

}  // namespace

bool keeps_launches() {
    return race::streams().several();
}

void keep(KeptLaunch launch) {
    if (!launch.launch.words_are_all) return;
    std::erase_if(launches(), is_over);
    launches().push_back(std::move(launch));
    std::size_t words = 0;
    for (const KeptLaunch& kept : launches()) words += kept.launch.words.size();
    while (launches().size() > most_launches || words > most_words) {
        words -= launches().front().launch.words.size();
        launches().pop_front();
    }
}

const SearchedLaunch* kept_to_be_moved(race::Epoch first, bool the_only_one) {
    const auto kept = std::ranges::find(launches(), first, &KeptLaunch::first);
    if (kept == launches().end()) return nullptr;
    return the_only_one || !race::streams().is_followed(first) ? &kept->launch : nullptr;
}

const SearchedLaunch* kept_launch(std::uint64_t number) {
    // Searches from the latest on, since numbers begin again with a new report.
    const auto kept =
        std::find_if(launches().rbegin(), launches().rend(),
                     [&](const KeptLaunch& one) { return one.launch.number == number; });
    return kept == launches().rend() ? nullptr : &kept->launch;
}

}  // namespace cusim::api
