#include "simulator/count/row_shares.hpp"

#include <algorithm>
#include <bit>

namespace cusim::count {

using memory::Address;

namespace {

constexpr std::size_t bytes_of_word = 4, bits_of_mask = 64;
constexpr unsigned most_threads_of_a_block = 1024, bits_of_thread = 40;

struct Watched {
    Address base = 0;
    std::size_t bytes = 0, row_bytes = 0;
};

Watched& watched() {
    static Watched instance;
    return instance;
}

std::uint64_t words_in(const std::vector<std::uint64_t>& masks) {
    std::uint64_t words = 0;
    for (const std::uint64_t bits : masks) words += static_cast<std::uint64_t>(std::popcount(bits));
    return words;
}

}  // namespace

void watch_rows(const void* base, std::size_t bytes, std::size_t row_bytes) {
    watched() =
        row_bytes == 0 ? Watched{} : Watched{reinterpret_cast<Address>(base), bytes, row_bytes};
}

bool watches_rows() {
    return watched().row_bytes > 0;
}

void RowShares::touch(std::uint32_t group, std::uint32_t block, std::uint32_t thread, Address first,
                      std::size_t size) {
    const Watched& rows = watched();
    const std::uint64_t of_grid = std::uint64_t{block} * most_threads_of_a_block + thread;
    for (Address a = first; a < first + size; a += bytes_of_word) {
        if (a - rows.base >= rows.bytes) continue;
        const std::uint64_t row = (a - rows.base) / rows.row_bytes;
        const std::size_t word = (a - rows.base) % rows.row_bytes / bytes_of_word;
        const std::uint64_t key = row << 32 | group;
        if (!latest_ || latest_key_ != key) {
            latest_ = &loaded_[key];
            latest_key_ = key;
            latest_->resize(rows.row_bytes / bytes_of_word / bits_of_mask + 1);
        }
        (*latest_)[word / bits_of_mask] |= std::uint64_t{1} << word % bits_of_mask;
        loaded_by_threads_[row << bits_of_thread | of_grid] += bytes_of_word;
    }
}

std::uint64_t RowShares::most_bytes() const {
    std::uint64_t most = 0;
    for (const auto& [key, masks] : loaded_) most = std::max(most, words_in(masks));
    return most * bytes_of_word;
}

std::uint64_t RowShares::most_bytes_by_thread() const {
    std::uint64_t most = 0;
    for (const auto& [key, bytes] : loaded_by_threads_) most = std::max(most, std::uint64_t{bytes});
    return most;
}

std::uint64_t RowShares::all_bytes() const {
    std::uint64_t all = 0;
    for (const auto& [key, masks] : loaded_) all += words_in(masks);
    return all * bytes_of_word;
}

void RowShares::clear() {
    loaded_.clear();
    loaded_by_threads_.clear();
    latest_ = nullptr;
}

}  // namespace cusim::count
