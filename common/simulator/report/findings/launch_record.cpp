#include "simulator/report/findings/launch_record.hpp"

namespace cusim::report {

namespace {

Costs sum(const std::vector<AccessRecord>& accesses, MemorySpace space, Operation operation) {
    Costs result;
    for (const AccessRecord& access : accesses)
        if (access.space == space && access.operation == operation) result += access.costs;
    return result;
}

}  // namespace

const char* name(Operation operation) {
    constexpr const char* names[] = {"load", "store", "red", "atom"};
    return names[static_cast<int>(operation)];
}

const char* name(MemorySpace space) {
    constexpr const char* names[] = {"global", "shared", "texture", "constant"};
    return names[static_cast<int>(space)];
}

Costs& Costs::operator+=(const Costs& other) {
    requests += other.requests;
    sectors += other.sectors;
    active_lanes += other.active_lanes;
    bytes += other.bytes;
    wavefronts += other.wavefronts;
    bank_conflicts += other.bank_conflicts;
    addresses += other.addresses;
    return *this;
}

void LaunchRecord::count(std::vector<AccessRecord> counted, UniqueCounts unique) {
    using enum Operation;
    accesses = std::move(counted);
    for (const Operation operation : {load, store, red, atom}) {
        const bool atomic = operation == red || operation == atom;
        const std::string prefix = (atomic ? "" : "global_") + std::string{report::name(operation)};
        const Costs global = sum(accesses, MemorySpace::global, operation);
        counters[prefix + "_requests"] = global.requests;
        counters[prefix + "_sectors"] = global.sectors;
        counters["bytes"] += global.bytes;
        counters["atomic_operations"] += atomic ? global.active_lanes : 0;
    }
    for (const Operation operation : {load, store}) {
        const std::string prefix = std::string{"shared_"} + report::name(operation);
        const Costs shared = sum(accesses, MemorySpace::shared, operation);
        counters[prefix + "_wavefronts"] = shared.wavefronts;
        counters[prefix + "_bank_conflicts"] = shared.bank_conflicts;
    }
    const Costs texture = sum(accesses, MemorySpace::texture, load);
    counters["texture_requests"] = texture.requests;
    counters["texture_sectors"] = texture.sectors;
    const Costs constant = sum(accesses, MemorySpace::constant, load);
    counters["constant_requests"] = constant.requests;
    counters["constant_addresses"] = constant.addresses;
    counters["unique_sectors"] = unique.all;
    counters["atomic_unique_sectors"] = unique.by_atomics;
}

}  // namespace cusim::report
