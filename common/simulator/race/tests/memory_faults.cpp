// Bounds, lifetimes, values and alignment.
#include <doctest/doctest.h>

#include <array>

#include "scene.hpp"
#include "simulator/race/findings/initialisation.hpp"

using namespace cusim;
using namespace cusim::race;
namespace report = cusim::report;

namespace {

report::Finding only_finding() {
    const auto found = findings();
    REQUIRE(found.size() == 1);
    return found[0];
}

template <class Do>
report::Finding fatal(Do act) {
    {
        Launch launch{1, 32};
        CHECK_THROWS_AS(act(launch.thread(0, 0)), Aborted);
    }
    return only_finding();
}

}  // namespace

TEST_CASE("one past the end is out of bounds, and the report counts the bytes") {
    int* a = allocate(6, memory::MemoryKind::device, "a");
    const auto finding = fatal([&](Thread& t) { t.write(a + 7, 1); });
    CHECK(finding.kind == report::FindingKind::out_of_bounds);
    CHECK(finding.variable == "a");
    CHECK(finding.index == 7);
    CHECK(finding.cause == "it is 4 bytes past the end of the 24 bytes of a");
}

TEST_CASE("a read beside an array is reported, and its consequences are not") {
    int* a = filled(6);
    int* b = filled(6);
    {
        Launch launch{1, 32};
        launch.thread(0, 0).read(a + 7);
        CHECK(a[7] == -16843010);
        launch.thread(0, 0).read(b - 1, 2);
        CHECK_THROWS_AS(launch.thread(0, 0).write(b + 7, 3), Aborted);
    }
    CHECK(only_finding().index == 7);
}

TEST_CASE("a read far off ends the kernel") {
    int* a = filled(6);
    CHECK(fatal([&](Thread& t) { t.read(a + 1000000000); }).kind ==
          report::FindingKind::out_of_bounds);
}

TEST_CASE("an access before an allocation names that allocation") {
    allocate(6, memory::MemoryKind::device, "before");
    int* a = allocate(6, memory::MemoryKind::device, "a");
    const auto finding = fatal([&](Thread& t) { t.write(a - 1, 1); });
    CHECK(finding.kind == report::FindingKind::out_of_bounds);
    CHECK(finding.variable == "a");
    CHECK(finding.index == -1);
}

TEST_CASE("an index far off, on either side, is out of bounds and not the host's memory") {
    int* a = allocate(6);
    for (const long index : {-1000000000L, 1000000000L})
        CHECK(fatal([&](Thread& t) { t.write(a + index, 1); }).kind ==
              report::FindingKind::out_of_bounds);
}

TEST_CASE("a negative index converted to unsigned is traced to its allocation") {
    int* a = filled(100);
    filled(100);
    {
        Launch launch{1, 32};
        CHECK_THROWS_AS(launch.thread(0, 0).write(a + 4294967294, 1), Aborted);
    }
    const report::Finding finding = only_finding();
    CHECK(finding.index == 4294967294);
    CHECK(finding.elements == 100);
}

TEST_CASE("an access that was in bounds for its site stays checked when the memory is freed") {
    int* a = filled(64);
    const auto finding = fatal([&](Thread& t) {
        t.read(a, 9);
        freed(a, nullptr);
        t.read(a + 1, 9);
    });
    CHECK(finding.kind == report::FindingKind::use_after_free);
}

TEST_CASE("memory holds no value until one is stored") {
    int* a = allocate(8);
    {
        Launch launch{1, 32};
        launch.thread(0, 0).read(a + 2);
    }
    CHECK(only_finding().kind == report::FindingKind::uninitialized_read);
    give_values(a, 8);
    {
        Launch launch{1, 32};
        launch.thread(0, 0).read(a + 3);
    }
    CHECK(reported() == "");
    forget_contents(a, 8 * sizeof(int));
    {
        Launch launch{1, 32};
        launch.thread(0, 0).read(a + 3);
    }
    CHECK(reported() == "uninitialized_read error");
}

TEST_CASE("a half-written pair is reported as such, a struct with a gap is not") {
    int* a = allocate(8);
    const auto read = [&](std::size_t size, unsigned alignment) {
        static const char object = 0;
        Launch launch{1, 32};
        launch.thread(0, 0).write(a, 1);
        check_thread_access({.address = reinterpret_cast<std::uintptr_t>(a),
                             .size = size,
                             .alignment = alignment,
                             .pc = &object});
    };
    read(16, 8);
    read(8, 4);
    CHECK(reported() == "");
    read(8, 8);
    CHECK(only_finding().variant == report::Variant::half_written);
}

TEST_CASE("values that a refused copy should have written are not reported as missing") {
    int* a = allocate(8);
    assume_contents(a, 8 * sizeof(int));
    {
        Launch launch{1, 32};
        launch.thread(0, 0).read(a + 2);
    }
    CHECK(reported() == "");
}

TEST_CASE("memory allocated again at an old address holds no value") {
    int* a = filled(8);
    {
        Launch launch{1, 32};
        launch.thread(0, 0).write(a, 1);
    }
    freed(a, nullptr);
    allocated(a, 8 * sizeof(int), memory::MemoryKind::device, "b");
    {
        Launch launch{1, 32};
        launch.thread(0, 0).read(a);
    }
    const auto finding = only_finding();
    CHECK(finding.kind == report::FindingKind::uninitialized_read);
    CHECK(finding.variable == "b");
}

TEST_CASE("a large new allocation holds no value at its ends or in its middle") {
    constexpr std::size_t count = 1 << 20;
    const auto at = reinterpret_cast<std::uintptr_t>(allocate(8)) + 4096;
    int* a = reinterpret_cast<int*>(at);
    allocated(a, count * sizeof(int), memory::MemoryKind::device, "a");
    give_values(a, count);
    CHECK(all_have_values(cusim::memory::Address(a), count * sizeof(int)));
    freed(a, nullptr);
    allocated(a, count * sizeof(int), memory::MemoryKind::device, "b");
    for (const std::size_t i : {std::size_t{0}, count / 2, count - 1})
        CHECK_FALSE(all_have_values(cusim::memory::Address(a + i), sizeof(int)));
}

TEST_CASE("a copy within the device carries missing values along") {
    int* from = allocate(8);
    int* to = filled(8);
    {
        Launch launch{1, 32};
        for (unsigned i = 0; i < 4; ++i) launch.thread(0, 0).write(from + i, 1);
    }
    copies(to, from, 8 * sizeof(int), 0, Wait::yes);
    {
        Launch launch{1, 32};
        launch.thread(0, 0).read(to + 3);
        CHECK(reported() == "");
        launch.thread(0, 0).read(to + 4);
    }
    CHECK(only_finding().index == 4);
}

TEST_CASE("the shadow knows which thread wrote an output") {
    int* a = allocate(8);
    CHECK_FALSE(written_by_kernel(a, 32));
    {
        Launch launch{1, 32};
        for (unsigned t = 0; t < 8; ++t) launch.thread(0, t).write(a + t, 1);
    }
    CHECK(written_by_kernel(a, 32));
    int* b = allocate(8);
    copies(b, a, 32, 0, Wait::yes);
    CHECK_MESSAGE(written_by_kernel(b, 32), "a copy of a kernel's work");
    fills(a, 4, 0, Wait::yes);
    CHECK_FALSE(written_by_kernel(a, 32));
    CHECK(written_by_kernel(a + 1, 28));
    forget_contents(b, 32);
    CHECK_FALSE(written_by_kernel(b, 32));
}

TEST_CASE("a copy to the host leaves what unwritten memory was filled with") {
    int* a = allocate(8);
    a[0] = 7;
    give_values(a, 32);
    forget_contents(a, 32);
    std::array<int, 8> host{};
    copies(host.data(), a, 32, 0, Wait::yes);
    CHECK(a[0] == 7);
    CHECK_MESSAGE(a[1] != 0, "zeros would not be recognised on the host");
}

TEST_CASE("a pointer to the host's memory stops the kernel") {
    static int host_variable;
    int local = 0;
    const auto heap = std::make_unique<int>(3);
    for (int* p : {&host_variable, &local, heap.get()})
        CHECK(fatal([&](Thread& t) { t.write(p, 1); }).kind == report::FindingKind::host_pointer);
}

TEST_CASE("a null pointer is reported as one") {
    const auto finding = fatal([&](Thread& t) { t.read(nullptr); });
    CHECK(finding.kind == report::FindingKind::out_of_bounds);
    CHECK(finding.variant == report::Variant::null_pointer);
}

TEST_CASE("constants of the program may be read but not written") {
    static const int table[] = {1, 2, 3};
    {
        Launch launch{1, 32};
        CHECK(launch.thread(0, 0).read(table + 1) == 2);
    }
    CHECK(reported() == "");
    const auto finding = fatal([&](Thread& t) { t.write(const_cast<int*>(table), 1); });
    CHECK(finding.kind == report::FindingKind::host_pointer);
}

TEST_CASE("a wide access at a narrow address is misaligned") {
    int* a = filled(8);
    {
        Launch launch{1, 32};
        CHECK_THROWS_AS(
            launch.thread(0, 0).read(reinterpret_cast<int*>(reinterpret_cast<char*>(a) + 2)),
            Aborted);
    }
    CHECK(only_finding().kind == report::FindingKind::misaligned);
}

TEST_CASE("neighbouring bytes of a word belong to whoever writes them") {
    auto* bytes = reinterpret_cast<unsigned char*>(allocate(4));
    {
        Launch launch{1, 32};
        for (unsigned t = 0; t < 16; ++t) launch.thread(0, t).write_byte(bytes + t);
        for (unsigned t = 0; t < 16; ++t) launch.thread(0, t).read_byte(bytes + t);
        CHECK(reported() == "");
        launch.thread(0, 3).read_byte(bytes + 4);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("a word that was written by bytes holds a value as a whole") {
    int* a = allocate(4);
    auto* bytes = reinterpret_cast<unsigned char*>(a);
    {
        Launch launch{1, 32};
        for (unsigned t = 0; t < 4; ++t) launch.thread(0, t).write_byte(bytes + t);
        launch.barrier(0);
        launch.thread(0, 9).read(a);
        launch.barrier(0);
        launch.thread(0, 8).write(a, 1);
        launch.barrier(0);
        launch.thread(0, 7).read_byte(bytes + 2);
        CHECK(reported() == "");
        launch.thread(0, 8).write(a, 2);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("a byte without a value is reported although its neighbours have one") {
    auto* bytes = reinterpret_cast<unsigned char*>(allocate(4));
    {
        Launch launch{1, 32};
        launch.thread(0, 0).write_byte(bytes + 1);
        launch.thread(0, 0).read_byte(bytes + 2);
    }
    CHECK(reported() == "uninitialized_read error");
}
