// Called by -fsanitize=float-cast-overflow and -fsanitize=shift-exponent: for conversions and
// shifts whose result the language leaves open. Where a device gives another number than this
// processor, a warning says so. With which of the two the program goes on, simcc has decided
// (machine/device_results.hpp).
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "simulator/hooks/sanitizer_records.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/recorder.hpp"

namespace {

using namespace cusim;

using hooks::SourceLocation;
using hooks::TypeDescriptor;

struct FloatCast {
    SourceLocation where;
    const TypeDescriptor *from, *to;
};

struct Shift {
    SourceLocation where;
    const TypeDescriptor *value, *count;
};

void tell_once(const SourceLocation& where, report::Variant variant, std::string cause,
               const void* pc) {
    static auto& told = *new std::set<std::pair<const char*, std::uint64_t>>;
    const bool is_ours = report::is_of_library({.file = {}, .path = where.file});
    if (is_ours || !told.emplace(where.file, std::uint64_t{where.line} << 32 | where.column).second)
        return;
    report::Finding finding{.kind = report::FindingKind::crash,
                            .severity = report::Severity::warning};
    finding.self = race::running_party(race::Point::of(*race::running_thread), {});
    finding.self.op = report::Op::none;
    finding.self.site = {.pc = pc, .file = where.file, .line = static_cast<int>(where.line)};
    finding.cause = std::move(cause);
    finding.variant = variant;
    report::emit(std::move(finding));
}

double number_of(std::uintptr_t handle, const TypeDescriptor& type) {
    if (type.width() == 32) {
        const auto bits = static_cast<std::uint32_t>(handle);
        float number;
        std::memcpy(&number, &bits, sizeof number);
        return number;
    }
    double number;
    std::memcpy(&number, &handle, sizeof number);
    return number;
}

template <class Integer>
Integer nearest(double whole) {
    using Limits = std::numeric_limits<Integer>;
    if (whole < static_cast<double>(Limits::min())) return Limits::min();
    return whole >= std::ldexp(1.0, Limits::digits) ? Limits::max() : static_cast<Integer>(whole);
}

// PTX's cvt: the nearest number of the type, or of 32 bits where the type has fewer. A NaN becomes
// 0 where both types have 32 bits at most, and else the number with the highest bit set.
std::uint64_t on_device(double x, const TypeDescriptor& from, const TypeDescriptor& to) {
    const bool wide = to.width() == 64;
    if (std::isnan(x)) {
        const bool zero = !wide && from.width() == 32;
        return zero ? 0 : std::uint64_t{1} << (wide ? 63 : 31);
    }
    const double whole = std::trunc(x);
    if (to.is_signed())
        return static_cast<std::uint64_t>(wide ? nearest<std::int64_t>(whole)
                                               : nearest<std::int32_t>(whole));
    return wide ? nearest<std::uint64_t>(whole) : nearest<std::uint32_t>(whole);
}

// What cvttsd2si gives in a register of 32 or 64 bits. For an unsigned number of 64 bits, compilers
// convert the larger half apart.
std::uint64_t in_register(double x, unsigned width) {
    const bool fits = std::fabs(std::trunc(x)) < std::ldexp(1.0, static_cast<int>(width) - 1);
    return fits ? static_cast<std::uint64_t>(static_cast<std::int64_t>(x))
                : std::uint64_t{1} << (width - 1);
}

std::uint64_t on_this_processor(double x, const TypeDescriptor& to) {
    constexpr std::uint64_t half = std::uint64_t{1} << 63;
    if (to.width() < 64) return in_register(x, to.is_signed() || to.width() < 32 ? 32 : 64);
    if (to.is_signed() || !(x >= std::ldexp(1.0, 63))) return in_register(x, 64);
    return in_register(x - std::ldexp(1.0, 63), 64) ^ half;
}

// Compilers write 'int'.
std::string without_quotes(std::string name) {
    std::erase(name, '\'');
    return name;
}

std::string in_digits(std::uint64_t bits, const TypeDescriptor& type) {
    const unsigned unused = 64 - type.width();
    return type.is_signed() ? std::to_string(static_cast<std::int64_t>(bits << unused) >> unused)
                            : std::to_string(bits << unused >> unused);
}

// Whose result the program goes on with.
enum class Result : std::uint8_t { of_device, of_processor };

// Returns what the program goes on with.
std::uint64_t pass_conversion(const FloatCast& data, std::uintptr_t value, Result result,
                              const void* pc) {
    const TypeDescriptor &from = *data.from, &to = *data.to;
    const bool is_known = from.width() == 32 || from.width() == 64;
    if (!is_known || to.width() > 64) return 0;
    const double x = number_of(value, from);
    const bool is_devices = race::running_thread && result == Result::of_device;
    const std::uint64_t on_device_x = on_device(x, from, to), here_x = on_this_processor(x, to);
    const std::string there = in_digits(on_device_x, to), here = in_digits(here_x, to);
    if (race::running_thread && here != there)
        tell_once(data.where, report::Variant::wide_conversion,
                  fmt::format("it converts {:g} to {}, whose numbers do not reach there: a device "
                              "gives {}, and {}",
                              x, without_quotes(to.name), there,
                              is_devices ? "a processor " + here
                                         : "the program goes on with " + here + " here"),
                  pc);
    return is_devices ? on_device_x : here_x;
}

void pass_shift(const Shift& data, std::uintptr_t count, Result result, const void* pc) {
    const unsigned width = data.value->width();
    if (!race::running_thread || width > 64) return;
    const std::int64_t by = hooks::integer_of(count, *data.count);
    const char* const other =
        result == Result::of_device ? "a processor shifts them by" : "here they are shifted by";
    tell_once(data.where, report::Variant::wide_shift,
              fmt::format("it shifts {} bits by {}: a device shifts all of them out, and {} {}",
                          width, by, other, by & (width - 1)),
              pc);
}

}  // namespace

extern "C" {

void __ubsan_handle_float_cast_overflow(FloatCast* data, std::uintptr_t value) {
    pass_conversion(*data, value, Result::of_processor, __builtin_return_address(0));
}

void __ubsan_handle_shift_out_of_bounds(Shift* data, std::uintptr_t, std::uintptr_t count) {
    pass_shift(*data, count, Result::of_processor, __builtin_return_address(0));
}

// Where simcc has put the device's result in place of the processor's (machine/device_results.hpp).
constinit std::uint64_t __cusim_converted = 0;

void __cusim_convert_out_of_range(FloatCast* data, std::uintptr_t value) {
    __cusim_converted =
        pass_conversion(*data, value, Result::of_device, __builtin_return_address(0));
}

void __cusim_shift_out_of_bounds(Shift* data, std::uintptr_t, std::uintptr_t count) {
    pass_shift(*data, count, Result::of_device, __builtin_return_address(0));
    __cusim_converted = race::running_thread != nullptr;
}
}
