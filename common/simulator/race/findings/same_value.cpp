#include "simulator/race/findings/same_value.hpp"

#include <array>
#include <cstring>

#include "simulator/race/shadow/site_cache.hpp"
namespace cusim::race {

namespace {

constexpr std::size_t most_bytes = 16;

struct Unsettled {
    const void* address = nullptr;
    std::size_t size = 0;
    std::array<std::byte, most_bytes> before;
    FindingKey key;
    report::Finding finding;
    Apart apart;
};

Unsettled& unsettled() {
    static Unsettled instance;
    return instance;
}

void deliver(FindingKey key, report::Finding finding, Apart apart, bool same) {
    if (same) {
        key.severity = finding.severity = report::Severity::warning;
        finding.variant = report::Variant::same_value;
    }
    if (!counted(key, apart)) put(key, std::move(finding), apart);
}

}  // namespace

void await_value(const Access& access, const FindingKey& key, report::Finding finding,
                 Apart apart) {
    settle_same_value();
    if (access.size > most_bytes) return deliver(key, std::move(finding), apart, false);
    Unsettled& w = unsettled();
    w.address = access.data ? access.data : reinterpret_cast<const void*>(access.address);
    w.size = access.size;
    std::memcpy(w.before.data(), w.address, w.size);
    w.key = key;
    w.finding = std::move(finding);
    w.apart = apart;
    // Makes the next access, by any thread, take the slow path, which calls settle_same_value().
    site_cache.forget();
}

void settle_same_value() {
    Unsettled& w = unsettled();
    if (!w.address) return;
    const bool same = std::memcmp(w.address, w.before.data(), w.size) == 0;
    w.address = nullptr;
    deliver(w.key, std::move(w.finding), w.apart, same);
}

}  // namespace cusim::race
