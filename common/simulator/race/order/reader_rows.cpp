#include "simulator/race/order/reader_rows.hpp"

#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/streams.hpp"
#include "simulator/race/shadow/byte_cells.hpp"
#include "simulator/race/shadow/shadow.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

using memory::Address;

namespace {

// The cell may hold a newer reader, from a launch that stored readers by word.
void put(OtherAccess& reader, OtherAccess row, unsigned element) {
    if (reader.epoch() >= row.epoch()) return;
    reader.bits = PastAccess::of(row.epoch(), row.thread() + element, row.site()).bits;
}

}  // namespace

void spread_row(Address sector, Epoch birth) {
    const OtherAccess row = row_at(sector);
    if (row.bits == 0 || row.split() || row.epoch() < birth) return;
    const unsigned size = trace::site_info(row.site()).size;
    for (Address word = sector; word < sector + memory::sector_size; word += 4) {
        const Cell cell = cell_at(word);
        const bool is_split = cell.other.split() && cell.other.epoch() >= birth;
        const unsigned offset = word - sector;
        if (size >= 4 && !is_split) {
            put(cell.other, row, offset / size);
            continue;
        }
        if (!is_split) split(cell, word, row.epoch());
        for (unsigned i = 0; i < 4; ++i)
            put(byte_cells(word).cells[i].other, row, (offset + i) / size);
    }
}

void spread_rows(trace::MemoryObject& object) {
    const Epoch unwaited = streams().unwaited(epochs().next());
    for (Address sector = object.rows_begin; sector < object.rows_end;
         sector += memory::sector_size) {
        OtherAccess& row = row_at(sector);
        if (row.bits == 0) continue;
        if (row.epoch() >= unwaited) spread_row(sector, object.birth);
        row = {};
    }
    object.rows_begin = object.rows_end = 0;
}

}  // namespace cusim::race
