#include "simulator/count/row_shares.hpp"

#include <algorithm>
#include <bit>

namespace cusim::count {

using memory::Address;

namespace {

constexpr std::size_t bytes_of_word = 4, bits_of_mask = 64;

struct Watched {
    Address base = 0;
    std::size_t bytes = 0, row_bytes = 0;
};

Watched& watched() {
    static Watched instance;
    return instance;
}

}  // namespace

void watch_rows(const void* base, std::size_t bytes, std::size_t row_bytes) {
    watched() =
        row_bytes == 0 ? Watched{} : Watched{reinterpret_cast<Address>(base), bytes, row_bytes};
}

bool watches_rows() {
    return watched().row_bytes > 0;
}

void RowShares::touch(std::uint32_t block, Address first, std::size_t size) {
    const Watched& rows = watched();
    for (Address a = first; a < first + size; a += bytes_of_word) {
        if (a - rows.base >= rows.bytes) continue;
        const std::uint64_t row = (a - rows.base) / rows.row_bytes;
        const std::size_t word = (a - rows.base) % rows.row_bytes / bytes_of_word;
        const std::uint64_t key = row << 32 | block;
        if (!latest_ || latest_key_ != key) {
            latest_ = &loaded_[key];
            latest_key_ = key;
            latest_->resize(rows.row_bytes / bytes_of_word / bits_of_mask + 1);
        }
        (*latest_)[word / bits_of_mask] |= std::uint64_t{1} << word % bits_of_mask;
    }
}

std::uint64_t RowShares::most_bytes() const {
    std::uint64_t most = 0;
    for (const auto& [key, words] : loaded_) {
        std::uint64_t loaded = 0;
        for (const std::uint64_t bits : words)
            loaded += static_cast<std::uint64_t>(std::popcount(bits));
        most = std::max(most, loaded);
    }
    return most * bytes_of_word;
}

void RowShares::clear() {
    loaded_.clear();
    latest_ = nullptr;
}

}  // namespace cusim::count
