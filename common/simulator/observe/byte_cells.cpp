#include "simulator/observe/byte_cells.hpp"

#include <memory>
#include <unordered_map>

namespace cusim::observe {

namespace {
constexpr std::size_t page_size = 4096;
using Page = std::array<ByteCells, page_size / 4>;
}  // namespace

ByteCells& byte_cells(memory::Address word) {
    static std::unordered_map<memory::Address, std::unique_ptr<Page>> pages;
    static memory::Address latest = ~memory::Address{0};
    static Page* page = nullptr;
    if (word / page_size != latest) {
        auto& slot = pages[word / page_size];
        if (!slot) slot = std::make_unique<Page>();
        latest = word / page_size;
        page = slot.get();
    }
    return (*page)[word % page_size / 4];
}

}  // namespace cusim::observe
