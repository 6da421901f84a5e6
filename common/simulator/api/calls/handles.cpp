#include "simulator/api/calls/handles.hpp"

#include <map>
#include <set>
#include <utility>

namespace cusim::api {

namespace {

struct Made {
    HandleKind kind;
    const void* pc;
    std::uint64_t made_in, used_in;  // numbers of calls
};

std::uint64_t current_call = 0;

std::map<Handle, Made>& live() {
    static auto& handles = *new std::map<Handle, Made>;  // outlives static destructors
    return handles;
}

}  // namespace

void handle_made(Handle handle, HandleKind kind, const void* pc) {
    live()[handle] = {kind, pc, current_call, current_call};
}

void handle_used(Handle handle) {
    if (const auto found = live().find(handle); found != live().end())
        found->second.used_in = current_call;
}

void handle_ended(Handle handle) {
    live().erase(handle);
}

// Functions that share a line, as the constructor of a class is one, each may keep one of their
// own, and what is kept for several sizes grows with them.
void end_call_of_handles(const std::function<void(HandleKind, const void* pc)>& tell) {
    constexpr std::size_t few = 4;
    static auto& told = *new std::set<const void*>;
    std::map<const void*, std::set<std::uint64_t>> forgotten;  // by line: in which calls
    for (const auto& [handle, made] : live())
        if (made.used_in == made.made_in) forgotten[made.pc].insert(made.made_in);
    for (const auto& [handle, made] : live()) {
        const auto& calls = forgotten[made.pc];
        if (made.made_in == current_call && calls.contains(current_call) && calls.size() > few &&
            told.insert(made.pc).second)
            tell(made.kind, made.pc);
    }
    ++current_call;
}

}  // namespace cusim::api
