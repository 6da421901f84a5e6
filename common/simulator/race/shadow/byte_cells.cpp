#include "simulator/race/shadow/byte_cells.hpp"

#include <memory>
#include <unordered_map>

namespace cusim::race {

namespace {

constexpr std::size_t page_size = 4096;
using Page = std::array<ByteCells, page_size / 4>;

// A cache of recently used pages, indexed by page number. Walking down a column of an image
// alternates between as many pages as the column has rows.
struct Recent {
    memory::Address number = ~memory::Address{0};
    Page* page = nullptr;
};
std::array<Recent, 4096> recently_used;

Page* find_or_make(memory::Address number) {
    static std::unordered_map<memory::Address, std::unique_ptr<Page>> pages;
    auto& slot = pages[number];
    if (!slot) slot = std::make_unique<Page>();
    return slot.get();
}

}  // namespace

ByteCells& byte_cells(memory::Address word) {
    const memory::Address number = word / page_size;
    Recent& recent = recently_used[number % recently_used.size()];
    if (recent.number != number) recent = {number, find_or_make(number)};
    return (*recent.page)[word % page_size / 4];
}

PastAccess last_write(memory::Address address) {
    const Cell cell = cell_at(address);
    return cell.other.split() ? byte_cells(address & ~memory::Address{3}).cells[address % 4].write
                              : cell.write;
}

void split(Cell cell, memory::Address word, Epoch now) {
    ByteCells& bytes = byte_cells(word);
    const unsigned have = cell.write.initialised();
    for (unsigned i = 0; i < 4; ++i) {
        bytes.cells[i] = {cell.write, cell.other};
        bytes.cells[i].write.set_initialised(have >> i & 1 ? 15 : 0);
        bytes.seconds[i] = second_reader(word);
    }
    cell.write = {};
    cell.other.bits = now;
    cell.other.set_split(true);
}

}  // namespace cusim::race
