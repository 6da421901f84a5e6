// A hostile lab program; argv[1] selects the attack. It prints "reached …" if an attack succeeds,
// so that the tests can check that none does.
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

std::string argument;  // argv[2], if the attack takes one

void reached(const std::string& what) {
    std::printf("reached %s\n", what.c_str());
}

void read_file() {
    std::ifstream file(argument);
    if (std::string line; std::getline(file, line)) reached(line);
    if (DIR* folder = opendir(argument.c_str())) reached("folder"), closedir(folder);
}

void write_file() {
    const int fd = open(argument.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (fd >= 0 && write(fd, "x", 1) == 1) reached("write");
    if (unlink(argument.c_str()) == 0) reached("unlink");
    if (mkdir((argument + ".folder").c_str(), 0700) == 0) reached("mkdir");
    if (symlink("/etc/passwd", (argument + ".link").c_str()) == 0) reached("symlink");
}

void use_network() {
    for (const int domain : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET})
        for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW})
            if (socket(domain, type, 0) >= 0) reached("socket");
}

/// As compute-sanitizer and the program that it watches do; here both ends are in one process.
void talk_over_a_named_socket() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = "attacker-" + std::to_string(getpid());
    name.copy(address.sun_path + 1, name.size());  // the leading 0 makes it an abstract name
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    const auto* generic = reinterpret_cast<const sockaddr*>(&address);
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0), caller = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, generic, size) != 0 || listen(listener, 1) != 0) return std::perror("bind");
    if (connect(caller, generic, size) != 0) return std::perror("connect");
    const int callee = accept(listener, nullptr, nullptr);
    if (callee < 0) return std::perror("accept");
    char word[8] = "";
    if (send(caller, "hello", 5, 0) == 5 && recv(callee, word, 5, 0) == 5) std::puts(word);
}

void kill_others() {
    if (kill(std::atoi(argument.c_str()), SIGKILL) == 0) reached("the grader");
    if (kill(getppid(), SIGKILL) == 0) reached("the supervisor");
    if (kill(-1, SIGKILL) == 0) reached("everyone");
    if (ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr) == 0) reached("ptrace");
    if (open(("/proc/" + std::to_string(getppid()) + "/mem").c_str(), O_RDWR) >= 0)
        reached("the supervisor's memory");
}

void fork_bomb() {
    for (int i = 0; i < 100'000; ++i) {
        const pid_t pid = fork();
        if (pid == 0) pause();
        if (pid < 0) return;
        reached("fork");
    }
}

void execute() {
    char* const argv[] = {const_cast<char*>("/bin/sh"), const_cast<char*>("-c"),
                          const_cast<char*>("echo reached shell"), nullptr};
    char* const none[] = {nullptr};
    execve(argv[0], argv, none);
    const int fd = open("/bin/sh", O_PATH);
    if (dup2(fd, 1000) >= 0) reached("descriptor 1000");
    syscall(SYS_execveat, fd, "", argv, none, AT_EMPTY_PATH);
    syscall(SYS_execveat, 1000, "", argv, none, AT_EMPTY_PATH);
}

void gain_privileges() {
    if (getuid() == 0 || geteuid() == 0) reached("root");
    if (setuid(0) == 0) reached("setuid");
    if (unshare(CLONE_NEWUSER) == 0) reached("unshare");
    if (syscall(SYS_mount, "none", "/", "tmpfs", 0, nullptr) == 0) reached("mount");
    if (syscall(SYS_bpf, 0, nullptr, 0) >= 0) reached("bpf");
    if (syscall(SYS_io_uring_setup, 1, nullptr) >= 0) reached("io_uring");
}

void take_memory() {
    for (;;) {
        char* block = static_cast<char*>(std::malloc(16 << 20));
        if (block) std::memset(block, 1, 16 << 20);
    }
}

void fill_scratch() {
    const std::string name = std::string(std::getenv("TMPDIR")) + "/flood";
    std::vector<char> block(1 << 20, 'x');
    std::uint64_t written = 0;
    for (int file = 0; file < 4; ++file) {
        const int fd = open((name + std::to_string(file)).c_str(), O_WRONLY | O_CREAT, 0600);
        ssize_t n;
        while (fd >= 0 && (n = write(fd, block.data(), block.size())) > 0) written += n;
    }
    std::printf("%llu\n", static_cast<unsigned long long>(written));
}

void list_descriptors() {
    for (int fd = 0; fd < 2000; ++fd)
        if (fcntl(fd, F_GETFD) >= 0) std::printf("%d ", fd);
}

void write_to_every_descriptor() {
    const std::string garbage(100, '\xff');
    for (int fd = 0; fd < 2000; ++fd)
        if (write(fd, garbage.data(), garbage.size()) < 0) continue;
}

/// Like a FILE whose descriptor was changed, and then like the runner.
void write_and_send(int channel) {
    iovec part{const_cast<char*>("writev"), 6};
    if (write(channel, "write", 5) > 0) reached("write");
    if (writev(channel, &part, 1) > 0) reached("writev");
    if (pwrite(channel, "pwrite", 6, 0) > 0) reached("pwrite");
    send(channel, "sent", 4, 0);
}

const std::map<std::string, std::function<void()>> attacks{
    {"nothing", [] { std::puts("hello"); }},
    {"exit-3", [] { std::exit(3); }},
    {"exit-139", [] { _exit(139); }},
    {"segfault", [] { raise(SIGSEGV); }},
    {"abort", [] { std::abort(); }},
    {"loop",
     [] {
         for (;;) asm volatile("");
     }},
    {"sleep",
     [] {
         for (;;) pause();
     }},
    {"ignore-signals",
     [] {
         for (int s = 1; s < 65; ++s) signal(s, SIG_IGN);
         for (;;) asm volatile("");
     }},
    {"flood",
     [] {
         for (;;) std::fputs("all work and no play makes Jack a dull boy\n", stdout);
     }},
    {"two-streams", [] { std::fputs("out", stdout), std::fputs("err", stderr); }},
    {"read", read_file},
    {"write", write_file},
    {"network", use_network},
    {"named-socket", talk_over_a_named_socket},
    {"kill", kill_others},
    {"fork", fork_bomb},
    {"thread",
     [] {
         try {
             std::thread([] { reached("thread"); }).join();
         } catch (const std::exception&) {
         }
     }},
    {"execute", execute},
    {"privileges", gain_privileges},
    {"memory", take_memory},
    {"scratch", fill_scratch},
    {"descriptors", list_descriptors},
    {"garbage", write_to_every_descriptor},
    {"channel", [] { write_and_send(std::stoi(argument)); }},
    {"environment",
     [] {
         for (char** e = environ; *e; ++e) std::puts(*e);
     }},
};

}  // namespace

int main(int argc, char** argv) {
    if (argc > 2) argument = argv[2];
    attacks.at(argv[1])();
}
