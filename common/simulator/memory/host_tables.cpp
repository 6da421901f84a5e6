#include "simulator/memory/host_tables.hpp"

#include <link.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "cusim/translated.hpp"

// The tables of the classes that describe types: the first word of each description.
extern "C" {
extern const char _ZTVN10__cxxabiv117__class_type_infoE[];
extern const char _ZTVN10__cxxabiv120__si_class_type_infoE[];
extern const char _ZTVN10__cxxabiv121__vmi_class_type_infoE[];
}

namespace cusim::memory {
namespace {

bool has_virtual_functions = false;

constexpr std::size_t word = sizeof(Address), most_tables = 1024, distance = 64, longest = 4 * KiB;

// Nothing is stored here. Its end is long enough for each function of the last table.
char stand_ins[most_tables * distance + longest];
static_assert(device_tables.size >= sizeof stand_ins);

std::vector<Address>& tables() {
    static auto& known = *new std::vector<Address>;
    return known;
}

// The place for the first table of each side.
Address of_host() {
    return reinterpret_cast<Address>(stand_ins);
}
constexpr Address of_device() {
    return device_tables.base;
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

Address stand_in_of(Address table, Address side) {
    const auto found = std::ranges::find(tables(), table);
    if (found == tables().end() && tables().size() == most_tables) return table;
    const auto number = static_cast<std::size_t>(found - tables().begin());
    if (found == tables().end()) tables().push_back(table);
    return side + number * distance;
}

// The table for which the place stands; 0 if it stands for none.
Address table_of(Address place, Address side) {
    const Address offset = place - side;
    return offset % distance == 0 && offset / distance < tables().size()
               ? tables()[offset / distance]
               : 0;
}

// Calls it with each word that may be a pointer to a table: the words, its number and their count.
template <class Action>
void for_words(void* to, std::size_t size, Action action) {
    const auto begin = reinterpret_cast<Address>(to), first = (begin + word - 1) & ~(word - 1);
    if (!has_virtual_functions || first + word > begin + size) return;
    const std::size_t count = (begin + size - first) / word;
    auto* const words = reinterpret_cast<Address*>(first);
    for (std::size_t i = 0; i < count; ++i)
        if (program.contains(words[i]) || device_tables.contains(words[i])) action(words, i, count);
}

bool points_to_table(const Address* words, std::size_t i, std::size_t count) {
    return is_table(words[i]) && !may_be_a_number(words, i, count);
}

}  // namespace

bool has_tables(const void* at, std::size_t size) {
    bool has = false;
    for_words(const_cast<void*>(at), size, [&](const Address* words, std::size_t i, std::size_t n) {
        has = has || device_tables.contains(words[i]) || points_to_table(words, i, n);
    });
    return has;
}

void moved_to_device(void* to, std::size_t size, const void* from,
                     bool (*is_hosts)(const void* pointer)) {
    for_words(to, size, [&](Address* words, std::size_t i, std::size_t count) {
        if (const Address own = table_of(words[i], of_device())) {
            words[i] = own;
        } else if (points_to_table(words, i, count)) {
            const auto offset = reinterpret_cast<char*>(words + i) - static_cast<char*>(to);
            if (is_hosts(static_cast<const char*>(from) + offset))
                words[i] = stand_in_of(words[i], of_host());
        }
    });
}

void moved_to_host(void* to, std::size_t size) {
    for_words(to, size, [](Address* words, std::size_t i, std::size_t count) {
        if (const Address own = table_of(words[i], of_host()))
            words[i] = own;
        else if (points_to_table(words, i, count))
            words[i] = stand_in_of(words[i], of_device());
    });
}

void moved_to_both(void* to, std::size_t size) {
    for_words(to, size, [](Address* words, std::size_t i, std::size_t) {
        for (const Address side : {of_host(), of_device()})
            if (const Address own = table_of(words[i], side)) words[i] = own;
    });
}

bool is_function_table(Address a) {
    return is_table(a);
}

bool is_host_table(Address a) {
    return a - of_host() < sizeof stand_ins;
}

bool is_device_table(Address a) {
    return device_tables.contains(a);
}

}  // namespace cusim::memory

cusim::detail::VirtualFunctions::VirtualFunctions() {
    memory::has_virtual_functions = true;
}
