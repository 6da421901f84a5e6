#include "simulator/api/trials/order_check.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

#include "simulator/api/trials/values.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/symbols.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::api {
namespace {

constexpr std::size_t word = 4;

// Far above the effect of another order of summation on a float, and far below that of a bug.
constexpr double float_tolerance = 1e-3;
// Two floats or integers, read as one double, are rarely so close by chance.
constexpr double double_tolerance = 1e-12;

template <class T>
T read(const unsigned char* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

struct Difference {
    std::size_t first = 0;
    std::uint64_t words = 0;
};

std::optional<Difference> compare(const std::vector<unsigned char>& trial,
                                  const unsigned char* now) {
    Difference difference;
    for (std::size_t i = 0; i + word <= trial.size(); i += word) {
        const unsigned char* const then = trial.data() + i;
        if (std::memcmp(then, now + i, word) == 0) continue;
        const std::size_t pair = i & ~std::size_t{7};
        const NumberKinds kinds = kinds_at(now + i);
        const bool has_pair = kinds.may_be_double && pair + 8 <= trial.size();
        if (kinds.is_float && std::isnan(read<float>(then)) && std::isnan(read<float>(now + i)))
            continue;
        if (kinds.may_be_float &&
            are_close(read<float>(then), read<float>(now + i), float_tolerance))
            continue;
        if (has_pair && are_close(read<double>(trial.data() + pair), read<double>(now + pair),
                                  double_tolerance))
            continue;
        if (difference.words++ == 0) difference.first = i;
    }
    if (difference.words == 0) return std::nullopt;
    return difference;
}

std::size_t count_allocations() {
    return memory::device().live().size() + memory::host_visible().live().size();
}

}  // namespace

OrderCheck::OrderCheck() : allocations_{count_allocations()} {
    const auto add = [&](memory::Address base, std::size_t size) {
        auto* const bytes = reinterpret_cast<unsigned char*>(base);
        pieces_.push_back({bytes, {bytes, bytes + size}, {}});
    };
    for (const memory::Heap* heap : {&memory::device(), &memory::host_visible()})
        for (const auto& [base, allocation] : heap->live()) add(base, allocation.size);
    memory::for_each_symbol([&](const memory::Variable& variable) {
        if (variable.space != Space::constant)
            add(reinterpret_cast<memory::Address>(variable.address), variable.size);
    });
}

void OrderCheck::undo() {
    for (Piece& piece : pieces_) {
        piece.trial.assign(piece.base, piece.base + piece.before.size());
        std::memcpy(piece.base, piece.before.data(), piece.before.size());
    }
}

void OrderCheck::tell_differences(bool error) const {
    // If kernels allocate memory, a different order gives different addresses.
    if (error || count_allocations() != allocations_) return;
    for (const Piece& piece : pieces_) {
        const std::optional<Difference> difference = compare(piece.trial, piece.base);
        if (!difference) continue;
        const unsigned char* const at = piece.base + difference->first;
        const auto elements = race::elements_at(at);
        report::Finding finding{.kind = report::FindingKind::order_dependence,
                                .severity = report::Severity::warning};
        finding.self = race::last_writer(at);
        race::describe_allocated(finding, at, word);
        finding.cause =
            fmt::format("that makes it {}, and with the threads in reverse order it is {}",
                        value_text(at, word, elements),
                        value_text(piece.trial.data() + difference->first, word, elements));
        finding.count = difference->words;
        report::emit(std::move(finding));
    }
}

Muted::Muted() {
    std::fflush(stdout);
    stdout_ = dup(STDOUT_FILENO);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    close(nowhere);
}

Muted::~Muted() {
    std::fflush(stdout);
    dup2(stdout_, STDOUT_FILENO);
    close(stdout_);
}

}  // namespace cusim::api
