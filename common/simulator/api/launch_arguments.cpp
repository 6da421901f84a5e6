#include "simulator/api/launch_arguments.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <string>

#include "simulator/api/calls/location.hpp"
#include "simulator/memory/host_tables.hpp"
#include "simulator/memory/runtime_heap.hpp"
#include "simulator/race/events.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::api {

namespace {

std::optional<long> number(detail::ParameterKind kind, const void* argument) {
    switch (kind) {
        case detail::ParameterKind::int32:
            return *static_cast<const int*>(argument);
        case detail::ParameterKind::uint32:
            return *static_cast<const unsigned*>(argument);
        case detail::ParameterKind::int64:
            return *static_cast<const long*>(argument);
        case detail::ParameterKind::pointer:
        case detail::ParameterKind::pointer_to_whole:
        case detail::ParameterKind::pointer_to_real:
        case detail::ParameterKind::other:
            break;
    }
    return std::nullopt;
}

// Returns nullopt if the parameter is no pointer.
std::optional<detail::ElementKind> pointed_to(detail::ParameterKind kind) {
    switch (kind) {
        case detail::ParameterKind::pointer:
            return detail::ElementKind::other;
        case detail::ParameterKind::pointer_to_whole:
            return detail::ElementKind::whole;
        case detail::ParameterKind::pointer_to_real:
            return detail::ElementKind::real;
        default:
            return std::nullopt;
    }
}

// Records each pointer-sized word of a struct that is a pointer, or an address of the device.
void note_members(const std::string& parameter, const void* argument, std::size_t size,
                  report::LaunchRecord& record) {
    for (std::size_t at = 0; at + sizeof(void*) <= size; at += sizeof(void*)) {
        const void* value = nullptr;
        std::memcpy(&value, static_cast<const char*>(argument) + at, sizeof value);
        const Location there = locate(value);
        const auto address = reinterpret_cast<std::uintptr_t>(value);
        if (there.device_may_use())
            (there.object ? record.members : record.astray_members)
                .push_back({parameter, at, address});
        else if (there.host_may_use())
            record.to_host.push_back({parameter, address, true});
    }
}

// Whether there is memory at the first and the last byte. If the array has too few addresses, what
// lies behind it is taken for one.
bool is_mapped(const void* pointer, std::size_t size) {
    constexpr std::uintptr_t page = 4096;
    const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
    for (const std::uintptr_t byte : {begin, begin + size - 1}) {
        unsigned char resident;
        if (mincore(reinterpret_cast<void*>(byte & ~(page - 1)), 1, &resident) != 0) return false;
    }
    return true;
}

}  // namespace

void name_arguments(const Kernel& kernel, const detail::KernelCall& call,
                    report::LaunchRecord& record) {
    for (int i = 0; i < call.parameters && i < int(kernel.parameter_names.size()); ++i) {
        const std::string& name = kernel.parameter_names[i];
        if (name.empty()) continue;
        if (const auto elements = pointed_to(call.kinds[i])) {
            const void* const to = *static_cast<const void* const*>(call.arguments[i]);
            const auto* const shape = call.shapes ? call.shapes[i].pointee : nullptr;
            if (const std::size_t bytes = race::kernel_argument(name.c_str(), to, *elements, shape))
                record.pointers.push_back({name, reinterpret_cast<std::uintptr_t>(to),
                                           static_cast<long>(bytes), race::is_copied_by_host(to)});
            else if (!to)
                record.nulls.push_back(name);
            else if (!locate(to).host_may_use())
                record.astray.push_back(name);
            else
                record.to_host.push_back({name, reinterpret_cast<std::uintptr_t>(to)});
        } else if (const auto value = number(call.kinds[i], call.arguments[i]))
            record.numbers.push_back({name, *value});
        else if (call.kinds[i] == detail::ParameterKind::other && call.shapes)
            note_members(name, call.arguments[i], call.shapes[i].size, record);
    }
}

bool are_readable(const Kernel& kernel, void* const* arguments, const report::Site& site) {
    for (std::size_t i = 0; arguments && i < kernel.parameters.size(); ++i) {
        const bool is_host = locate(arguments[i]).host_may_use();
        if (is_host && is_mapped(arguments[i], kernel.parameters[i].size)) continue;
        const bool named = i < kernel.parameter_names.size();
        const std::string of = named ? " for parameter " + kernel.parameter_names[i] + ',' : "";
        const std::string which = "arguments[" + std::to_string(i) + ']' + (named ? "," : "") + of;
        report::Finding finding{.kind = report::FindingKind::device_pointer};
        if (is_host) {
            finding.kind = report::FindingKind::launch_error;
            finding.variant = report::Variant::refused_call;
        }
        finding.self = {
            .site = site, .host = true, .op = is_host ? report::Op::none : report::Op::launch};
        finding.variable = kernel.site->name;
        finding.cause =
            is_host ? which + " is no address of memory: " + kernel.site->name + " has " +
                          std::to_string(kernel.parameters.size()) +
                          " parameters, and the array must hold the address of an argument for "
                          "each of them, in their order"
                    : which +
                          " is device memory: the array holds the address of each argument, as "
                          "in `&d_y`, not `d_y`";
        report::emit(std::move(finding));
        return false;
    }
    return true;
}

bool have_function_tables(const detail::KernelCall& call) {
    for (int i = 0; call.shapes && i < call.parameters; ++i)
        if (call.kinds[i] == detail::ParameterKind::other &&
            memory::has_tables(call.arguments[i], call.shapes[i].size))
            return true;
    return false;
}

KeptArguments::KeptArguments(const detail::KernelCall& call)
    : shapes_(call.shapes, call.shapes + call.parameters) {
    for (int i = 0; i < call.parameters; ++i) {
        const auto [size, alignment, pointee] = shapes_[i];
        addresses_.push_back(::operator new (size, std::align_val_t{alignment}));
        std::memcpy(addresses_[i], call.arguments[i], size);
    }
}

void KeptArguments::point_to_host_tables() {
    for (std::size_t i = 0; i < shapes_.size(); ++i)
        memory::moved_to_device(addresses_[i], shapes_[i].size, addresses_[i],
                                [](const void*) { return true; });
}

KeptArguments::~KeptArguments() {
    for (std::size_t i = 0; i < shapes_.size(); ++i)
        ::operator delete (addresses_[i], std::align_val_t{shapes_[i].alignment});
}

namespace {

std::size_t rounded_up(std::size_t size, std::size_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

}  // namespace

ShownArguments::ShownArguments(const detail::KernelCall& call) {
    const std::size_t array = call.parameters * sizeof(void*);
    std::size_t room = array;
    for (int i = 0; i < call.parameters; ++i)
        room += call.shapes[i].size + call.shapes[i].alignment;
    addresses_ = static_cast<void**>(memory::program_malloc(room));
    std::size_t end = reinterpret_cast<std::uintptr_t>(addresses_) + array;
    for (int i = 0; i < call.parameters; ++i) {
        end = rounded_up(end, call.shapes[i].alignment);
        addresses_[i] = reinterpret_cast<void*>(end);
        std::memcpy(addresses_[i], call.arguments[i], call.shapes[i].size);
        end += call.shapes[i].size;
    }
}

ShownArguments::~ShownArguments() {
    memory::program_free(addresses_);
}

}  // namespace cusim::api
