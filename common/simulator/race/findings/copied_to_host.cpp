#include "simulator/race/findings/copied_to_host.hpp"

#include <memory>
#include <utility>

#include "simulator/race/findings/garbage.hpp"
#include "simulator/race/findings/initialisation.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

namespace {

using memory::Address;

// A program that copies large buffers back and forth to measure the speed pays for no more.
constexpr std::size_t most_of_a_copy = std::size_t{1} << 14;

// The elements' size: that of the array's first store by a kernel, or else of a word.
std::size_t element_size(const trace::MemoryObject& object) {
    const std::size_t size = size_of_last_write(reinterpret_cast<const void*>(object.base));
    return size > 4 ? size : 4;
}

std::shared_ptr<report::Finding> finding_of(const trace::MemoryObject& object, Address word,
                                            const void* pc) {
    const std::size_t size = element_size(object);
    report::Finding finding{.kind = report::FindingKind::uninitialized_read,
                            .variant = report::Variant::copied_to_host};
    finding.other = report::Party{.site = {.pc = pc}, .host = true, .op = report::Op::copy};
    describe(finding, object, {.address = word - (word - object.base) % size, .size = size});
    if (finding.variable.empty() && object.latest_argument)
        finding.variable = object.latest_argument;
    return std::make_shared<report::Finding>(std::move(finding));
}

}  // namespace

void note_copy_to_host(Address to, Address from, std::size_t size, const void* pc) {
    if (!memory::device_heap.contains(from) || memory::device_heap.contains(to)) return;
    const trace::MemoryObject* const object = trace::memory_objects().find(from);
    if (!object || object->freed || to % 4 != from % 4) return;
    std::shared_ptr<report::Finding> copied;
    std::size_t words = 0;
    for_empty_words(*object, from, size, [&](Address word) {
        if (garbage_copies().origin({word, 4})) return true;  // a kernel's, which moves() follows
        if (!copied) copied = finding_of(*object, word, pc);
        garbage_copies().comes_to_host(word - from + to, {word, 4}, copied);
        return ++words < most_of_a_copy;
    });
}

}  // namespace cusim::race
