// The handle: how a program's end is reported, stopping and resuming, and that nothing is left.
#include "sandbox/child.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "sandbox/tests/fixture.hpp"

using namespace grader::sandbox;
using namespace grader::sandbox::tests;
using namespace std::chrono_literals;

namespace {

std::vector<Kind> all_kinds() {
    auto kinds = confining_kinds();
    kinds.push_back(Kind::none);
    return kinds;
}

bool alive(pid_t pid) {
    return kill(pid, 0) == 0;
}

bool gone_soon(pid_t pid) {
    for (int i = 0; i < 5000 && alive(pid); ++i) std::this_thread::sleep_for(1ms);
    return !alive(pid);
}

std::uint64_t processor_ticks(pid_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string word;
    std::uint64_t user = 0, system = 0;
    for (int i = 1; i < 14; ++i) file >> word;
    file >> user >> system;
    return user + system;
}

}  // namespace

TEST_CASE("an exit status is distinguished from a signal, whatever its number") {
    for (const Kind kind : all_kinds()) {
        CAPTURE(std::string(name(kind)));
        CHECK(describe(attack(kind, {"nothing"})) == "exited with status 0");
        CHECK(describe(attack(kind, {"exit-3"})) == "exited with status 3");
        CHECK(describe(attack(kind, {"exit-139"})) == "exited with status 139");
        CHECK(describe(attack(kind, {"segfault"})) == "crashed: invalid memory access (SIGSEGV)");
        CHECK(describe(attack(kind, {"abort"})) ==
              "aborted: abort(), a failed assert or an uncaught exception (SIGABRT)");
    }
}

TEST_CASE("both outputs are returned, separately") {
    for (const Kind kind : all_kinds()) {
        const Ended ended = attack(kind, {"two-streams"});
        CHECK(ended.out == "out");
        CHECK(ended.err == "err");
    }
}

TEST_CASE("a stopped program stands still and a resumed one goes on") {
    for (const Kind kind : all_kinds()) {
        CAPTURE(std::string(name(kind)));
        Child child = start(kind, {"loop"});
        CHECK(child.stop());
        const auto before = processor_ticks(child.pid());
        std::this_thread::sleep_for(100ms);
        CHECK(processor_ticks(child.pid()) == before);
        child.resume();
        for (int i = 0; i < 1000 && processor_ticks(child.pid()) == before; ++i)
            std::this_thread::sleep_for(1ms);
        CHECK(processor_ticks(child.pid()) > before);
        child.kill();
        CHECK(child.wait().how == How::killed);
        CHECK_FALSE(child.stop());
    }
}

TEST_CASE("a killed or forgotten program is gone when the call returns") {
    for (const Kind kind : all_kinds()) {
        CAPTURE(std::string(name(kind)));
        pid_t pid = 0;
        {
            Child child = start(kind, {"sleep"});
            pid = child.pid();
            CHECK(alive(pid));
            CHECK(child.ended() == nullptr);
        }
        CHECK_FALSE(alive(pid));
        Child stopped = start(kind, {"sleep"});
        REQUIRE(stopped.stop());
        stopped.kill();
        CHECK(stopped.wait().how == How::killed);
        CHECK_FALSE(alive(stopped.pid()));
    }
}

TEST_CASE("no process outlives the program that started it") {
    for (const Kind kind : all_kinds()) {
        CAPTURE(std::string(name(kind)));
        Command command;
        command.argv = {"/bin/sh", "-c",
                        "sleep 1000 & (sleep 1000 &) ; setsid sleep 1000 & exit 5"};
        command.profile = Profile::compile;
        Child child = Sandbox::of(kind).run(command, compile_limits(), {});
        CHECK(child.wait().code == 5);
        CHECK(child.wait().how == How::exited);
    }
    CHECK(waitpid(-1, nullptr, WNOHANG) == -1);  // not even a zombie of ours
    CHECK(errno == ECHILD);
}

TEST_CASE("the program dies with the grader, even when that is killed") {
    for (const Kind kind : all_kinds()) {
        CAPTURE(std::string(name(kind)));
        Sandbox::of(kind);
        int ends[2];
        REQUIRE(pipe(ends) == 0);
        const pid_t grader = fork();
        if (grader == 0) {
            Child child = start(kind, {"sleep"});
            const pid_t pid = child.pid();
            if (write(ends[1], &pid, sizeof pid) < 0) _exit(1);
            for (;;) pause();
        }
        close(ends[1]);  // if the grader cannot start, nothing must be left to wait for
        pid_t program = 0;
        REQUIRE(read(ends[0], &program, sizeof program) == sizeof program);
        kill(grader, SIGKILL);
        waitpid(grader, nullptr, 0);
        CHECK(gone_soon(program));
        close(ends[0]);
    }
}

TEST_CASE("the scratch is writable, its own, and gone afterwards") {
    for (const Kind kind : all_kinds()) {
        CAPTURE(std::string(name(kind)));
        Command command;
        command.argv = {"/bin/sh", "-c", "ls -A . && echo x > file && cat $TMPDIR/file && pwd"};
        command.profile = Profile::compile;
        Child child = Sandbox::of(kind).run(command, compile_limits(), {});
        const Ended& ended = child.wait();
        CHECK(ended.err == "");
        REQUIRE(ended.out.starts_with("x\n/"));
        CHECK_FALSE(std::filesystem::exists(ended.out.substr(2, ended.out.size() - 3)));
    }
}

TEST_CASE("a missing program is an error that names it") {
    for (const Kind kind : all_kinds()) {
        CAPTURE(std::string(name(kind)));
        Command command;
        command.argv = {"/usr/bin/no-such-program"};
        CHECK_THROWS_WITH_AS(Sandbox::of(kind).run(command, Limits{}, {}),
                             doctest::Contains("no-such-program"), SandboxError);
    }
}

TEST_CASE("a mount that is not there is an error, not a hole") {
    Command command;
    command.argv = {"/usr/bin/true"};
    CHECK_THROWS_AS(Sandbox::of(Kind::bubblewrap).run(command, Limits{}, {{"/no/such/folder"}}),
                    SandboxError);
}

TEST_CASE("compilers can read what is shown to them in a folder closed to others") {
    const auto closed =
        std::filesystem::temp_directory_path() / ("sandbox-test-" + std::to_string(getpid()));
    std::filesystem::create_directories(closed / "shown");
    std::ofstream(closed / "shown/file") << "text";
    std::ofstream(closed / "hidden") << "secret";
    std::filesystem::permissions(closed / "shown/file", std::filesystem::perms(0600));
    std::filesystem::permissions(closed, std::filesystem::perms(0700));
    for (const Kind kind : confining_kinds()) {
        CAPTURE(std::string(name(kind)));
        Command command;
        const std::string script = "cd " + (closed / "shown").string() +
                                   " && cat file; cat ../hidden; : >new; : >file; chmod 777 file";
        command.argv = {"/bin/sh", "-c", script};
        command.profile = Profile::compile;
        Child child = Sandbox::of(kind).run(command, compile_limits(), {{closed / "shown"}});
        CHECK(child.wait().out == "text");
    }
    CHECK_FALSE(std::filesystem::exists(closed / "shown/new"));
    CHECK(std::filesystem::file_size(closed / "shown/file") == 4);
    CHECK(std::filesystem::status(closed / "shown/file").permissions() ==
          std::filesystem::perms(0600));
    std::filesystem::remove_all(closed);
}

TEST_CASE("a prepared folder of libraries is part of the system") {
    const auto folder =
        std::filesystem::temp_directory_path() / ("sandbox-test-deps-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "file") << "text";
    setenv("KIT_DEPS", folder.c_str(), 1);
    for (const Kind kind : confining_kinds()) {
        CAPTURE(std::string(name(kind)));
        Command command;
        command.argv = {"/bin/sh", "-c", "cat $FOLDER/file; : >$FOLDER/new"};
        command.environment = {{"FOLDER", folder.string()}};
        command.profile = Profile::compile;
        Child child = Sandbox::of(kind).run(command, compile_limits(), {});
        CHECK(child.wait().out == "text");
    }
    CHECK_FALSE(std::filesystem::exists(folder / "new"));
    unsetenv("KIT_DEPS");
    std::filesystem::remove_all(folder);
}
