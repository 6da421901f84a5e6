// Asynchronous copies, for the headers in include/: of n threads, each copies every n-th element.
#include <algorithm>

#include "cusim/phases.hpp"
#include "simulator/exec/phase_barrier.hpp"
#include "simulator/exec/thread.hpp"
#include "simulator/race/async_copies.hpp"
#include "simulator/race/fatal.hpp"

namespace cusim::detail {

namespace {

using exec::current_grid;
using exec::current_thread;

constexpr std::size_t widest = 16;

std::uintptr_t number(const void* p) {
    return reinterpret_cast<std::uintptr_t>(p);
}

struct CopyRequest {
    char* to;
    const char* from;
    std::size_t size;
    CopyShare share;
    report::Site site;
};

void check_alignment(const CopyRequest& request) {
    const std::size_t alignment = request.share.alignment;
    if (alignment == 0) return;
    if (number(request.from) % alignment != 0)
        race::report_misaligned(request.site, number(request.from), alignment, trace::Op::read);
    if (number(request.to) % alignment != 0)
        race::report_misaligned(request.site, number(request.to), alignment, trace::Op::write);
}

std::size_t element_of(const CopyRequest& request) {
    const std::size_t alignment = request.share.alignment;
    const std::uintptr_t bits =
        (alignment ? alignment : number(request.to) | number(request.from)) | request.size | widest;
    return bits & -bits;
}

void copy_share(race::CopyId copy, const CopyRequest& request) {
    check_alignment(request);
    const std::size_t element = element_of(request);
    const std::size_t step = element * request.share.threads;
    for (std::size_t at = element * request.share.rank; at < request.size; at += step)
        race::copy_piece(copy, request.to + at, request.from + at, element, request.site.pc);
    current_thread->peeked = true;  // what the thread stores may depend on what the copy has read
}

exec::Commits& commits() {
    return current_grid->own_copies[current_thread];
}

race::CopyId open_copy() {
    exec::Commits& mine = commits();
    if (mine.open == 0) mine.open = race::copy_begins();
    return mine.open;
}

}  // namespace

void copy_for_phase(void* to, const void* from, std::size_t size, CopyShare share, void* object,
                    AtomicScope scope, const char* file, int line) {
    const void* const pc = __builtin_return_address(0);
    const race::CopyId copy = race::copy_begins();
    copy_share(copy, {static_cast<char*>(to),
                      static_cast<const char*>(from),
                      size,
                      share,
                      {.pc = pc, .file = file, .line = line}});
    exec::bind_copy({object, static_cast<race::Scope>(scope), {file, line}, pc}, copy);
}

void copy_for_commit(void* to, const void* from, std::size_t size, CopyShare share,
                     const char* file, int line) {
    const void* const pc = __builtin_return_address(0);
    copy_share(open_copy(), {static_cast<char*>(to),
                             static_cast<const char*>(from),
                             size,
                             share,
                             {.pc = pc, .file = file, .line = line}});
}

void zeros_for_commit(void* to, std::size_t size) {
    const race::CopyId copy = open_copy();
    for (std::size_t at = 0; at < size; ++at)
        race::copy_piece(copy, static_cast<char*>(to) + at, nullptr, 1,
                         __builtin_return_address(0));
}

void commit_copies() {
    exec::Commits& mine = commits();
    mine.begun.push_back(mine.open);
    mine.open = 0;
}

void wait_for_commits(std::size_t prior) {
    exec::Commits& mine = commits();
    while (mine.begun.size() > prior) {
        if (mine.begun.front()) race::own_copy_is_done(mine.begun.front());
        mine.begun.pop_front();
    }
}

std::size_t commits_begun() {
    return commits().begun.size();
}

}  // namespace cusim::detail
