// Atomics that many threads make at one address are judged at a glance (atomic_events.cpp). Random
// programs do everything twice, to a word for which the checker must look the site up, so that it
// looks closely, and then to its neighbour: the shadow must know the same of both.
#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <random>

#include "scene.hpp"
#include "simulator/race/shadow/shadow.hpp"
#include "simulator/trace/sites.hpp"

using namespace cusim;
using namespace cusim::race;

namespace {

class UpdateProgram {
    static constexpr unsigned blocks = 3, threads = 64;
    static constexpr std::array<unsigned, 5> actors = {0, 1, 5, 32, 40};

  public:
    UpdateProgram(unsigned seed, bool shared) : random_{seed}, blocks_{shared ? 1 : blocks} {
        data_ = filled(2);
        updates_ = 4 + draw(20);
        fences_ = draw(4) == 0;
        begin_launch();
        if (!shared) return;
        launch_->thread(0, 0).block(1);
        data_ = launch_->shared(0, 2);
        for (int* word : {data_, data_ + 1}) launch_->thread(0, 0).write(word, 0);
    }

    void step() {
        const unsigned block = draw(blocks_), number = actors[draw(actors.size())];
        Thread& thread = launch_->thread(block, number);
        const unsigned kind = draw(10 + updates_);
        if (kind == 0) return launch_->barrier(block);
        if (kind == 1) return launch_->warp_barrier(block, number / 32);
        if (kind == 2 && fences_) return thread.fence();
        if (kind == 9 && blocks_ > 1) return begin_launch();
        site_cache.forget();
        do_to(data_ + 1, thread, kind);
        do_to(data_, thread, kind);
    }
    bool alike() const {
        const auto cell = cusim::race::cell_at(address(0)),
                   other = cusim::race::cell_at(address(1));
        return cell.write.bits == other.write.bits && cell.other.bits == other.other.bits;
    }

  private:
    unsigned draw(unsigned below) { return random_() % below; }
    cusim::memory::Address address(unsigned word) const {
        return reinterpret_cast<cusim::memory::Address>(data_ + word);
    }
    void begin_launch() {
        launch_.reset();
        launch_.emplace(blocks, threads);
        for (unsigned block = 0; block < blocks; ++block)
            for (const unsigned thread : actors) launch_->thread(block, thread);
    }
    static void do_to(int* word, Thread& thread, unsigned kind) {
        switch (kind) {
            case 3:
                thread.read(word);
                return;
            case 4:
                return thread.write(word, 1);
            case 5:
                thread.volatile_read(word);
                return;
            case 6:
                thread.add(word, 1, Scope::block, 17);
                return;
            case 7:
                thread.exchange(word, 1);
                return;
            case 8:
                thread.load(word);
                return;
            default:
                thread.add(word, 1);
        }
    }

    std::mt19937 random_;
    unsigned blocks_, updates_;
    bool fences_;
    int* data_;
    std::optional<Launch> launch_;
};

}  // namespace

TEST_CASE("a fast update leaves the shadow in the same state as a full check") {
    for (const bool shared : {false, true}) {
        unsigned different = 0;
        for (unsigned seed = 0; seed < 150; ++seed) {
            UpdateProgram program{seed, shared};
            for (unsigned step = 0; step < 60 && different == 0; ++step) {
                program.step();
                different += !program.alike();
            }
        }
        CHECK(different == 0);
        reported();
    }
}

TEST_CASE("an update at a glance releases what a fence before it made ready, and acquires it") {
    int* flag = filled(1);
    int* data = filled(1);
    {
        Launch launch{2, 32};
        launch.thread(0, 0).write(data, 1);
        launch.thread(1, 1).add(flag, 1);
        launch.thread(0, 1).add(flag, 1);
        launch.thread(0, 0).fence();
        launch.thread(0, 0).add(flag, 1);
        launch.thread(1, 0).add(flag, 1);
        launch.thread(1, 0).write(data, 2);
    }
    CHECK(reported() == "");
}
