#include "simulator/race/findings/host_objects.hpp"

#include <cstring>

#include "simulator/memory/host_tables.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/race/findings/initialisation.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {
namespace {

using memory::Address;

constexpr Address longest_table = 4 * memory::KiB;

// Whether the record is that of a load of a pointer to the table in which `function` lies.
bool loads_table(const trace::Record& record, Address function) {
    const Address object = trace::address_of(record);
    const trace::SiteInfo& site = trace::site_info(trace::tag_of(record));
    if (!memory::host_visible_heap.contains(object) || site.op != trace::Op::read ||
        site.size != sizeof(Address))
        return false;
    Address table = 0;
    std::memcpy(&table, reinterpret_cast<const void*>(object), sizeof table);
    return function - table < longest_table && memory::is_function_table(table) &&
           has_no_writer(object, sizeof table);
}

}  // namespace

bool looks_in_hosts_table(const Access& access) {
    if (access.size != sizeof(Address) || !trace::log_next) return false;
    constexpr int most_records = 8;
    const trace::Record* at = trace::log_next;
    for (int i = 0; i < most_records && at != trace::running_log->begin(); ++i)
        if (!trace::is_mark(*--at) && loads_table(*at, access.address)) return true;
    return false;
}

}  // namespace cusim::race
