#include "suites/03-thread-organisation/numbering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "runner/inputs.hpp"
#include "suite/causes/mistakes.hpp"

namespace thread_organisation {

namespace {

bool is_unwritten(int number) {
    return static_cast<std::uint32_t>(number) == runner::poison_word;
}

std::string shown_number(int number) {
    return is_unwritten(number) ? "not written" : std::to_string(number);
}

/// The position of the thread's indices if the numbering uses these lengths.
Six place_by(int number, const Launch& launch, Extent of_blocks, Extent of_threads) {
    const auto split = [](int k, Extent e) {
        return std::array{k % e.x, k / e.x % e.y, k / e.x / e.y};
    };
    const int threads = count(launch.block);
    const auto block = split(number / threads, of_blocks);
    const auto thread = split(number % threads, of_threads);
    return {block[0], block[1], block[2], thread[0], thread[1], thread[2]};
}

int number_of(std::array<int, 3> at, Extent e) {
    return (at[2] * e.y + at[1]) * e.x + at[0];
}
std::array<int, 3> block_in(const Six& six) {
    return {six[0], six[1], six[2]};
}
std::array<int, 3> thread_in(const Six& six) {
    return {six[3], six[4], six[5]};
}

// A number is that of the block times the threads of a block, plus that of the thread. Of the
// three, one is wrong.
using Part = int (*)(const Six& six, const Launch& l);

int number_of_block(const Six& six, const Launch& l) {
    return number_of(block_in(six), l.grid);
}
int number_of_thread(const Six& six, const Launch& l) {
    return number_of(thread_in(six), l.block);
}
int threads_of_block(const Six&, const Launch& l) {
    return count(l.block);
}

struct WrongPart {
    std::string_view words;
    Part part;
};

constexpr WrongPart wrong_threads[] = {
    {"z counts fastest in a block, then y, then x",
     [](const Six& six, const Launch& l) {
         return (six[3] * l.block.y + six[4]) * l.block.z + six[5];
     }},
    {"y counts fastest in a block, then x, then z",
     [](const Six& six, const Launch& l) {
         return (six[5] * l.block.x + six[3]) * l.block.y + six[4];
     }},
    {"threads are numbered with lengths that are one too large",
     [](const Six& six, const Launch& l) {
         return number_of(thread_in(six), {l.block.x + 1, l.block.y + 1, l.block.z});
     }},
    {"z counts for as much as y in a block: a layer of it has blockDim.x * blockDim.y threads",
     [](const Six& six, const Launch& l) { return (six[5] + six[4]) * l.block.x + six[3]; }},
    {"z is not counted in a block, so threads that differ in z alone have the same number",
     [](const Six& six, const Launch& l) { return six[4] * l.block.x + six[3]; }},
    {"y counts for as much as x in a block: a row of it has blockDim.x threads",
     [](const Six& six, const Launch& l) {
         return six[5] * l.block.y * l.block.x + six[4] + six[3];
     }},
};

constexpr WrongPart wrong_blocks[] = {
    {"a layer of the grid is counted with gridDim.z rows of blocks: it has gridDim.y",
     [](const Six& six, const Launch& l) {
         return (six[2] * l.grid.z + six[1]) * l.grid.x + six[0];
     }},
    {"a row of the grid is counted with gridDim.y blocks: it has gridDim.x",
     [](const Six& six, const Launch& l) {
         return six[2] * l.grid.x * l.grid.y + six[1] * l.grid.y + six[0];
     }},
    {"blocks are numbered with the lengths of a block: theirs are those of the grid",
     [](const Six& six, const Launch& l) { return number_of(block_in(six), l.block); }},
    {"z counts fastest among the blocks, then y, then x",
     [](const Six& six, const Launch& l) {
         return (six[0] * l.grid.y + six[1]) * l.grid.z + six[2];
     }},
    {"z counts for as much as y among the blocks: a layer has gridDim.x * gridDim.y blocks",
     [](const Six& six, const Launch& l) { return (six[2] + six[1]) * l.grid.x + six[0]; }},
    {"y counts for as much as x among the blocks: a row has gridDim.x blocks",
     [](const Six& six, const Launch& l) {
         return six[2] * l.grid.y * l.grid.x + six[1] + six[0];
     }},
    {"threads of other blocks have the same numbers: the blocks before are not counted",
     [](const Six&, const Launch&) { return 0; }},
};

constexpr WrongPart wrong_sizes[] = {
    {"the blocks before are counted with as many threads as the grid has blocks: a block has as "
     "many as its own lengths say",
     [](const Six&, const Launch& l) { return count(l.grid); }},
    {"the blocks before are counted with blockDim.x threads each: a block has as many as its three "
     "lengths multiplied",
     [](const Six&, const Launch& l) { return l.block.x; }},
    {"the blocks before are counted with blockDim.x * blockDim.y threads each: a block has as many "
     "as its three lengths multiplied",
     [](const Six&, const Launch& l) { return l.block.x * l.block.y; }},
    {"the blocks before are counted with one thread each: a block has as many as its three lengths "
     "multiplied",
     [](const Six&, const Launch&) { return 1; }},
};

std::vector<Numbering> wrong_numberings() {
    std::vector<Numbering> all;
    const auto add = [&](std::string_view words, Part block, Part size, Part thread) {
        all.push_back({words, [=](const Six& six, const Launch& l) {
                           return block(six, l) * size(six, l) + thread(six, l);
                       }});
    };
    for (const auto& [words, part] : wrong_threads)
        add(words, number_of_block, threads_of_block, part);
    for (const auto& [words, part] : wrong_blocks)
        add(words, part, threads_of_block, number_of_thread);
    for (const auto& [words, part] : wrong_sizes)
        add(words, number_of_block, part, number_of_thread);
    all.push_back(
        {"the thread's number in its block is multiplied by the number of blocks: it is "
         "the block's number that is multiplied, by the threads of a block",
         [](const Six& six, const Launch& l) {
             return number_of_thread(six, l) * count(l.grid) + number_of_block(six, l);
         }});
    all.push_back({"the number is that of the element in memory, across all blocks of a row",
                   [](const Six& six, const Launch& l) {
                       if (l.grid.z * l.block.z > 1) return -1;  // a matrix has no layers
                       const int x = six[0] * l.block.x + six[3], y = six[1] * l.block.y + six[4];
                       return y * l.grid.x * l.block.x + x;
                   }});
    return all;
}

/// Whether the list is what these numbers leave: where several threads have one, the place of any
/// of them.
bool leaves_list(const Numbering& numbering, const std::vector<int>& places, const Launch& launch) {
    const int threads = count(launch.grid) * count(launch.block);
    std::vector<bool> holds_one(static_cast<std::size_t>(threads)), is_wanted = holds_one;
    for (int k = 0; k < threads; ++k) {
        const Six six = expected_place(k, launch);
        const int at = numbering.number(six, launch);
        if (at < 0 || at >= threads) continue;
        is_wanted[static_cast<std::size_t>(at)] = true;
        if (std::equal(six.begin(), six.end(), &places[6 * static_cast<std::size_t>(at)]))
            holds_one[static_cast<std::size_t>(at)] = true;
    }
    for (std::size_t at = 0; at < is_wanted.size(); ++at)
        if (!is_wanted[at] && !is_unwritten(places[6 * at])) return false;
    return holds_one == is_wanted && std::ranges::count(holds_one, true) > 0;
}

/// A wrong place for each number.
struct WrongPlace {
    std::string_view words;
    Six (*of)(int number, const Launch& launch);
};

Six indices_by(int block, int thread, const Launch& l, int (*z_of)(int number, Extent e)) {
    return {block % l.grid.x,   block / l.grid.x % l.grid.y,    z_of(block, l.grid),
            thread % l.block.x, thread / l.block.x % l.block.y, z_of(thread, l.block)};
}

constexpr WrongPlace wrong_places[] = {
    {"the lengths of the grid and of the block are exchanged: the block's indices follow from the "
     "lengths of the grid, and the thread's from those of the block",
     [](int k, const Launch& l) { return place_by(k, l, l.block, l.grid); }},
    {"the thread in its block is found with the lengths of the grid: they are those of the block",
     [](int k, const Launch& l) { return place_by(k, l, l.grid, l.grid); }},
    {"the thread is found from its number in the grid: its number in its block is what is left "
     "over when the threads of the blocks before are taken off",
     [](int k, const Launch& l) {
         return indices_by(k / count(l.block), k, l,
                           [](int number, Extent e) { return number / e.x / e.y; });
     }},
    {"what is left over of the number is taken for the block, and the quotient for the thread: "
     "divided by the threads of a block, the quotient counts the blocks before",
     [](int k, const Launch& l) {
         // Where both counts are the same, a list that is numbered the wrong way is that, too.
         if (count(l.grid) == count(l.block)) return Six{-1, -1, -1, -1, -1, -1};
         return indices_by(k % count(l.block), k / count(l.block), l,
                           [](int number, Extent e) { return number / e.x / e.y; });
     }},
    {"the index along y is found by a division by the length in y: a row has as many as the length "
     "in x",
     [](int k, const Launch& l) {
         const auto at = [](int number, Extent e) { return number / e.y % e.y; };
         Six six = expected_place(k, l);
         six[1] = at(k / count(l.block), l.grid);
         six[4] = at(k % count(l.block), l.block);
         return six;
     }},
    {"the index along z is the number divided by the length in z: a layer has as many as the "
     "lengths in x and y multiplied",
     [](int k, const Launch& l) {
         return indices_by(k / count(l.block), k % count(l.block), l,
                           [](int number, Extent e) { return number / e.z; });
     }},
    {"the index along y is the number divided by the length in x, and reaches the length in y and "
     "more: it is what is left over of that, divided by the length in y",
     [](int k, const Launch& l) {
         const auto at = [](int number, Extent e) { return number / e.x; };
         Six six = expected_place(k, l);
         six[1] = at(k / count(l.block), l.grid);
         six[4] = at(k % count(l.block), l.block);
         return six;
     }},
    {"a thread's indices stand in the order z, y, x: x comes first",
     [](int k, const Launch& l) {
         const Six six = expected_place(k, l);
         return Six{six[0], six[1], six[2], six[5], six[4], six[3]};
     }},
    {"a block's indices stand in the order z, y, x: x comes first",
     [](int k, const Launch& l) {
         const Six six = expected_place(k, l);
         return Six{six[2], six[1], six[0], six[3], six[4], six[5]};
     }},
};

bool are_at(const WrongPlace& wrong, const std::vector<int>& places, const Launch& launch) {
    for (int k = 0; k < count(launch.grid) * count(launch.block); ++k) {
        const Six six = wrong.of(k, launch);
        if (!std::equal(six.begin(), six.end(), &places[6 * static_cast<std::size_t>(k)]))
            return false;
    }
    return true;
}

/// The wrong numbering that gives the position of every thread listed. In one dimension, several
/// wrong places may be the same, and none of them is told.
std::string cause_of(const std::vector<int>& places, const Launch& launch) {
    std::vector<std::string_view> found;
    for (const WrongPlace& wrong : wrong_places)
        if (are_at(wrong, places, launch)) found.push_back(wrong.words);
    if (found.size() > 1) return {};
    if (found.size() == 1) return fmt::format("\n  this is what comes out where {}", found.front());
    return numbering_cause(
        [&](const Numbering& numbering) { return leaves_list(numbering, places, launch); });
}

}  // namespace

int count(Extent e) {
    return e.x * e.y * e.z;
}

std::string place(const int* six) {
    std::vector<std::string> numbers;
    for (int k = 0; k < 6; ++k) numbers.push_back(shown_number(six[k]));
    return fmt::format("block ({}, {}, {}), thread ({}, {}, {})", numbers[0], numbers[1],
                       numbers[2], numbers[3], numbers[4], numbers[5]);
}

Six expected_place(int number, const Launch& launch) {
    return place_by(number, launch, launch.grid, launch.block);
}

std::string numbering_cause(const std::function<bool(const Numbering&)>& gives) {
    std::string found;
    for (const Numbering& each : wrong_numberings()) {
        if (!gives(each)) continue;
        found += (found.empty() ? "" : ", or where ") + std::string(each.words);
    }
    return found.empty() ? "" : "\n  this is what comes out where " + found;
}

void check_places(const std::vector<int>& places, const Launch& launch, const std::string& what,
                  const std::string& why, const grader::score::Lines& aftermath) {
    for (int number = 0; number < count(launch.grid) * count(launch.block); ++number) {
        const Six expected = expected_place(number, launch);
        const int* got = &places[6 * static_cast<std::size_t>(number)];
        if (std::equal(expected.begin(), expected.end(), got)) continue;
        const bool unwritten = std::all_of(got, got + 6, is_unwritten);
        throw CaseFailed{
            fmt::format("{}: {}: number {} is {}, expected {}", what, shown(launch), number,
                        unwritten ? "nobody's: its place is never written" : place(got),
                        place(expected.data())),
            grader::score::causes_in(cause_of(places, launch) + why), aftermath};
    }
}

Call& add_extent(Call& call, const std::string& name, Extent extent) {
    return call.size(name + "-x", extent.x).size(name + "-y", extent.y).size(name + "-z", extent.z);
}

std::string options(const std::string& name, Extent extent) {
    return fmt::format(" --{0}-x {1} --{0}-y {2} --{0}-z {3}", name, extent.x, extent.y, extent.z);
}

void expect_finished(const Call& call, const Answer& answer, const std::string& where) {
    expect(!answer.has_cuda_error(),
           answer.error_after(where) + ": see what was found" + repeat(call, answer.order()));
}

grader::score::Lines aftermath(const Call& call, const Answer& answer) {
    grader::score::Lines lines;
    if (answer.has_cuda_error())
        lines.push_back({grader::score::LineKind::cause,
                         fmt::format("CUDA reports {}: see what was found", answer.error())});
    return lines + repeat(call, answer.order());
}

}  // namespace thread_organisation
