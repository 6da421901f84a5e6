// Attacks of a hostile program, in every kind of sandbox that works here. One test is that at least
// one kind works, since otherwise nothing below would run.
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>

#include "descriptor.hpp"
#include "sandbox/tests/fixture.hpp"

using namespace grader::sandbox;
using namespace grader::sandbox::tests;

namespace {

template <class Body>
void in_every_kind(Body body) {
    for (const Kind kind : confining_kinds()) {
        CAPTURE(std::string(name(kind)));
        body(kind);
    }
}

void must_not_reach_anything(const std::vector<std::string>& arguments) {
    in_every_kind([&](Kind kind) {
        const Ended ended = attack(kind, arguments);
        CHECK(describe(ended) == "exited with status 0");
        CHECK(ended.out == "");
    });
}

// Runs the attacker under a tool, here a shell that runs `script` with $ATTACKER in it. A tool runs
// as a user of its own and starts its program by name, so the path must be accessible to everyone,
// which the build folder's may not be.
Ended attack_under_a_tool(Kind kind, const std::string& script) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("attacks-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const std::string program = folder / "attacker";
    std::filesystem::copy_file(attacker_path, program);
    Command command;
    command.argv = {"/bin/sh", "-c", script};
    command.environment = {{"ATTACKER", program}};
    command.profile = Profile::tool;
    const Ended ended = Sandbox::of(kind).run(command, tight_limits(), {{program}}).wait();
    std::filesystem::remove_all(folder);
    return ended;
}

// On a busy machine, a second of processor time may take many seconds of elapsed time.
Ended spend_a_second(Kind kind, const char* how) {
    Limits limits = tight_limits();
    limits.cpu = std::chrono::seconds(1);
    limits.wall = std::chrono::seconds(60);
    return start(kind, {how}, limits).wait();
}

}  // namespace

TEST_CASE("a sandbox starts on this machine") {
    CHECK_FALSE(confining_kinds().empty());
}

TEST_CASE("files outside the mounts cannot be read") {
    for (const std::string path :
         {"/etc/passwd", "/etc/ssl", "/root", "/home", "/proc/1/environ", "/var"}) {
        // A folder on the path of the program exists, and contains only the rest of that path.
        if (std::string(attacker_path).starts_with(path + "/")) continue;
        must_not_reach_anything({"read", path});
    }
}

TEST_CASE("nothing outside the scratch can be written") {
    const auto here =
        std::filesystem::temp_directory_path() / ("sandbox-test-" + std::to_string(getpid()));
    std::ofstream(here) << "untouched\n";
    must_not_reach_anything({"write", here.string()});
    must_not_reach_anything({"write", "/usr/lib/planted"});
    must_not_reach_anything({"write", "/planted"});
    must_not_reach_anything({"write", "/proc/self/mem"});
    must_not_reach_anything({"write", attacker_path});
    std::string text;
    std::ifstream(here) >> text;
    CHECK(text == "untouched");
    std::filesystem::remove(here);
}

TEST_CASE("there is no network and no socket of any kind") {
    must_not_reach_anything({"network"});
}

TEST_CASE("neither grader nor supervisor can be killed, traced or read") {
    must_not_reach_anything({"kill", std::to_string(getpid())});
}

TEST_CASE("a fork bomb does not get its first process") {
    must_not_reach_anything({"fork"});
}

TEST_CASE("a lab program gets no second thread") {
    must_not_reach_anything({"thread"});
}

TEST_CASE("no other program can be executed") {
    must_not_reach_anything({"execute"});
}

TEST_CASE("no privilege can be gained") {
    must_not_reach_anything({"privileges"});
}

TEST_CASE("an endless loop ends with its processor time") {
    in_every_kind([](Kind kind) { CHECK(spend_a_second(kind, "loop").how == How::cpu_time); });
}

TEST_CASE("ignoring every signal does not prolong a program's life") {
    in_every_kind(
        [](Kind kind) { CHECK(spend_a_second(kind, "ignore-signals").how == How::cpu_time); });
}

TEST_CASE("a program that waits for nothing ends with its time") {
    in_every_kind([](Kind kind) {
        Limits limits = tight_limits();
        limits.wall = std::chrono::milliseconds(200);
        CHECK(start(kind, {"sleep"}, limits).wait().how == How::wall_time);
    });
}

TEST_CASE("a memory flood ends soon after its limit") {
    in_every_kind([](Kind kind) {
        const Ended ended = attack(kind, {"memory"});
        CHECK(ended.how == How::memory);
        CHECK(ended.peak_resident < 3 * tight_limits().resident);
    });
}

TEST_CASE("an output flood ends soon after its limit, and little of it is kept") {
    in_every_kind([](Kind kind) {
        const Ended ended = attack(kind, {"flood"});
        CHECK(ended.how == How::output);
        CHECK(ended.out.size() == tight_limits().output_kept);
        CHECK(ended.out.starts_with("all work and no play"));
        CHECK(ended.out_bytes < 2 * tight_limits().output_total);
    });
}

TEST_CASE("a file flood is bounded by file size, and by the scratch where that is a mount") {
    in_every_kind([](Kind kind) {
        const Ended ended = attack(kind, {"scratch"});
        CHECK(describe(ended) == "stopped: wrote a file beyond the limit (SIGXFSZ)");
    });
}

TEST_CASE("only the listed descriptors are there, under their numbers") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);  // inheritable, and not listed under its own number
    in_every_kind([&](Kind kind) {
        Child child = start(kind, {"descriptors"}, tight_limits(), {{ends[1], 7}});
        CHECK(child.wait().out == "0 1 2 7 ");
    });
    close(ends[0]);
    close(ends[1]);
}

TEST_CASE("garbage on every descriptor is only output") {
    in_every_kind([](Kind kind) {
        const Ended ended = attack(kind, {"garbage"});
        CHECK(ended.ok());
        CHECK(ended.out == std::string(100, '\xff'));
        CHECK(ended.err == std::string(100, '\xff'));
    });
}

TEST_CASE("the channel accepts packets that are sent, and nothing that is written") {
    in_every_kind([](Kind kind) {
        for (const Profile profile : {Profile::lab, Profile::device}) {
            int ends[2];
            REQUIRE(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0);
            const kit_io::Descriptor ours{ends[0]}, theirs{ends[1]};
            const Ended ended = start(kind, {"channel", std::to_string(channel_fd)}, tight_limits(),
                                      {{theirs.get(), channel_fd}}, profile)
                                    .wait();
            CHECK(ended.out == "");
            char packet[16] = "";
            CHECK(recv(ours.get(), packet, sizeof packet - 1, MSG_DONTWAIT) == 4);
            CHECK(packet == std::string("sent"));
            CHECK(recv(ours.get(), packet, sizeof packet - 1, MSG_DONTWAIT) <= 0);
        }
    });
}

TEST_CASE("the grader's environment stays outside") {
    setenv("SECRET_SEED", "42", 1);
    in_every_kind([](Kind kind) {
        const Ended ended = attack(kind, {"environment"});
        CHECK(ended.out.find("PATH=") != std::string::npos);
        CHECK(ended.out.find("SECRET") == std::string::npos);
    });
}

TEST_CASE(
    "programs that use a device see the one that the grader was given, and no others see it") {
    setenv(visible_devices, "GPU-7", 1);
    in_every_kind([](Kind kind) {
        const auto sees = [&](Profile profile) {
            const Ended ended = start(kind, {"environment"}, tight_limits(), {}, profile).wait();
            return ended.out.find("CUDA_VISIBLE_DEVICES=GPU-7\n") != std::string::npos;
        };
        CHECK(sees(Profile::device));
        CHECK_FALSE(sees(Profile::lab));
    });
    unsetenv(visible_devices);
}

TEST_CASE("a tool may start the program it watches and talk to it through a pipe with a name") {
    in_every_kind([](Kind kind) {
        const Ended ended = attack_under_a_tool(
            kind, "cd $TMPDIR && mkfifo pipe && { $ATTACKER nothing >pipe & cat pipe; }");
        CHECK(ended.err == "");
        CHECK(ended.out == "hello\n");
    });
}

TEST_CASE("a tool may talk to the program it watches through a socket of an abstract name") {
    in_every_kind([](Kind kind) {
        const Ended ended = attack_under_a_tool(kind, "$ATTACKER named-socket");
        CHECK(ended.err == "");
        CHECK(ended.out == "hello\n");
    });
}

TEST_CASE("under a tool a program reaches nothing else either") {
    in_every_kind([](Kind kind) {
        for (const char* attack : {"read /etc/passwd", "read /root", "read /proc/1/environ",
                                   "write /usr/lib/planted", "write /planted", "privileges"}) {
            CAPTURE(attack);
            const Ended ended = attack_under_a_tool(kind, std::string("$ATTACKER ") + attack);
            CHECK(describe(ended) == "exited with status 0");
            CHECK(ended.out == "");
        }
        CHECK(attack_under_a_tool(kind, "$ATTACKER kill " + std::to_string(getpid()))
                  .out.find("grader") == std::string::npos);
    });
}

TEST_CASE("a script on a device may compile, as its PyCUDA does") {
    in_every_kind([](Kind kind) {
        std::array<int, 2> ends{};
        REQUIRE(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0);
        const kit_io::Descriptor ours(ends[0]), theirs(ends[1]);
        // The compiler may open a file with the number that the grader's socket had.
        const std::string closed = std::to_string(channel_fd) + ">&-";
        Command command;
        command.argv = {"/bin/sh", "-c",
                        "mkdir there && cd there && echo 'int main() { return 7; }' > a.cpp && "
                        "g++ a.cpp -o a " +
                            closed +
                            " && { ./a; test $? = 7; } && "
                            "{ echo written >&" +
                            std::to_string(channel_fd) + "; } " + std::to_string(channel_fd) +
                            ">file"};
        command.profile = Profile::device_script;
        const Ended ended =
            Sandbox::of(kind).run(command, tool_limits(), {}, {{theirs.get(), channel_fd}}).wait();
        CAPTURE(ended.err);
        CHECK(ended.ok());
    });
}

TEST_CASE("the memory of a tool's child processes counts as its own") {
    in_every_kind([](Kind kind) {
        CHECK(attack_under_a_tool(kind, "$ATTACKER memory & wait").how == How::memory);
    });
}
