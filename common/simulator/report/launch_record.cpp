#include "simulator/report/launch_record.hpp"

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
    constexpr const char* names[] = {"global", "shared", "texture"};
    return names[static_cast<int>(space)];
}

Costs& Costs::operator+=(const Costs& other) {
    requests += other.requests;
    sectors += other.sectors;
    active_lanes += other.active_lanes;
    bytes += other.bytes;
    wavefronts += other.wavefronts;
    bank_conflicts += other.bank_conflicts;
    return *this;
}

std::map<std::string, std::uint64_t> LaunchRecord::all_counters() const {
    using enum Operation;
    auto result = counters;
    if (!accesses) return result;
    for (const Operation operation : {load, store, red, atom}) {
        const Costs global = sum(*accesses, MemorySpace::global, operation);
        const std::string prefix = (operation == load || operation == store ? "global_" : "") +
                                   std::string{report::name(operation)};
        result[prefix + "_requests"] = global.requests;
        result[prefix + "_sectors"] = global.sectors;
        result["bytes"] += global.bytes;
        if (operation == red || operation == atom)
            result["atomic_operations"] += global.active_lanes;
    }
    for (const Operation operation : {load, store}) {
        const Costs shared = sum(*accesses, MemorySpace::shared, operation);
        const std::string prefix = std::string{"shared_"} + report::name(operation);
        result[prefix + "_wavefronts"] = shared.wavefronts;
        result[prefix + "_bank_conflicts"] = shared.bank_conflicts;
    }
    const Costs texture = sum(*accesses, MemorySpace::texture, load);
    result["texture_requests"] = texture.requests;
    result["texture_sectors"] = texture.sectors;
    result["unique_sectors"] = unique_sectors;
    return result;
}

}  // namespace cusim::report
