#include "python/device/handlers.hpp"

#include "simulator/simulator.hpp"

namespace python {

namespace {

std::string objection(const Handler& handler) {
    const bool stores = cusim::touched_by_kernel(handler.memory, handler.bytes);
    if (handler.kind == "In" && stores)
        return "parameter " + handler.parameter +
               " was given as In, and the kernel stores to it: that is not copied back, as Out or "
               "InOut would do";
    const bool ended = !cusim::is_device_lost();
    if (handler.kind == "Out" && !stores && ended)
        return "parameter " + handler.parameter +
               " was given as Out, and the kernel stores nothing to it";
    return {};
}

}  // namespace

std::vector<Handler> handlers_in(const Message& request, const void* kernel,
                                 const std::vector<void*>& arguments) {
    const auto parameters = cusim::api::parameters_of(kernel);
    std::vector<Handler> handlers;
    for (const Head& given : request.head.at("handlers")) {
        const auto position = given.at(0).get<std::size_t>();
        if (position >= arguments.size() || parameters[position].size != sizeof(void*)) continue;
        const auto* const memory = *static_cast<const std::byte* const*>(arguments[position]);
        const auto bytes = given.at(2).get<std::size_t>();
        if (bytes == 0 || !cusim::device_may_use(memory) ||
            !cusim::device_may_use(memory + bytes - 1))
            continue;
        const std::string& name = parameters[position].name;
        handlers.push_back({name.empty() ? "argument " + std::to_string(position + 1) : name,
                            given.at(1).get<std::string>(), memory, bytes});
    }
    return handlers;
}

void tell_of_handlers(const std::string& kernel, const std::vector<Handler>& handlers,
                      const std::string& mistyped, Provenance& provenance) {
    std::string all = mistyped;
    for (const Handler& handler : handlers)
        if (const std::string words = objection(handler); !words.empty())
            all += (all.empty() ? "" : "; ") + words;
    if (all.empty()) return;
    all = "in the launch of " + kernel + ", " + all;
    provenance.hint(all);
    cusim::note_handlers(all);
}

}  // namespace python
