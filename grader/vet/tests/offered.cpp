// What submissions may call follows from what the allowed headers need: offered.py has compiled all
// that these offer, and nothing of it may be refused but what is listed here, with its reason.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "lab/kit.hpp"
#include "vet/linkage.hpp"
#include "vet/symbols.hpp"

using namespace grader;

namespace {

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    REQUIRE(file.good());
    return {std::istreambuf_iterator<char>(file), {}};
}

// Threads that wait for each other: std::atomic's wait and the pools of memory_resource have them,
// which no header that is allowed gives a submission a way to.
bool waits_for_threads(std::string_view symbol) {
    return symbol.starts_with("pthread_") || symbol == "syscall" || symbol == "sched_yield";
}

// Copies of wide characters, whose accesses nobody would see.
bool handles_wide_characters(std::string_view symbol) {
    return symbol.starts_with("wmem") || symbol.starts_with("wcs") || symbol == "vswprintf";
}

// A mark must come out the same again.
bool draws_by_chance(std::string_view symbol) {
    return symbol.starts_with("_ZNSt13random_device");
}

bool is_refused_with_reason(std::string_view symbol) {
    return waits_for_threads(symbol) || handles_wide_characters(symbol) || draws_by_chance(symbol);
}

}  // namespace

TEST_CASE("nothing that the allowed headers need is refused without a reason") {
    const auto kit = lab::this_kit();
    const auto offered = vet::read_symbols(text_of(kit.build / "grader/build/simulator.symbols"));
    const std::set<std::string> simulator(offered.defined.begin(), offered.defined.end());
    std::ifstream listed(kit.build / "grader/vet/offered.symbols");
    int count = 0;
    for (std::string symbol; listed >> symbol; ++count) {
        if (is_refused_with_reason(symbol)) {
            CHECK_MESSAGE(!vet::is_allowed_symbol(symbol), symbol);
            continue;
        }
        const bool known = simulator.contains(symbol) && vet::is_simulator_interface(symbol);
        CHECK_MESSAGE((known || vet::is_allowed_symbol(vet::as_written(symbol))), symbol);
    }
    CHECK(count > 400);
}
