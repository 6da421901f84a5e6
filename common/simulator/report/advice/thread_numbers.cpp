#include "simulator/report/advice/thread_numbers.hpp"

namespace cusim::report {
namespace {

long volume(const Dim3& extent) {
    return static_cast<long>(extent.x) * extent.y * extent.z;
}

std::vector<ThreadNumber> numbers_in_block(const Settled& settled) {
    const Dim3& block = settled.recorded.block;
    const Dim3& thread = settled.recorded.finding.self.thread;
    const long linear = (static_cast<long>(thread.z) * block.y + thread.y) * block.x + thread.x;
    return {{linear, volume(block), "the thread's number in its block", "threads"},
            {thread.x, block.x, "threadIdx.x", "threads in x"},
            {thread.y, block.y, "threadIdx.y", "threads in y"}};
}

std::vector<ThreadNumber> numbers_in_grid(const Settled& settled) {
    const Dim3& grid = settled.recorded.grid;
    const Dim3& block = settled.recorded.block;
    const Dim3& thread = settled.recorded.finding.self.thread;
    const Dim3& at = settled.recorded.finding.self.block;
    const long columns = static_cast<long>(grid.x) * block.x;
    const long rows = static_cast<long>(grid.y) * block.y;
    const long x = static_cast<long>(at.x) * block.x + thread.x;
    const long y = static_cast<long>(at.y) * block.y + thread.y;
    return {{y * columns + x, rows * columns, "the thread's number in the grid", "threads"},
            {x, columns, "the thread's number in x", "threads in x"},
            {y, rows, "the thread's number in y", "threads in y"}};
}

}  // namespace

std::vector<ThreadNumber> own_numbers(const Settled& settled) {
    const Space space = settled.recorded.finding.space;
    return space == Space::shared || space == Space::local ? numbers_in_block(settled)
                                                           : numbers_in_grid(settled);
}

}  // namespace cusim::report
