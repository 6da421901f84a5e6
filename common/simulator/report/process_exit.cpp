// Writes the last report of the process, and sets its exit status: 66 if the program returned 0 but
// there were errors. This code runs before main or after it.
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "json_text.hpp"
#include "simulator/report/closeup_text.hpp"
#include "simulator/report/indices.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/report/setting.hpp"
#include "simulator/report/text.hpp"

namespace cusim::report {
namespace {

constexpr int status_of_findings = 66;

struct Exit {
    std::vector<void (*)()> callbacks, last_callbacks;
    std::filesystem::path json_file;
    pid_t process = 0;
    bool flushed = false;
    bool closeups = false;
    Dim3 explained_block = {};
};

Exit& exit_state() {
    static Exit& instance = *new Exit;  // outlives static destructors
    return instance;
}

void flush_at_exit(int status, void*) {
    if (getpid() == exit_state().process)
        for (void (*callback)() : std::exchange(exit_state().callbacks, {})) callback();
    flush();
    if (status != 0 || getpid() != exit_state().process || !has_errors()) return;
    std::fflush(nullptr);
    syscall(SYS_exit_group, status_of_findings);
}

void flush_at_abort(int) {
    flush();
    std::signal(SIGABRT, SIG_DFL);
    std::raise(SIGABRT);
}

void write_json(const std::filesystem::path& path) {
    std::ofstream file{path};
    file << json_text::write(collect_json(), 1) << '\n';
    file.close();
    if (!file) std::fprintf(stderr, "simulator: cannot write the report to %s\n", path.c_str());
}

std::optional<bool> parse_switch(std::string_view text) {
    if (text != "1" && text != "0") return std::nullopt;
    return text == "1";
}

}  // namespace

// Makes the name absolute now, since the program may change its directory.
void report_at_exit() {
    Exit& exit = exit_state();
    exit.process = getpid();
    exit.closeups = setting("SIM_EXPLAIN", false, parse_switch, "1 or 0");
    exit.explained_block =
        setting("SIM_EXPLAIN_BLOCK", Dim3{}, parse_indices, "a block, as in 2 or 1,0");
    if (const auto file = text_of_setting("SIM_REPORT"); !file.empty())
        exit.json_file = std::filesystem::absolute(file);
    on_exit(flush_at_exit, nullptr);
    std::at_quick_exit(flush);
    std::signal(SIGABRT, flush_at_abort);
}

void at_exit(void (*callback)()) {
    exit_state().callbacks.push_back(callback);
}

void before_last_report(void (*callback)()) {
    exit_state().last_callbacks.push_back(callback);
}

bool closeups_are_wanted() {
    return exit_state().closeups;
}

void want_closeups(bool wanted) {
    exit_state().closeups = wanted;
}

Dim3 explained_block() {
    return exit_state().explained_block;
}

void explain_block(Dim3 block) {
    exit_state().explained_block = block;
}

void flush() {
    Exit& exit = exit_state();
    if (exit.flushed || getpid() != exit.process) return;
    exit.flushed = true;
    for (void (*callback)() : exit.last_callbacks) callback();
    std::fflush(stdout);
    if (exit.closeups) std::fputs(closeups_text(recorded_launches()).c_str(), stderr);
    std::fputs(to_text(settled_findings()).c_str(), stderr);
    if (!exit.json_file.empty()) write_json(exit.json_file);
}

}  // namespace cusim::report

// A program that leaves by _exit is reported as well. These functions replace the C library's.
extern "C" [[noreturn]] void _exit(int status) {
    cusim::report::flush_at_exit(status, nullptr);
    for (;;) syscall(SYS_exit_group, status);
}

extern "C" [[noreturn]] void _Exit(int status) noexcept {
    _exit(status);
}
