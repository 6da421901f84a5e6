// Random programs, checked against the oracle. Warps read rows, columns and single elements of
// memory that is sometimes written. Exactly the races must be reported, whether the readers are
// kept by sector, by word or by byte.
#include <doctest/doctest.h>

#include <array>
#include <random>

#include "oracle.hpp"
#include "scene.hpp"

using namespace cusim;
using namespace cusim::race;

namespace {

class RowProgram {
    static constexpr unsigned blocks = 2, threads = 64, arrays = 2, words = 72;

  public:
    explicit RowProgram(unsigned seed) : random_{seed} {
        for (int*& array : data_) array = filled(words);
        writes_ = draw(3);
    }

    bool oracle_raced() {
        for (unsigned i = 0; i < launches_; ++i) {
            Launch launch{blocks, threads};
            launch_ = &launch;
            for (unsigned block = 0; block < blocks; ++block)
                for (unsigned thread = 0; thread < threads; ++thread) launch.thread(block, thread);
            const unsigned steps = 2 + draw(12);
            for (unsigned step = 0; step < steps; ++step) one_step();
            order_all();
        }
        return oracle_.raced;
    }

  private:
    unsigned draw(unsigned below) { return random_() % below; }
    unsigned id_of(unsigned block, unsigned thread) const { return block * threads + thread; }

    void one_step() {
        const unsigned block = draw(blocks), warp = draw(2), array = draw(arrays);
        switch (draw(9 + writes_)) {
            case 0:
            case 1:
            case 2:
                return read_row(block, warp, array, draw(3) ? draw(3) * 8 : draw(40));
            case 3:
                return read_bytes(block, warp, array, draw(3) ? draw(4) * 32 : draw(250));
            case 4:
            case 5:
                return block_barrier(block);
            case 6:
                return warp_barrier(block, warp);
            case 7:
                return read(block, draw(threads), array, draw(words));
            case 8:
                if (draw(2)) return read_column(block, warp, array, draw(8));
                [[fallthrough]];
            default:
                return draw(3) ? write(block, draw(threads), array, draw(48))
                               : write_byte(block, draw(threads), array, draw(48 * 4));
        }
    }

    void read_row(unsigned block, unsigned warp, unsigned array, unsigned first) {
        for (unsigned lane = 0; lane < 32; ++lane)
            read(block, warp * 32 + lane, array, first + lane, 21);
    }
    void read_column(unsigned block, unsigned warp, unsigned array, unsigned first) {
        for (unsigned lane = 0; lane < 32; ++lane)
            read(block, warp * 32 + lane, array, first + 2 * lane, 22);
    }
    void read_bytes(unsigned block, unsigned warp, unsigned array, unsigned first) {
        for (unsigned lane = 0; lane < 32; ++lane) {
            launch_->thread(block, warp * 32 + lane).read_byte(byte(array, first + lane));
            access(id_of(block, warp * 32 + lane), array, first + lane, 1, false);
        }
    }
    void read(unsigned block, unsigned thread, unsigned array, unsigned word, int line = 23) {
        launch_->thread(block, thread).read(data_[array] + word, line);
        access(id_of(block, thread), array, word * 4, 4, false);
    }
    void write(unsigned block, unsigned thread, unsigned array, unsigned word) {
        launch_->thread(block, thread).write(data_[array] + word, ++value_);
        access(id_of(block, thread), array, word * 4, 4, true);
    }
    void write_byte(unsigned block, unsigned thread, unsigned array, unsigned index) {
        launch_->thread(block, thread).write_byte(byte(array, index));
        access(id_of(block, thread), array, index, 1, true);
    }
    unsigned char* byte(unsigned array, unsigned index) const {
        return reinterpret_cast<unsigned char*>(data_[array]) + index;
    }
    void access(unsigned id, unsigned array, unsigned byte, unsigned size, bool write) {
        for (unsigned i = 0; i < size; ++i) oracle_.access(id, array * words * 4 + byte + i, write);
    }

    void block_barrier(unsigned block) {
        launch_->barrier(block);
        oracle_.barrier(ids(block, 0, threads));
    }
    void warp_barrier(unsigned block, unsigned warp) {
        launch_->warp_barrier(block, warp);
        oracle_.barrier(ids(block, warp * 32, 32));
    }
    // One launch comes after the other.
    void order_all() {
        std::vector<unsigned> all = ids(0, 0, threads);
        for (const unsigned id : ids(1, 0, threads)) all.push_back(id);
        oracle_.barrier(all);
    }
    std::vector<unsigned> ids(unsigned block, unsigned first, unsigned count) const {
        std::vector<unsigned> result;
        for (unsigned i = 0; i < count; ++i) result.push_back(id_of(block, first + i));
        return result;
    }

    std::mt19937 random_;
    std::array<int*, arrays> data_{};
    unsigned writes_;
    unsigned launches_ = 1 + draw(2);
    int value_ = 0;
    Launch* launch_ = nullptr;
    Oracle oracle_;
};

}  // namespace

TEST_CASE("a row's readers race with a later writer as single readers would") {
    unsigned clean = 0, found = 0, missed = 0, false_alarms = 0;
    for (unsigned seed = 0; seed < 500; ++seed) {
        const bool raced = RowProgram{seed}.oracle_raced();
        const bool told_so = !reported().empty();
        ++(raced ? (told_so ? found : missed) : (told_so ? false_alarms : clean));
    }
    CHECK(missed == 0);
    CHECK(false_alarms == 0);
    CHECK(clean > 60);
    CHECK(found > 60);
}
