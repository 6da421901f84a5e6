#include "tests/synthetic/faults.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <random>
#include <stdexcept>
#include <thread>

#include "lab/kit.hpp"
#include "tests/processes.hpp"

namespace synthetic {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr int most_runs = 10;

/// A fault that cannot be caused on this machine or by this user.
struct Skipped : std::runtime_error {
    using std::runtime_error::runtime_error;
};

std::string last_line(std::string words) {
    while (words.ends_with('\n')) words.pop_back();
    return words.substr(words.rfind('\n') + 1);
}

void sleep(std::mt19937& chance, int least, int most) {
    std::this_thread::sleep_for(milliseconds(std::uniform_int_distribution(least, most)(chance)));
}

/// How many runs are needed until everything is graded.
int finish(const Grading& grading) {
    for (int runs = 1; runs <= most_runs; ++runs) {
        const auto ended = grade(grading);
        if (ended.status == 0) return runs;
        if (runs == most_runs) throw std::runtime_error(last_line(ended.words));
    }
    return most_runs;
}

std::string grader_killed(const Grading& grading) {
    constexpr int times = 8;
    std::mt19937 chance(7);
    for (int i = 0; i < times; ++i) {
        Running running(grading);
        sleep(chance, 50, 2500);
        running.kill();
        running.wait();
    }
    finish(grading);
    return fmt::format("{} times", times);
}

/// Kills compilers, sandboxes, judges or students' programs, whichever is running.
std::string children_killed(const Grading& grading) {
    std::mt19937 chance(7);
    int killed = 0;
    for (int run = 0; run < 3; ++run) {
        Running running(grading);
        std::atomic<bool> over = false;
        std::thread killer([&] {
            while (!over) {
                const auto all = processes::descendants_of(running.id());
                if (!all.empty()) killed += kill(all[chance() % all.size()].id, SIGKILL) == 0;
                sleep(chance, 100, 2500);
            }
        });
        const auto ended = running.wait();
        over = true;
        killer.join();
        if (ended.status == 0) break;
    }
    return fmt::format("{} of them, then {} more runs", killed, finish(grading));
}

/// A separate disk at `place`, seen only by this process and its children.
class Disk {
  public:
    Disk(fs::path place, std::uintmax_t bytes) : place_(std::move(place)) {
        fs::create_directories(place_);
        set(0, bytes);
    }
    Disk(const Disk&) = delete;
    ~Disk() { umount2(place_.c_str(), MNT_DETACH); }

    void resize(std::uintmax_t bytes) { set(MS_REMOUNT, bytes); }
    void make_read_only() { set(MS_REMOUNT | MS_RDONLY, large); }
    void make_writable() { set(MS_REMOUNT, large); }

    static constexpr std::uintmax_t large = 4ull << 30;

  private:
    void set(unsigned long flags, std::uintmax_t bytes) {
        const auto size = fmt::format("size={}", bytes);
        if (mount("none", place_.c_str(), "tmpfs", flags, size.c_str()) != 0)
            throw Skipped("only root may mount disks");
    }

    const fs::path place_;
};

/// Copies from a disk that will be removed.
void keep(const fs::path& from, const fs::path& to) {
    fs::copy(from, to, fs::copy_options::recursive);
}

std::string expect_given_up(const Ended& ended) {
    if (ended.status != 2) throw std::runtime_error(fmt::format("exit status {}", ended.status));
    return last_line(ended.words);
}

std::uintmax_t bytes_in(const fs::path& folder) {
    std::uintmax_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) bytes += entry.file_size();
    return bytes;
}

std::string disk_of_marks_full(const Grading& grading) {
    auto own = grading;
    own.out += ".disk";
    Disk disk(own.out, bytes_in(grading.out.parent_path() / "undisturbed") / 2);
    const auto words = expect_given_up(grade(own));
    disk.resize(Disk::large);
    finish(own);
    keep(own.out, grading.out);
    return words;
}

std::string disk_of_build_full(const Grading& grading) {
    const auto build = grader::lab::this_kit().build;
    Disk cache(build / "cache", 2u << 20), stages(build / "class", 2u << 20);
    const auto words = expect_given_up(grade(grading));
    cache.resize(Disk::large);
    finish(grading);
    return "given up" + std::string(words.empty() ? "" : ": " + words);
}

std::string out_read_only(const Grading& grading) {
    auto own = grading;
    own.out += ".disk";
    Disk disk(own.out, Disk::large);
    Running begun(own);
    std::this_thread::sleep_for(milliseconds(2500));
    begun.kill();
    begun.wait();
    std::this_thread::sleep_for(milliseconds(500));  // what it had started must end, too
    disk.make_read_only();
    const auto words = expect_given_up(grade(own));
    disk.make_writable();
    finish(own);
    keep(own.out, grading.out);
    return words;
}

std::string clock_jumps(const Grading& grading) {
    const fs::path library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
    if (!fs::exists(library)) throw Skipped("no libfaketime");
    auto own = grading;
    const auto clock = grading.out.string() + ".clock";
    const auto set = [&](const char* time) { std::ofstream(clock) << time << '\n'; };
    set("+0");
    own.environment = {"LD_PRELOAD=" + library.string(), "FAKETIME_NO_CACHE=1",
                       "FAKETIME_DONT_FAKE_MONOTONIC=1", "FAKETIME_TIMESTAMP_FILE=" + clock};
    Running running(own);
    for (const char* time : {"+400d", "-30d", "+0"}) {
        std::this_thread::sleep_for(milliseconds(1500));
        set(time);
    }
    if (running.wait().status != 0) throw std::runtime_error("it was given up");
    return "400 days on, 430 back, 30 on";
}

struct Fault {
    const char* name;
    std::string (*happen)(const Grading& grading);
};

constexpr Fault faults[] = {
    {"grader killed (-9)", grader_killed},    {"what it starts killed (-9)", children_killed},
    {"disk of OUT full", disk_of_marks_full}, {"disk of the build full", disk_of_build_full},
    {"OUT read-only", out_read_only},         {"clock jumps", clock_jumps},
};

}  // namespace

std::vector<Outcome> survive_faults(Grading grading) {
    // Without permission, the disks stay those of the whole machine, and none is mounted.
    if (unshare(CLONE_NEWNS) == 0) mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    const auto folder = grading.out;
    fs::create_directories(folder);
    grading.out = folder / "undisturbed";
    finish(grading);
    const auto undisturbed = grading.out;
    std::vector<Outcome> outcomes;
    for (const auto& fault : faults) {
        Outcome outcome{fault.name, "", {}};
        grading.out = folder / fmt::format("fault-{}", outcomes.size() + 1);
        try {
            outcome.happened = fault.happen(grading);
            outcome.differences = differences(undisturbed, grading.out);
        } catch (const Skipped& why) {
            outcome.happened = std::string("skipped: ") + why.what();
            outcome.skipped = true;
        } catch (const std::exception& error) {
            outcome.happened = error.what();
            outcome.differences = {"not through"};
        }
        outcomes.push_back(std::move(outcome));
    }
    return outcomes;
}

}  // namespace synthetic
