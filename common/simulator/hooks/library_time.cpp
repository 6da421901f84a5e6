// Functions of <ctime>.
#include <cstddef>
#include <ctime>

#include "simulator/hooks/library.hpp"
#include "simulator/hooks/library_gate.hpp"

using namespace cusim::hooks;

extern "C" {

std::size_t ANNOUNCED(strftime)(char* to, std::size_t size, const char* format,
                                const std::tm* time) {
    only_the_host(PC);
    return closed([&] { return std::strftime(to, size, format, time); });
}
std::time_t ANNOUNCED(mktime)(std::tm* time) {
    writes(time, sizeof *time, PC);
    return std::mktime(time);
}
std::tm* ANNOUNCED(gmtime)(const std::time_t* time) {
    reads(time, sizeof *time, PC);
    return std::gmtime(time);
}
std::tm* ANNOUNCED(localtime)(const std::time_t* time) {
    reads(time, sizeof *time, PC);
    return std::localtime(time);
}
std::time_t ANNOUNCED(time)(std::time_t* to) {
    if (to) writes(to, sizeof *to, PC);
    return std::time(to);
}
int ANNOUNCED(timespec_get)(std::timespec* to, int base) {
    writes(to, sizeof *to, PC);
    return std::timespec_get(to, base);
}
}
