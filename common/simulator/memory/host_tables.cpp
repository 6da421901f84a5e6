#include "simulator/memory/host_tables.hpp"

#include <link.h>

#include <algorithm>
#include <cstring>
#include <vector>

// The tables of the classes that describe types: the first word of each description.
extern "C" {
extern const char _ZTVN10__cxxabiv117__class_type_infoE[];
extern const char _ZTVN10__cxxabiv120__si_class_type_infoE[];
extern const char _ZTVN10__cxxabiv121__vmi_class_type_infoE[];
}

namespace cusim::memory {
namespace {

constexpr std::size_t word = sizeof(Address), most_tables = 1024, distance = 64, longest = 4 * KiB;

// Nothing is stored here. Its end is long enough for each function of the last table.
char stand_ins[most_tables * distance + longest];

std::vector<Address>& tables() {
    static auto& known = *new std::vector<Address>;
    return known;
}

Address first_stand_in() {
    return reinterpret_cast<Address>(stand_ins);
}

// Where the program's own tables may lie: its parts that are in memory.
const std::vector<Region>& parts_of_program() {
    static const auto& parts = *[] {
        auto* const found = new std::vector<Region>;
        dl_iterate_phdr(
            [](dl_phdr_info* object, std::size_t, void* data) {
                for (int i = 0; i < object->dlpi_phnum; ++i) {
                    const ElfW(Phdr)& part = object->dlpi_phdr[i];
                    if (part.p_type == PT_LOAD)
                        static_cast<std::vector<Region>*>(data)->push_back(
                            {object->dlpi_addr + part.p_vaddr, part.p_memsz});
                }
                return 1;  // the program is the first object
            },
            found);
        return found;
    }();
    return parts;
}

bool is_in_program(Address a) {
    return a % word == 0 && program.contains(a) && a >= word &&
           std::ranges::any_of(parts_of_program(), [a](const Region& part) {
               return part.contains(a - word) && part.contains(a + word - 1);
           });
}

Address value_at(Address a) {
    Address value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(a), sizeof value);
    return value;
}

// The word before a table's functions points to the description of its class.
bool is_table(Address a) {
    if (!is_in_program(a)) return false;
    const Address type = value_at(a - word);
    if (!is_in_program(type)) return false;
    const Address kind = value_at(type);
    const auto is = [kind](const char* table) {
        return kind == reinterpret_cast<Address>(table + 2 * word);
    };
    return is(_ZTVN10__cxxabiv117__class_type_infoE) ||
           is(_ZTVN10__cxxabiv120__si_class_type_infoE) ||
           is(_ZTVN10__cxxabiv121__vmi_class_type_infoE);
}

// Consecutive numbers, one of which happens to be the address of a table, have a neighbour that is
// the address of something else in the program.
bool may_be_a_number(const Address* words, std::size_t at, std::size_t count) {
    const auto is_other = [&](std::size_t i) {
        return is_in_program(words[i] & ~(word - 1)) && !is_table(words[i]);
    };
    return (at > 0 && is_other(at - 1)) || (at + 1 < count && is_other(at + 1));
}

Address stand_in_of(Address table) {
    const auto found = std::ranges::find(tables(), table);
    if (found == tables().end() && tables().size() == most_tables) return table;
    const auto number = static_cast<std::size_t>(found - tables().begin());
    if (found == tables().end()) tables().push_back(table);
    return first_stand_in() + number * distance;
}

template <class Change>
void for_words(void* to, std::size_t size, Change change) {
    const auto begin = reinterpret_cast<Address>(to), first = (begin + word - 1) & ~(word - 1);
    if (first + word > begin + size) return;
    const std::size_t count = (begin + size - first) / word;
    auto* const words = reinterpret_cast<Address*>(first);
    for (std::size_t i = 0; i < count; ++i)
        if (program.contains(words[i])) change(words, i, count);
}

}  // namespace

void point_to_host_tables(void* to, std::size_t size) {
    for_words(to, size, [](Address* words, std::size_t i, std::size_t count) {
        if (is_table(words[i]) && !may_be_a_number(words, i, count))
            words[i] = stand_in_of(words[i]);
    });
}

void point_to_own_tables(void* to, std::size_t size) {
    for_words(to, size, [](Address* words, std::size_t i, std::size_t) {
        const Address offset = words[i] - first_stand_in();
        if (offset % distance == 0 && offset / distance < tables().size())
            words[i] = tables()[offset / distance];
    });
}

bool is_host_table(Address a) {
    return a - first_stand_in() < sizeof stand_ins;
}

}  // namespace cusim::memory
