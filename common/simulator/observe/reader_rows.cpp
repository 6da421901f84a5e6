#include "simulator/observe/reader_rows.hpp"

#include "simulator/memory/shadow.hpp"
#include "simulator/observe/byte_cells.hpp"
#include "simulator/observe/intervals.hpp"
#include "simulator/observe/sites.hpp"
#include "simulator/observe/streams.hpp"

namespace cusim::observe {

using memory::Address;
using memory::Cell;
using memory::ReadHalf;

namespace {

// A word may have been read since, in a launch that went by words.
void put(ReadHalf& reader, ReadHalf row, unsigned element) {
    if (reader.interval() >= row.interval()) return;
    reader.bits = memory::Half::of(row.interval(), row.thread() + element, row.site()).bits;
}

}  // namespace

void spread_row(Address sector, Interval birth) {
    const ReadHalf row = memory::row(sector);
    if (row.bits == 0 || row.split() || row.interval() < birth) return;
    const unsigned size = site_info(row.site()).size;
    for (Address word = sector; word < sector + memory::sector_size; word += 4) {
        const Cell cell = memory::cell(word);
        const bool is_split = cell.read.split() && cell.read.interval() >= birth;
        const unsigned offset = word - sector;
        if (size >= 4 && !is_split) {
            put(cell.read, row, offset / size);
            continue;
        }
        if (!is_split) split(cell, word, row.interval());
        for (unsigned i = 0; i < 4; ++i)
            put(byte_cells(word).cells[i].read, row, (offset + i) / size);
    }
}

void spread_rows(Place& place) {
    const Interval unwaited = streams().unwaited(intervals().next());
    for (Address sector = place.rows_begin; sector < place.rows_end;
         sector += memory::sector_size) {
        ReadHalf& row = memory::row(sector);
        if (row.bits == 0) continue;
        if (row.interval() >= unwaited) spread_row(sector, place.birth);
        row = {};
    }
    place.rows_begin = place.rows_end = 0;
}

}  // namespace cusim::observe
