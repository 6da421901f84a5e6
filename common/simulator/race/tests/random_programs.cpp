// Random programs against an oracle that remembers everything: full vector clocks, every access of
// every word. The checker remembers one writer and two readers. With barriers only, it must find a
// race exactly where there is one. With fences and atomics it must never raise a false alarm, but
// may rarely miss: when the writer acquired, by them, just the two readers it remembers.
#include <doctest/doctest.h>

#include <array>
#include <random>

#include "oracle.hpp"
#include "scene.hpp"

using namespace cusim;
using namespace cusim::race;

namespace {

constexpr unsigned blocks = 3, threads = 64;  // a block has two warps; few threads of each act
constexpr std::array<unsigned, 5> actors = {0, 1, 5, 32, 40};
constexpr unsigned words = 4, flags = 2;

unsigned id_of(unsigned block, unsigned thread) {
    return block * threads + thread;
}

// Draws steps, and takes each on the checker and on the oracle.
class Program {
  public:
    Program(unsigned seed, bool with_atomics)
        : random_{seed}, with_atomics_{with_atomics}, data_{filled(words)}, flags_{filled(flags)} {}

    bool oracle_raced() {
        for (unsigned block = 0; block < blocks; ++block)
            for (const unsigned thread : actors) launch_.thread(block, thread);
        const unsigned steps = 4 + draw(40);
        for (unsigned i = 0; i < steps; ++i) one_step();
        return oracle_.raced;
    }

  private:
    unsigned draw(unsigned below) { return random_() % below; }

    void one_step() {
        const unsigned block = draw(blocks), thread = actors[draw(actors.size())];
        const unsigned id = id_of(block, thread);
        Thread& actor = launch_.thread(block, thread);
        switch (draw(with_atomics_ ? 10 : 6)) {
            case 0:
            case 1:
            case 2:
                return read(actor, id, draw(words));
            case 3:
                return write(actor, id, draw(words));
            case 4:
                return block_barrier(block);
            case 5:
                return warp_barrier(block, thread / 32);
            case 6:
            case 7: {
                const bool device = draw(3) != 0;
                actor.fence(device ? Scope::device : Scope::block);
                return oracle_.fence(id, device);
            }
            default: {
                const unsigned flag = draw(flags);
                actor.add(flags_ + flag, 1);
                return oracle_.atomic(block, id, flag);
            }
        }
    }

    void read(Thread& actor, unsigned id, unsigned word) {
        actor.read(data_ + word);
        oracle_.access(id, word, false);
    }
    void write(Thread& actor, unsigned id, unsigned word) {
        actor.write(data_ + word, ++value_);
        oracle_.access(id, word, true);
    }
    void block_barrier(unsigned block) {
        launch_.barrier(block);
        std::vector<unsigned> ids;
        for (const unsigned thread : actors) ids.push_back(id_of(block, thread));
        oracle_.barrier(ids);
    }
    void warp_barrier(unsigned block, unsigned warp) {
        std::uint32_t mask = 0;
        std::vector<unsigned> ids;
        for (const unsigned thread : actors) {
            if (thread / 32 != warp || draw(3) == 0) continue;
            mask |= 1u << thread % 32;
            ids.push_back(id_of(block, thread));
        }
        launch_.warp_barrier(block, warp, mask);
        oracle_.barrier(ids);
    }

    std::mt19937 random_;
    bool with_atomics_;
    int* data_;
    int* flags_;
    int value_ = 0;
    Launch launch_{blocks, threads};
    Oracle oracle_;
};

struct Outcomes {
    unsigned clean = 0, found = 0, missed = 0, false_alarms = 0;
};

Outcomes try_programs(unsigned count, bool with_atomics) {
    Outcomes outcomes;
    for (unsigned seed = 0; seed < count; ++seed) {
        const bool raced = Program{seed, with_atomics}.oracle_raced();
        const bool told_so = !reported().empty();
        ++(raced ? (told_so ? outcomes.found : outcomes.missed)
                 : (told_so ? outcomes.false_alarms : outcomes.clean));
    }
    return outcomes;
}

}  // namespace

TEST_CASE("in programs with barriers only, exactly the races are reported") {
    const Outcomes outcomes = try_programs(4000, false);
    CHECK(outcomes.missed == 0);
    CHECK(outcomes.false_alarms == 0);
    CHECK(outcomes.clean > 200);
    CHECK(outcomes.found > 200);
}

TEST_CASE("fences and atomics raise no false alarm, and hide next to no race") {
    const Outcomes outcomes = try_programs(8000, true);
    CHECK(outcomes.missed <= 4);
    CHECK(outcomes.false_alarms == 0);
    CHECK(outcomes.clean > 400);
    CHECK(outcomes.found > 400);
}
